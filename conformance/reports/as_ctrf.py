"""CTRF, the Common Test Report Format (https://ctrf.io), a JSON format for test results.

Times are required there and stand as 0: a report holds none, since the same run gives the same
bytes. A known failure is ``other``; ``rawStatus`` is the outcome in the words of the suite.
"""

import json
from collections import Counter
from typing import Any

from conformance.reports.cases import Case, Status, cases_of
from conformance.reports.model import Report
from conformance.text import printable

SPEC_VERSION = "0.0.0"
_STATUS: dict[Status, str] = {
    "passed": "passed",
    "failed": "failed",
    "broken": "failed",
    "skipped": "skipped",
    "known": "other",
}


def ctrf_json(report: Report) -> bytes:
    """The report as CTRF."""
    text = json.dumps(_value(report), indent=2, ensure_ascii=False)
    return text.encode("utf-8") + b"\n"


def _value(report: Report) -> dict[str, Any]:
    cases = cases_of(report)
    counts = Counter(_STATUS[case.status] for case in cases)
    implementation = report.implementation
    states = ("passed", "failed", "skipped", "pending", "other")
    return {
        "reportFormat": "CTRF",
        "specVersion": SPEC_VERSION,
        "generatedBy": f"cjack {report.suite_version}",
        "results": {
            "tool": {"name": "cjack", "version": report.suite_version},
            "summary": {
                "tests": len(cases),
                **{state: counts[state] for state in states},
                "suites": len({case.topic for case in cases}),
                "start": 0,
                "stop": 0,
            },
            "tests": [_test(case) for case in cases],
            "environment": {
                "appName": printable(implementation.name),
                **({"appVersion": printable(v)} if (v := implementation.version) else {}),
                "extra": {
                    "verdict": report.judgement.verdict,
                    "suiteDigest": f"sha256:{report.suite_digest}",
                },
            },
        },
    }


def _test(case: Case) -> dict[str, Any]:
    test: dict[str, Any] = {
        "name": case.name,
        "status": _STATUS[case.status],
        "duration": 0,
        "suite": [case.topic],
        "rawStatus": case.kind,
        "type": "conformance",
    }
    given = {
        "message": case.summary,
        "trace": case.detail,
        "tags": list(case.clauses),
        "stderr": case.stderr.splitlines(),
        "labels": {"clause": case.clause} if case.clause else {},
    }
    return test | {key: value for key, value in given.items() if value}
