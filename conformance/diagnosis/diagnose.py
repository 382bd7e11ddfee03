"""The candidates that explain what was observed."""

import functools
from collections.abc import Callable, Iterable, Sequence
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
    """One replay of the implementation: its request, and the hash of what came of it.

    ``key`` names the request among those of the run.
    """

    key: str
    request: dict[str, Any]
    failed: bool
    seen: int


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
            outcome.scenario,
            request_of(asked[outcome.scenario].match, rules, "trace"),
            outcome.failed,
            hash(canonical(outcome.reply, claims)),
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
        key = f"{outcome.scenario} {outcome.scoring}"
        seen.append(Observation(key, planned.request, failed, hash(form)))
    return seen


Memo = dict[tuple[str, str], int]
"""What a candidate (by id) shows for a request (by key), so that it is asked once."""


def diagnose(
    observed: Sequence[Observation],
    claims: Claims,
    rules: Rules,
    book: Rulebook,
    memo: Memo | None = None,
) -> list[Explanation]:
    """The explanations, best first; empty where nothing known behaves like this.

    ``rules`` is the reading that the implementation is held to. A ``memo`` may be shared between
    engines that claim the same and are held to the same reading.
    """
    failing = [o for o in observed if o.failed]
    if not failing:
        return []
    trial = _Trial(observed, failing, claims, rules, {} if memo is None else memo)
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
        memo: Memo,
    ) -> None:
        self.observed = observed
        self.failing = failing
        self.passing = spread([o for o in observed if not o.failed], PASSING)
        self._claims = claims
        self._rules = rules
        self._memo = memo

    def matches(self, candidate: Candidate, on: Iterable[Observation]) -> int:
        return sum(self.agrees(candidate, observation) for observation in on)

    def agrees(self, candidate: Candidate, observation: Observation) -> bool:
        key = candidate.id, observation.key
        if key not in self._memo:
            self._memo[key] = self._asker(candidate.rules(self._rules))(observation)
        return self._memo[key] == observation.seen

    def explanation(self, joined: tuple[Candidate, ...]) -> Explanation:
        """One candidate, or two together, on all failing replays and on some passing ones."""
        same = self._same(joined)
        if same is None:
            return Explanation(joined, 0, len(self.failing), len(self.passing))
        explained = sum(map(same, self.failing))
        contradicted = len(self.passing) - sum(map(same, self.passing))
        return Explanation(joined, explained, len(self.failing), contradicted)

    def _same(self, joined: tuple[Candidate, ...]) -> Callable[[Observation], bool] | None:
        """Does the candidate, or do both at once, behave as observed? None if they cannot be
        joined."""
        if len(joined) == 1:
            return functools.partial(self.agrees, joined[0])
        first, second = (candidate.rules(self._rules) for candidate in joined)
        together = both(first, second)
        if together is None:
            return None
        ask = self._asker(together)
        return lambda observation: ask(observation) == observation.seen

    def whole(self, candidate: Candidate) -> Explanation:
        """A candidate that remembers is asked everything, in the order of the run."""
        if (candidate.id, self.observed[0].key) not in self._memo:
            ask = self._asker(candidate.rules(self._rules))
            for observation in self.observed:
                self._memo[candidate.id, observation.key] = ask(observation)
        same = [self.agrees(candidate, o) for o in self.observed]
        explained = sum(s and o.failed for s, o in zip(same, self.observed, strict=True))
        contradicted = sum(not s and not o.failed for s, o in zip(same, self.observed, strict=True))
        return Explanation((candidate,), explained, len(self.failing), contradicted)

    def _asker(self, rules: Rules) -> Callable[[Observation], int]:
        adapter = serve(rules, self._claims)

        def ask(observation: Observation) -> int:
            reply = adapter.run(observation.request)
            if isinstance(reply, NoReply):
                return hash((reply.outcome,))
            return hash(canonical(reply, self._claims))

        return ask
