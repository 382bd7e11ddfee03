"""After failures: which known engine behaves like this one?

- :mod:`~conformance.diagnosis.canonical`: replies in a form that can be compared
- :mod:`~conformance.diagnosis.candidates`: the known engines: faults, readings, variants
- :mod:`~conformance.diagnosis.finding`: what a diagnosis says, as a plain value
- :mod:`~conformance.diagnosis.diagnose`: the candidates that explain what was observed
- :mod:`~conformance.diagnosis.identify`: the reading and the variant that an engine plays
- :mod:`~conformance.diagnosis.apart`: the fewest plays that tell two engines apart
"""
