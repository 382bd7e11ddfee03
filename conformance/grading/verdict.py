"""From outcomes to clauses, classes and the verdict."""

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Literal

from conformance.grading.claims import CLASSES, Claims
from conformance.grading.outcome import Kind, Outcome
from conformance.rulebook import Rulebook

ClauseState = Literal["passed", "failed", "not observed"]
ClassState = Literal["passed", "failed", "passed as observed", "not observed", "not claimed"]
Verdict = Literal["conforms", "conforms-as-observed", "does-not-conform", "partial"]
"""``partial``: the run was interrupted, and nothing had failed so far."""


@dataclass(frozen=True, slots=True)
class ClauseResult:
    """A clause of a claimed class. ``shown_by`` names what would show it where it was not
    observed: features, ``scoring``, or empty if no scenario that was run shows it."""

    slug: str
    state: ClauseState
    scenarios: int
    shown_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Judgement:
    """Everything that follows from the outcomes."""

    verdict: Verdict
    clauses: tuple[ClauseResult, ...]
    classes: dict[str, ClassState]
    counts: dict[Kind, int]


def judge_all(outcomes: Sequence[Outcome], claims: Claims, book: Rulebook) -> Judgement:
    """The judgement over all outcomes of a run.

    A clause has failed if a divergence falls under it, has passed if a replay that shows it
    passed and none failed, and was not observed otherwise.
    """
    failed = {o.divergence.clause for o in outcomes if o.divergence}
    observed = Counter(slug for o in outcomes if o.kind == "pass" for slug in o.observed)
    lacking: dict[str, set[str]] = {}
    for outcome in outcomes:
        if outcome.lack:
            for slug in outcome.clauses:
                lacking.setdefault(slug, set()).add(outcome.lack.feature)
    clauses = []
    for slug, clause in book.clauses.items():
        if not claims.concerns(clause) and slug not in failed:
            continue
        if slug in failed:
            state: ClauseState = "failed"
        else:
            state = "passed" if observed[slug] else "not observed"
        shown_by = tuple(sorted(lacking.get(slug, ()))) if state == "not observed" else ()
        clauses.append(ClauseResult(slug, state, observed[slug], shown_by))
    counts = Counter(outcome.kind for outcome in outcomes)
    return Judgement(
        verdict=_verdict(clauses, counts),
        clauses=tuple(clauses),
        classes=_classes(clauses, claims, book),
        counts=dict(sorted(counts.items())),
    )


def _verdict(clauses: Sequence[ClauseResult], counts: Mapping[Kind, int]) -> Verdict:
    if set(counts) - {"pass", "unsupported"} or not counts.get("pass"):
        return "does-not-conform"
    if all(clause.state == "passed" for clause in clauses):
        return "conforms"
    return "conforms-as-observed"


def _classes(
    clauses: Sequence[ClauseResult], claims: Claims, book: Rulebook
) -> dict[str, ClassState]:
    states: dict[str, ClassState] = {}
    for name in CLASSES:
        of_class = {c.state for c in clauses if name in book.clauses[c.slug].classes}
        if name not in claims.classes:
            states[name] = "not claimed"
        else:
            states[name] = class_state(of_class)
    return states


def class_state(clauses: Set[ClauseState]) -> ClassState:
    """The state of a claimed class from those of its clauses."""
    if "failed" in clauses:
        return "failed"
    if "passed" not in clauses:
        return "not observed"
    return "passed" if clauses == {"passed"} else "passed as observed"
