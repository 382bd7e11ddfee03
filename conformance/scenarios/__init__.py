"""Scenarios: read from YAML, checked, and turned into requests with what they expect.

- :mod:`~conformance.scenarios.document`: YAML with positions
- :mod:`~conformance.scenarios.model`: a scenario as frozen values
- :mod:`~conformance.scenarios.load`: files and folders to scenarios
- :mod:`~conformance.scenarios.stage`: a scenario under one reading: the input of its replay
- :mod:`~conformance.scenarios.authored`: authored values held against what is shown
- :mod:`~conformance.scenarios.lint`: all checks together
"""
