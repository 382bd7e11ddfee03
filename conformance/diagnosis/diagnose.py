"""The candidates that explain what was observed."""

import functools
import itertools
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

SAMPLE = 9
"""Failing replays on which candidates are tried first, the shorter ones."""
FINALISTS = 12
"""Candidates that are tried on more."""
SOME = 40
"""Failing replays, and as many passing ones, on which a finalist is tried."""
TOLD = 3
"""Explanations that are tried on everything, and told."""
PAIRED = 4
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

    @property
    def is_likely(self) -> bool:
        """Does it explain at least half, and more than it contradicts?"""
        return 2 * self.explained >= self.failing and self.explained > self.contradicted

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
    at_once = [c for c in known if not c.remembers]
    alone = [(c,) for c in trial.likeliest(at_once, failing, FINALISTS)]
    best = trial.best(alone)
    if not any(e.is_exact for e in best):
        best += [e for c in known if c.remembers and (e := trial.whole(c)).explained]
    if not any(e.is_exact for e in best):
        best += trial.best(_pairs(trial, best, at_once))
    return sorted((e for e in best if e.is_likely), key=_rank)[:TOLD]


def spread(items: Sequence[Observation], count: int) -> list[Observation]:
    """Up to ``count`` of ``items``, evenly over their whole range."""
    if len(items) <= count:
        return list(items)
    return [items[at * len(items) // count] for at in range(count)]


def _rank(e: Explanation) -> tuple[bool, int, int, int, tuple[str, ...]]:
    names = tuple(c.id for c in e.candidates)
    return not e.is_exact, -e.explained, e.contradicted, len(e.candidates), names


def _pairs(
    trial: "_Trial", alone: Iterable[Explanation], known: Sequence[Candidate]
) -> list[tuple[Candidate, ...]]:
    """Two at once, where one does not explain all: with the second, the first explains some of
    what it leaves."""
    pairs: list[tuple[Candidate, ...]] = []
    worth = [e for e in alone if 20 * e.explained >= e.failing]
    for explanation in sorted(worth, key=_rank)[:PAIRED]:
        (first,) = explanation.candidates
        left = _cheap([o for o in trial.failing if not trial.agrees(first, o)], SAMPLE // 3)
        counted = [
            (trial.explanation((first, second), left, ()).explained, (first, second))
            for second in known
            if second.id != first.id
        ]
        counted.sort(key=lambda pair: -pair[0])
        pairs += [pair for count, pair in counted[:PAIRED] if count]
    return pairs


def _cheap(observed: Sequence[Observation], count: int) -> list[Observation]:
    """Some of the replays with the fewest plays: they are asked of every candidate."""
    by_length = sorted(observed, key=lambda o: sum(len(r["plays"]) for r in o.request["rounds"]))
    return spread(by_length[: max(count, len(by_length) // 3)], count)


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
        self.passing = [o for o in observed if not o.failed]
        self._claims = claims
        self._rules = rules
        self._memo = memo

    def likeliest(
        self, known: Sequence[Candidate], failing: Sequence[Observation], count: int
    ) -> list[Candidate]:
        """The candidates that behave as observed most often, tried on a sample. After each third
        of it those are dropped that have never done so, if others have."""
        sample = _cheap(failing, SAMPLE)
        matches = {candidate.id: 0 for candidate in known}
        alive = list(known)
        for at, observation in enumerate(sample, start=1):
            for candidate in alive:
                matches[candidate.id] += self.agrees(candidate, observation)
            if at % (SAMPLE // 3) == 0:
                alive = [c for c in alive if matches[c.id]] or alive
        alive.sort(key=lambda c: -matches[c.id])
        return [candidate for candidate in alive[:count] if matches[candidate.id]]

    def best(self, joined: Iterable[tuple[Candidate, ...]]) -> list[Explanation]:
        """The likeliest of these, tried on everything."""
        failing, passing = spread(self.failing, SOME), spread(self.passing, SOME)
        some = [(self.explanation(j, failing, passing), j) for j in joined]
        some.sort(key=lambda pair: _rank(pair[0]))
        found: list[Explanation] = []
        for _, candidates_ in some[:TOLD]:
            found.append(self.explanation(candidates_, self.failing, self.passing))
            if found[-1].is_exact:
                break
        return found

    def agrees(self, candidate: Candidate, observation: Observation) -> bool:
        key = candidate.id, observation.key
        if key not in self._memo:
            self._memo[key] = self._asker(candidate.rules(self._rules))(observation)
        return self._memo[key] == observation.seen

    def explanation(
        self,
        joined: tuple[Candidate, ...],
        failing: Sequence[Observation],
        passing: Sequence[Observation],
    ) -> Explanation:
        """One candidate, or two together, on these replays."""
        same = self._same(joined)
        if same is None:
            return Explanation(joined, 0, len(failing), len(passing))
        contradicted = len(passing) - sum(map(same, passing))
        return Explanation(joined, sum(map(same, failing)), len(failing), contradicted)

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
        """A candidate that remembers is asked everything, in the order of the run, as long as it
        behaves as observed."""
        ask = self._asker(candidate.rules(self._rules))
        same = list(itertools.takewhile(lambda o: ask(o) == o.seen, self.observed))
        explained = sum(o.failed for o in same)
        contradicted = len(self.passing) - (len(same) - explained)
        return Explanation((candidate,), explained, len(self.failing), contradicted)

    def _asker(self, rules: Rules) -> Callable[[Observation], int]:
        adapter = serve(rules, self._claims)

        def ask(observation: Observation) -> int:
            reply = adapter.run(observation.request)
            if isinstance(reply, NoReply):
                return hash((reply.outcome,))
            return hash(canonical(reply, self._claims))

        return ask
