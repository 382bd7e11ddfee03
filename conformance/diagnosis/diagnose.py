"""The candidates that explain what was observed."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from conformance.adapters.session import NoReply
from conformance.diagnosis.candidates import Candidate, both, candidates, serve
from conformance.diagnosis.canonical import canonical
from conformance.diagnosis.finding import Finding
from conformance.exhaustive.judging import request_of
from conformance.exhaustive.requests import Asked
from conformance.exhaustive.tier import Tier
from conformance.grading.claims import Claims
from conformance.grading.outcome import Outcome
from conformance.plans import Plans
from conformance.rulebook import Rulebook
from conformance.scenarios.model import Scenario
from reference_engine.rules import Rules

SAMPLE = 10
"""Failing replays on which every candidate is tried."""
FINALISTS = 12
"""Candidates that are tried on everything."""
PASSING = 80
"""Passing replays on which a finalist must not fail."""
PAIRED = 8
"""Candidates that are joined with each other."""


@dataclass(frozen=True, slots=True)
class Observation:
    """One replay of the implementation: its request, and what came of it."""

    request: dict[str, Any]
    failed: bool
    seen: Hashable


@dataclass(frozen=True, slots=True)
class Explanation:
    """One candidate, or two together, that behave as observed in ``explained`` of ``failing``
    failing replays and unlike it in ``contradicted`` passing ones."""

    candidates: tuple[Candidate, ...]
    explained: int
    failing: int
    contradicted: int

    @property
    def is_exact(self) -> bool:
        return self.explained == self.failing and not self.contradicted

    def __str__(self) -> str:
        names = " and ".join(f"`{c.id}`" for c in self.candidates)
        together = " together" if len(self.candidates) > 1 else ""
        exactly = "exactly " if self.is_exact else ""
        told = "; ".join(f"{c.text} ({c.clause})" for c in self.candidates)
        return (
            f"behaves {exactly}like {names}{together} in {self.explained} of "
            f"{self.failing} failing replays: {told}"
        )

    def finding(self) -> Finding:
        """The explanation as a plain value."""
        return Finding(
            text=str(self),
            known=tuple(c.id for c in self.candidates),
            clauses=tuple(c.clause for c in self.candidates),
            explained=self.explained,
            failing=self.failing,
            exact=self.is_exact,
        )


def generated_observations(
    outcomes: Iterable[Outcome], tier: Tier, claims: Claims, rules: Rules
) -> list[Observation]:
    """What was asked and seen in the generated rounds whose trace is known."""
    asked = {case.id: case for case in tier.cases(claims) if isinstance(case, Asked)}
    return [
        Observation(
            request_of(asked[outcome.scenario].match, rules, "trace"),
            outcome.failed,
            canonical(outcome.reply, claims),
        )
        for outcome in outcomes
        if outcome.reply and outcome.scenario in asked
    ]


def observations(
    outcomes: Iterable[Outcome],
    scenarios: Sequence[Scenario],
    claims: Claims,
    rules: Rules,
    plans: Plans,
) -> list[Observation]:
    """What was asked and seen, in the order of the run."""
    by_id = {scenario.id: scenario for scenario in scenarios}
    seen = []
    for outcome in outcomes:
        if outcome.scenario not in by_id or (outcome.kind == "unsupported" and not outcome.reply):
            continue
        planned = plans.plan(by_id[outcome.scenario], outcome.scoring, rules)
        failed = outcome.kind not in ("pass", "unsupported")
        form = canonical(outcome.reply, claims) if outcome.reply else (outcome.kind,)
        seen.append(Observation(planned.request, failed, form))
    return seen


def diagnose(
    observed: Sequence[Observation], claims: Claims, rules: Rules, book: Rulebook
) -> list[Explanation]:
    """The explanations, best first; empty where nothing known behaves like this.

    ``rules`` is the reading that the implementation is held to.
    """
    failing = [o for o in observed if o.failed]
    if not failing:
        return []
    trial = _Trial(observed, failing, claims, rules)
    known = [c for c in candidates(book) if c.rules(rules) != rules or c.fault]
    scored = [(trial.matches(c, spread(failing, SAMPLE)), c) for c in known if not c.remembers]
    scored.sort(key=lambda pair: -pair[0])
    finalists = [c for count, c in scored[:FINALISTS] if count]
    found: list[Explanation] = []
    for candidate in finalists:
        found.append(trial.explanation((candidate,)))
        if found[-1].is_exact:
            break
    if not any(e.is_exact for e in found):
        found += [trial.whole(c) for c in known if c.remembers]
    if not any(e.is_exact for e in found):
        found += _pairs(trial, found, known)
    best = sorted(found, key=_rank)
    return [e for e in best if e.explained][:3]


def spread(items: Sequence[Observation], count: int) -> list[Observation]:
    """Up to ``count`` of ``items``, evenly over their whole range."""
    if len(items) <= count:
        return list(items)
    return [items[at * len(items) // count] for at in range(count)]


def _rank(e: Explanation) -> tuple[bool, int, int, int, tuple[str, ...]]:
    names = tuple(c.id for c in e.candidates)
    return not e.is_exact, -e.explained, e.contradicted, len(e.candidates), names


def _pairs(
    trial: "_Trial", singles: list[Explanation], known: list[Candidate]
) -> list[Explanation]:
    """Two at once, where one does not explain all."""
    alone = sorted((e for e in singles if e.explained), key=_rank)[:PAIRED]
    found = []
    for first in alone:
        (candidate,) = first.candidates
        left = [o for o in trial.failing if not trial.agrees(candidate, o)]
        sample = spread(left, SAMPLE)
        scored = [(trial.matches(c, sample), c) for c in known if not c.remembers]
        scored.sort(key=lambda pair: -pair[0])
        for count, second in scored[:PAIRED]:
            if count and second.id != candidate.id:
                found.append(trial.explanation((candidate, second)))
    return found


class _Trial:
    def __init__(
        self,
        observed: Sequence[Observation],
        failing: list[Observation],
        claims: Claims,
        rules: Rules,
    ) -> None:
        self.observed = observed
        self.failing = failing
        self.passing = spread([o for o in observed if not o.failed], PASSING)
        self.claims = claims
        self.rules = rules

    def matches(self, candidate: Candidate, on: Iterable[Observation]) -> int:
        return self._count(candidate.rules(self.rules), on)

    def agrees(self, candidate: Candidate, observation: Observation) -> bool:
        return bool(self.matches(candidate, [observation]))

    def explanation(self, joined: tuple[Candidate, ...]) -> Explanation:
        """The candidates on all failing replays and on some of the passing ones."""
        rules: Rules | None = joined[0].rules(self.rules)
        for candidate in joined[1:]:
            rules = both(rules, candidate.rules(self.rules)) if rules else None
        if rules is None:
            return Explanation(joined, 0, len(self.failing), len(self.passing))
        explained = self._count(rules, self.failing)
        contradicted = len(self.passing) - self._count(rules, self.passing)
        return Explanation(joined, explained, len(self.failing), contradicted)

    def whole(self, candidate: Candidate) -> Explanation:
        """A candidate that remembers is asked everything, in the order of the run."""
        ask = self._asker(candidate.rules(self.rules))
        explained = contradicted = 0
        for observation in self.observed:
            same = ask(observation) == observation.seen
            explained += same and observation.failed
            contradicted += not same and not observation.failed
        return Explanation((candidate,), explained, len(self.failing), contradicted)

    def _count(self, rules: Rules, on: Iterable[Observation]) -> int:
        ask = self._asker(rules)
        return sum(ask(observation) == observation.seen for observation in on)

    def _asker(self, rules: Rules) -> Callable[[Observation], Hashable]:
        adapter = serve(rules, self.claims)

        def ask(observation: Observation) -> Hashable:
            reply = adapter.run(observation.request)
            if isinstance(reply, NoReply):
                return (reply.outcome,)
            return canonical(reply, self.claims)

        return ask
