"""Deliberately wrong engines: each is one plausible misreading or bug, as one override of one
rule of the reference engine. What they are for: the suite proves on them that it catches what
it claims to catch, and finds in them what an implementer has probably misread.

- :mod:`~conformance.faults.model`: a fault, and how it is registered
- :mod:`~conformance.faults.catalogue`: all of them, by topic
- :mod:`~conformance.faults.matrix`: which scenario catches which fault
- ``python -m conformance.faults ID``: a fault behind the adapter protocol
"""
