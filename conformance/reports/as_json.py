"""The JSON report (``spec/schemas/report.schema.json``)."""

import json
import re
from collections import Counter
from typing import Any

from conformance.diagnosis.finding import Finding
from conformance.exhaustive.held_out import HeldOut
from conformance.exhaustive.tier import GeneratedRun
from conformance.grading.compare import Difference
from conformance.grading.outcome import Divergence, Outcome, Sent
from conformance.known_failures import KnownFailures
from conformance.reports import explain
from conformance.reports.model import Report

FORMAT = 1
# What JSON leaves as it is and a terminal or an editor acts upon.
_ACTS = re.compile("[\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]")
_HALF = re.compile("[\ud800-\udfff]")


def report_json(report: Report) -> bytes:
    """The report as UTF-8 JSON: the same run gives the same bytes."""
    text = json.dumps(report_value(report), indent=2, ensure_ascii=False)
    text = _ACTS.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
    # Half a surrogate pair, of a name that is not UTF-8, becomes text: strict readers refuse it.
    text = _HALF.sub(lambda found: f"\\\\u{ord(found[0]):04x}", text)
    return text.encode() + b"\n"


def report_value(report: Report) -> dict[str, Any]:
    implementation = report.implementation
    judgement = report.judgement
    return {
        "format": FORMAT,
        "suite": {"version": report.suite_version, "digest": f"sha256:{report.suite_digest}"},
        "implementation": {
            "name": implementation.name,
            "version": implementation.version,
            "language": implementation.language,
        },
        "command": list(report.command),
        "claims": {
            "scoring": sorted(report.claims.scoring),
            "features": sorted(report.claims.features),
            "classes": sorted(report.claims.classes),
        },
        "rulings": {
            name: {"option": reading.option, "how": reading.how}
            for name, reading in report.readings.items()
        },
        "verdict": judgement.verdict,
        **({"partial": True} if report.partial else {}),
        **({} if report.seed is None else {"seed": report.seed}),
        "counts": judgement.counts,
        "classes": judgement.classes,
        "clauses": [
            {
                "slug": clause.slug,
                "state": clause.state,
                "scenarios": clause.scenarios,
                **({"shown_by": list(clause.shown_by)} if clause.shown_by else {}),
            }
            for clause in judgement.clauses
        ],
        "outcomes": [_outcome(outcome, report) for outcome in report.outcomes],
        **({"known_failures": _known(report.known)} if report.known else {}),
        **({} if report.diagnosis is None else {"diagnosis": _diagnosis(report.diagnosis)}),
        **({"generated": _generated(report.generated, report)} if report.generated else {}),
    }


def _known(known: KnownFailures) -> list[dict[str, Any]]:
    """The entries and what became of each."""
    return [
        {
            **({"scenario": checked.entry.scenario} if checked.entry.scenario else {}),
            **({"scoring": checked.entry.scoring} if checked.entry.scoring else {}),
            **({"clause": checked.entry.clause} if checked.entry.clause else {}),
            "reason": checked.entry.reason,
            **({"issue": checked.entry.issue} if checked.entry.issue else {}),
            "state": checked.state,
            "failures": checked.failures,
        }
        for checked in known.checked
    ]


def _generated(run: GeneratedRun, report: Report) -> dict[str, Any]:
    """The generated rounds summed up; those that failed one by one."""
    return {
        **({"digest": f"sha256:{run.digest}"} if run.digest else {}),
        **({"held_out": _held_out(run.held_out)} if run.held_out else {}),
        "counts": dict(sorted(Counter(outcome.kind for outcome in run.outcomes).items())),
        "left_out": run.left_out,
        "failures": [_outcome(outcome, report) for outcome in run.failures],
    }


def _held_out(drawn: HeldOut) -> dict[str, int]:
    return {"seed": drawn.seed, "rounds": drawn.rounds}


def _diagnosis(findings: tuple[Finding, ...]) -> list[dict[str, Any]]:
    return [
        {
            "text": finding.text,
            "known": list(finding.known),
            "clauses": list(finding.clauses),
            "explained": finding.explained,
            "failing": finding.failing,
            "exact": finding.exact,
        }
        for finding in findings
    ]


def _outcome(outcome: Outcome, report: Report) -> dict[str, Any]:
    value: dict[str, Any] = {
        "scenario": outcome.scenario,
        "title": outcome.title,
        "scoring": outcome.scoring,
        "outcome": outcome.kind,
        "clauses": list(outcome.clauses),
    }
    if outcome.digest:
        value["digest"] = f"sha256:{outcome.digest}"
    if outcome.kind == "pass":
        value["observed"] = list(outcome.observed)
    if outcome.divergence:
        value["divergence"] = _divergence(outcome.divergence, report)
    if outcome.lack:
        value["lacks"] = {"feature": outcome.lack.feature, "reason": outcome.lack.reason}
    if outcome.message:
        value["message"] = outcome.message
    if outcome.stderr:
        value["stderr"] = outcome.stderr
    if report.known_as(outcome):
        value["known"] = True
    if outcome.failed and outcome.sent:
        value["sent"] = _sent(outcome.sent)
    if outcome.failed:
        value["reproduce"] = explain.reproduce(outcome, report.command)
    return value


def _divergence(divergence: Divergence, report: Report) -> dict[str, Any]:
    return {
        "clause": divergence.clause,
        "text": report.book.clauses[divergence.clause].text,
        **_difference(divergence.difference),
    }


def _sent(sent: Sent) -> dict[str, Any]:
    """The form of the request, and the divergence in its words."""
    return {
        "suits": "".join(sent.suits),
        "seats_exchanged": sent.exchanged,
        **({"divergence": _difference(sent.difference)} if sent.difference else {}),
    }


def _difference(difference: Difference) -> dict[str, Any]:
    return {
        "field": difference.field,
        "round": difference.round,
        "trick": difference.trick,
        "play": difference.play,
        "seat": difference.seat,
        "card": difference.card,
        "expected": difference.expected,
        "reported": difference.reported,
    }
