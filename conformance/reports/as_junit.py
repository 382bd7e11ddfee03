"""JUnit XML, as Jenkins, GitLab and most other build servers read it.

A testsuite for each topic. A known failure is ``skipped``, as pytest has it for its xfail; there
are no times in it, since the same run gives the same bytes.
"""

import io
from itertools import groupby
from typing import Any

from conformance.reports.cases import Case, cases_of
from conformance.reports.model import Report
from conformance.text import printable


def junit_xml(report: Report) -> bytes:
    """The report as JUnit XML."""
    import junitparser  # noqa: PLC0415 - for this format alone

    junit: Any = junitparser  # its functions have no types
    root = junit.JUnitXml("California Jack conformance")
    in_order = sorted(cases_of(report), key=lambda case: case.topic)
    for topic, cases in groupby(in_order, key=lambda case: case.topic):
        suite = junit.TestSuite(topic)
        for name, value in _properties(report):
            suite.add_property(name, printable(value))
        suite.add_testcases([_testcase(case, junit) for case in cases])
        root.add_testsuite(suite)
    root.update_statistics()
    content = io.BytesIO()
    root.write(content)
    return content.getvalue() + b"\n"


def _properties(report: Report) -> list[tuple[str, str]]:
    implementation = report.implementation
    return [
        ("implementation", f"{implementation.name} {implementation.version}".rstrip()),
        ("verdict", report.judgement.verdict),
        ("suite", f"{report.suite_version} sha256:{report.suite_digest}"),
    ]


def _testcase(case: Case, junit: Any) -> Any:
    found = junit.TestCase(case.name, case.topic)
    result = {
        "failed": junit.Failure,
        "broken": junit.Error,
        "skipped": junit.Skipped,
        "known": junit.Skipped,
    }.get(case.status)
    if result:
        told = result(case.summary, "known-failure" if case.status == "known" else _type(case))
        told.text = case.detail or None
        found.result = told
    if case.stderr:
        found.system_err = case.stderr
    return found


def _type(case: Case) -> str:
    """What broke: the clause, or the outcome where there is none."""
    return case.clause or case.kind
