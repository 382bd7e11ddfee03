"""The conformance suite for California Jack."""

from conformance.version import __version__

__all__ = ["__version__"]
