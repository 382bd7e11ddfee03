"""What stands in the page, as plain values for the template, in the order in which it is shown."""

import shlex
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from conformance.diagnosis.finding import NOTHING_KNOWN
from conformance.grading.outcome import Kind
from conformance.grading.verdict import Verdict
from conformance.reports.cases import stale_text
from conformance.reports.html.failures import FailureGroup, failure_groups
from conformance.reports.html.rows import ClauseRow, ScenarioRow, clause_rows, scenario_rows
from conformance.reports.model import Report

KINDS: tuple[Kind, ...] = ("pass", "fail", "crash", "timeout", "protocol", "error", "unsupported")
STATES = ("failed", "passed", "not observed", "not claimed")
_VERDICTS: dict[Verdict, tuple[str, str, str]] = {
    "conforms": ("Conforms", "passed", "Every clause of each claimed class was observed."),
    "conforms-as-observed": (
        "Conforms as observed",
        "passed",
        "No clause failed; some could not be observed.",
    ),
    "does-not-conform": ("Does not conform", "failed", ""),
    "partial": (
        "Interrupted",
        "not observed",
        "The run was interrupted: there is no verdict, and nothing had failed until then.",
    ),
}
_HOW = {"declared": "declared", "inferred": "found out", "assumed": "assumed, not observed"}


@dataclass(frozen=True, slots=True)
class RulingRow:
    question: str
    name: str
    option: str
    means: str
    how: str


@dataclass(frozen=True, slots=True)
class View:
    """The page."""

    name: str
    language: str
    verdict: str
    verdict_state: str
    why: str
    suite: str
    digest: str
    seed: str
    command: str
    counts: tuple[tuple[str, int], ...]
    generated: tuple[tuple[str, int], ...]
    held_out: tuple[tuple[str, int], ...]
    left_out: str
    clause_counts: tuple[tuple[str, int], ...]
    classes: tuple[tuple[str, str], ...]
    features: tuple[str, ...]
    rulings: tuple[RulingRow, ...]
    diagnosis: tuple[str, ...]
    known: tuple[tuple[str, str, str], ...]
    stale: tuple[str, ...]
    failures: tuple[FailureGroup, ...]
    clauses: tuple[ClauseRow, ...]
    topics: tuple[tuple[str, tuple[ScenarioRow, ...]], ...]
    all_topics: tuple[str, ...]


def view_of(report: Report, shown: Iterable[str]) -> View:
    """``shown`` holds the keys of the replays that the page has."""
    implementation, judgement = report.implementation, report.judgement
    verdict, state, why = _VERDICTS[judgement.verdict]
    rows = scenario_rows(report)
    clauses = clause_rows(report, rows)
    topics: dict[str, list[ScenarioRow]] = {}
    for row in rows:
        topics.setdefault(row.topic, []).append(row)
    run = report.generated
    return View(
        name=" ".join(filter(None, (implementation.name, implementation.version))),
        language=implementation.language,
        verdict=verdict,
        verdict_state=state,
        why=why or _why_not(report),
        suite=report.suite_version,
        digest=report.suite_digest,
        seed="" if report.seed is None else str(report.seed),
        command=shlex.join(report.command),
        counts=_in_order(Counter(outcome.kind for outcome in report.outcomes)),
        generated=_in_order(run.counts(held_out=False)) if run else (),
        held_out=_in_order(run.counts(held_out=True)) if run else (),
        left_out=_left_out(report),
        clause_counts=tuple(
            (s, n) for s in STATES if (n := sum(row.state == s for row in clauses))
        ),
        classes=tuple(judgement.classes.items()),
        features=tuple(sorted(report.claims.features)),
        rulings=tuple(_rulings(report)),
        diagnosis=_diagnosis(report),
        known=_known(report),
        stale=tuple(stale_text(checked) for checked in report.known.stale) if report.known else (),
        failures=failure_groups(report, frozenset(shown)),
        clauses=clauses,
        topics=tuple((topic, tuple(topics[topic])) for topic in sorted(topics)),
        all_topics=tuple(sorted({*topics, *(row.topic for row in clauses)})),
    )


def _why_not(report: Report) -> str:
    failed = [c.slug for c in report.judgement.clauses if c.state == "failed"]
    parts = []
    if failed:
        parts.append(f"{len(failed)} clause{'s' * (len(failed) != 1)} failed: {', '.join(failed)}.")
    silent = sum(not outcome.divergence for outcome in report.failures)
    if silent:
        parts.append(f"{silent} repl{'ies' if silent != 1 else 'y'} could not be judged.")
    return " ".join(parts) or "Nothing that was asked could be observed."


def _in_order(counts: Mapping[Kind, int]) -> tuple[tuple[str, int], ...]:
    return tuple((kind, counts[kind]) for kind in KINDS if counts.get(kind))


def _left_out(report: Report) -> str:
    if not report.generated or not report.generated.left_out:
        return ""
    why = "the run was interrupted" if report.partial else "so many had failed"
    return f"{report.generated.left_out:,} more were not asked, as {why}"


def _rulings(report: Report) -> Iterable[RulingRow]:
    for name, reading in report.readings.items():
        ruling = report.book.rulings[name]
        yield RulingRow(
            ruling.question, name, reading.option, ruling.options[reading.option], _HOW[reading.how]
        )


def _diagnosis(report: Report) -> tuple[str, ...]:
    if report.diagnosis is None:
        return ()
    if not report.diagnosis:
        return (f"This engine {NOTHING_KNOWN}.",)
    best = report.diagnosis[0]
    return tuple(found.text for found in report.diagnosis if found is best or found.exact)


def _known(report: Report) -> tuple[tuple[str, str, str], ...]:
    checked = report.known.checked if report.known else ()
    return tuple(
        (each.entry.name, f"{each.entry.reason} {each.entry.issue}".rstrip(), each.state)
        for each in checked
    )
