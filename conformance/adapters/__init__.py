"""The ways to an implementation, and what is done with it whatever the way.

- :mod:`~conformance.adapters.opening`: from the words of the command line to a way
- :mod:`~conformance.adapters.session`: an adapter through its whole life: greeted, asked,
  killed, started afresh, dismissed
- :mod:`~conformance.adapters.peer`: what a session speaks with, as an interface
- :mod:`~conformance.adapters.stream`: lines over file descriptors, with a time-out
- :mod:`~conformance.adapters.child`, :mod:`~conformance.adapters.connection`,
  :mod:`~conformance.adapters.over_http`, :mod:`~conformance.adapters.python_object`: a process,
  a connection, messages posted, an object in this process
- :mod:`~conformance.adapters.in_process`: an engine of the suite itself, without any of that
"""
