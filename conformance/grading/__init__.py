"""Judging what an adapter reported. Nothing here knows how the reply came about.

- :mod:`~conformance.grading.form`: is the reply complete and of the asked shape?
- :mod:`~conformance.grading.compare`: the first divergence from the expected trace
- :mod:`~conformance.grading.attribution`: the clause that a divergence falls under
- :mod:`~conformance.grading.outcome`: one scenario in one scoring mode, judged
- :mod:`~conformance.grading.readings`: which option of each ruling an engine follows
- :mod:`~conformance.grading.verdict`: clauses, classes and the verdict
"""
