"""The version of the suite."""

__version__ = "1.0.0"
