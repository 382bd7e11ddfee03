"""Stops with a traceback, as after a missing import."""

raise ImportError("no engine here")
