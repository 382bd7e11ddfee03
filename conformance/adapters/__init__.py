"""The way to an adapter: a child process over its standard streams, kept alive and restarted.

- :mod:`~conformance.adapters.child`: one process, lines in and out, with a time-out
- :mod:`~conformance.adapters.session`: an adapter through its whole life: greeted, asked,
  killed, started afresh, dismissed
"""
