"""The exhaustive tier: generated rounds that cover the decisions of the game whole.

- :mod:`~conformance.exhaustive.rounds`: a generated round, and how it is written down
- :mod:`~conformance.exhaustive.cells`: what there is to cover
- :mod:`~conformance.exhaustive.coverage`: what the generated rounds cover of it
- :mod:`~conformance.exhaustive.construct`: rounds that are built to cover what is still open
- :mod:`~conformance.exhaustive.generate`: the command that makes ``scenarios/generated``
- :mod:`~conformance.exhaustive.requests`: the requests of the tier, each under an id
- :mod:`~conformance.exhaustive.tier`: asking them, and judging the replies
- :mod:`~conformance.exhaustive.invariance`: the same asked again, and under other names
"""
