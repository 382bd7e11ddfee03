"""The certificate itself: an in-toto statement about a run (``spec/certificate.md``)."""

import json
from dataclasses import dataclass, replace
from typing import Any

from conformance.certificate.transcript import pack, sha256, text_of
from conformance.reports.as_json import report_value
from conformance.reports.cases import cases_of
from conformance.reports.model import Report
from conformance.runner import Options

STATEMENT = "https://in-toto.io/Statement/v1"
PREDICATE = "https://in-toto.io/attestation/test-result/v0.1"
OWN = "https://california-jack.example/certificate/v1"
"""The field of the predicate under which everything stands that in-toto has no word for."""
SUITE = "california-jack-conformance"
FORM = "json-lines.xz.base64"

_RESULTS = {"conforms": "PASSED", "conforms-as-observed": "WARNED", "does-not-conform": "FAILED"}
_TESTS = {"passed": "passedTests", "skipped": "warnedTests"}
_PARTS = (
    "suite",
    "implementation",
    "claims",
    "rulings",
    "verdict",
    "counts",
    "classes",
    "clauses",
    "outcomes",
    "generated",
)
"""The parts of the JSON report that a certificate states, in the same form."""


@dataclass(frozen=True, slots=True)
class Packed:
    """The content of a transcript, and the same packed."""

    content: bytes
    packed: bytes

    @classmethod
    def of(cls, content: bytes) -> "Packed":
        return cls(content, pack(content))


def statement(report: Report, transcript: Packed, options: Options) -> dict[str, Any]:
    """The statement that follows from a run with ``options`` and what was said in it."""
    name = " ".join(filter(None, (report.implementation.name, report.implementation.version)))
    return {
        "_type": STATEMENT,
        "subject": [{"name": name, "digest": {"sha256": sha256(transcript.content)}}],
        "predicateType": PREDICATE,
        "predicate": {
            "result": _RESULTS[report.judgement.verdict],
            "configuration": _configuration(report),
            **_tests(report),
            OWN: {
                **_asked(options),
                **_stated(report),
                "transcript": {
                    "form": FORM,
                    "lines": transcript.content.count(b"\n"),
                    "bytes": len(transcript.content),
                    "sha256": sha256(transcript.packed),
                    "data": text_of(transcript.packed),
                },
            },
        },
    }


def written(value: dict[str, Any]) -> bytes:
    """The one way in which a certificate, or its envelope, is written."""
    return json.dumps(value, indent=2).encode() + b"\n"


def _asked(options: Options) -> dict[str, Any]:
    """What the requests follow from, beside the suite and what the adapter announced."""
    held_out = options.tier.held_out if options.tier else None
    return {
        "scoring": options.scoring,
        "seed": options.seed,
        "held_out": {"seed": held_out.seed, "rounds": held_out.rounds} if held_out else None,
    }


def _configuration(report: Report) -> list[dict[str, Any]]:
    """What was asked, as in-toto's resource descriptors."""
    version = {"annotations": {"version": report.suite_version}}
    parts = [{"name": SUITE, "digest": {"sha256": report.suite_digest}, **version}]
    if report.generated and report.generated.digest:
        digest = {"sha256": report.generated.digest}
        parts.append({"name": f"{SUITE}/generated", "digest": digest, **version})
    return parts


def _tests(report: Report) -> dict[str, list[str]]:
    tests: dict[str, list[str]] = {"passedTests": [], "warnedTests": [], "failedTests": []}
    for case in cases_of(report):
        tests[_TESTS.get(case.status, "failedTests")].append(case.name)
    return tests


def _stated(report: Report) -> dict[str, Any]:
    """The parts of the report; how the adapter was started is nobody else's business."""
    value = report_value(replace(report, command=("COMMAND",)))
    return {part: value[part] for part in _PARTS if part in value}
