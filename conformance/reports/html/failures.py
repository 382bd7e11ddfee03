"""The failures of the page in words, under the clauses that they break."""

from dataclasses import dataclass

from conformance.grading.outcome import Outcome
from conformance.reports import explain
from conformance.reports.cases import GENERATED, topic_of
from conformance.reports.html.replays import key_of
from conformance.reports.model import Report
from reference_engine.state import ScoringMode


@dataclass(frozen=True, slots=True)
class Failure:
    """A failure in words: one in both ``modes`` if it is the same in them. ``is_shown`` tells
    that its replay is in the page."""

    outcome: Outcome
    modes: tuple[ScoringMode, ...]
    key: str
    topic: str
    where: str
    what: str
    expected: str
    reported: str
    sent: str
    reproduce: str
    known: str
    is_shown: bool


@dataclass(frozen=True, slots=True)
class FailureGroup:
    """The failures that fall under one clause, or of one kind where no reply could be judged."""

    name: str
    text: str
    classes: tuple[str, ...]
    count: int
    failures: tuple[Failure, ...]


def failure_groups(report: Report, shown: frozenset[str]) -> tuple[FailureGroup, ...]:
    """In the order of the rulebook, then the kinds. ``shown`` holds the keys of the replays that
    the page has."""
    groups: dict[str, list[Outcome]] = {}
    for outcome in report.failures:
        name = outcome.divergence.clause if outcome.divergence else outcome.kind
        groups.setdefault(name, []).append(outcome)
    order = {slug: at for at, slug in enumerate(report.book.clauses)}
    names = sorted(groups, key=lambda name: (order.get(name, len(order)), name))
    return tuple(_group(name, groups[name], report, shown) for name in names)


def _group(
    name: str, outcomes: list[Outcome], report: Report, shown: frozenset[str]
) -> FailureGroup:
    clause = report.book.clauses.get(name)
    alike: dict[str, list[Outcome]] = {}
    for o in outcomes:
        what = repr((o.scenario, o.kind, o.divergence, o.message, o.stderr, report.known_as(o)))
        alike.setdefault(what, []).append(o)
    return FailureGroup(
        name,
        clause.text if clause else _KIND_TEXT[name],
        clause.classes if clause else (),
        len(outcomes),
        tuple(_failure(same, report, shown) for same in alike.values()),
    )


_KIND_TEXT = {
    "error": "The adapter reported an error of the implementation.",
    "crash": "The adapter ended instead of replying.",
    "timeout": "No reply came in time.",
    "protocol": "What came is no reply to what was asked.",
}


def _failure(same: list[Outcome], report: Report, shown: frozenset[str]) -> Failure:
    outcome = same[0]
    entry = report.known_as(outcome)
    difference = outcome.divergence.difference if outcome.divergence else None
    key = key_of(outcome)
    return Failure(
        outcome,
        tuple(o.scoring for o in same),
        key,
        GENERATED if key.startswith(f"{GENERATED}/") else topic_of(key),
        explain.where(difference) if difference else "",
        explain.what(difference) if difference else "",
        explain.said(difference.expected) if difference else "",
        explain.said(difference.reported) if difference else "",
        explain.sent(outcome.sent) if outcome.sent else "",
        explain.reproduce(outcome, report.command),
        f"{entry.reason} {entry.issue}".rstrip() if entry else "",
        key in shown,
    )
