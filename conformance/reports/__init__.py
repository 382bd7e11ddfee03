"""What a run brought, told: nothing here knows how the results came about.

- :mod:`~conformance.reports.model`: the report as one value
- :mod:`~conformance.reports.as_json`: the JSON report (``spec/schemas/report.schema.json``)
- :mod:`~conformance.reports.explain`: a divergence in words
- :mod:`~conformance.reports.terminal`: the verdict and the failures at 80 columns
- :mod:`~conformance.reports.files`: files are written whole or not at all
"""
