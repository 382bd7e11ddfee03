"""Is an adapter well made? Its form is looked at step by step; what it plays is not judged.

- :mod:`~conformance.smoke.checks`: the steps, in order, and the run through them
- :mod:`~conformance.smoke.conversation`: the process that is spoken with
- :mod:`~conformance.smoke.requests`: what it is asked
- :mod:`~conformance.smoke.lines`, :mod:`~conformance.smoke.hints`: what is wrong with a line,
  with a field, and the way out
"""
