"""Mutation testing of the reference engine, judged by the shipped suite alone.

Each mutant is a copy of the engine with one small change, behind the adapter protocol like
anybody's engine; the suite that judges it runs on the engine as it is. So the question is not
whether the engine is tested, but whether the suite would notice.

- :mod:`~tests.mutation.mutants`: the mutants (mutmut's operators)
- :mod:`~tests.mutation.judge`: what kills a mutant
- :mod:`~tests.mutation.serve`: a mutant under the rules of a variant
- :mod:`~tests.mutation.listed`: mutants that no suite can tell from the engine, and why
- ``python -m tests.mutation`` (``make mutate``): all of it
"""
