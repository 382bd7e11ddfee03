"""The exhaustive tier as a run asks for it: its cases, which of them, and when it gives up."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from conformance.errors import UsageError
from conformance.exhaustive import requests
from conformance.exhaustive.held_out import HELD_OUT, HeldOut, of_name
from conformance.exhaustive.invariance import Repeat, repeats
from conformance.exhaustive.judging import Answers, Judge
from conformance.exhaustive.requests import PREFIX, Asked
from conformance.exhaustive.rounds import ROUNDS, GeneratedRound, shipped_rounds
from conformance.exhaustive.scores import INDEX, Index, shipped_index
from conformance.grading.claims import CLASSES, Claims
from conformance.grading.outcome import Kind, Outcome
from reference_engine.state import ScoringMode

MOST_FAILURES = 100
MOST_SILENCES = 3
"""A crash or a time-out costs seconds; an engine that goes on so is not asked thousands more."""

Case = Asked | Repeat


@dataclass(frozen=True, slots=True)
class Tier:
    """Generated rounds and the index to those that are played from every score, and the deals
    held out. ``only`` names the ids (or leading parts of ids) that are asked; empty for all.
    ``digest`` is that of the shipped rounds, empty where they are left out."""

    rounds: tuple[GeneratedRound, ...] = ()
    index: Index = field(default_factory=dict)
    digest: str = ""
    only: tuple[str, ...] = ()
    held_out: HeldOut | None = None

    def cases(self, claims: Claims, scoring: ScoringMode | None = None) -> list[Case]:
        """What is asked of an adapter with these claims, in the order of asking."""
        return [case for case in self._all(claims, scoring) if self._is_wanted(case.id)]

    def _all(self, claims: Claims, scoring: ScoringMode | None) -> Iterator[Case]:
        modes = requests.modes_asked(claims, scoring)
        if not modes:
            return
        # First, and few: whoever cannot answer them fails here, not by the hundred below.
        if self.held_out:
            yield from self.held_out.asked(claims, modes)
        if not self.rounds:
            return
        yield from requests.whole_rounds(self.rounds, claims, modes)
        yield from requests.from_scores(self.rounds, self.index, claims, modes)
        yield from requests.relabelled_rounds(self.rounds, claims, modes)
        yield from repeats(self.rounds, claims, scoring)

    def _is_wanted(self, case_id: str) -> bool:
        return not self.only or any(
            case_id == name or case_id.startswith(f"{name}/") for name in self.only
        )


@dataclass(frozen=True, slots=True)
class GeneratedRun:
    """What came of the tier: ``left_out`` cases were not asked, as too much had failed."""

    outcomes: tuple[Outcome, ...] = ()
    left_out: int = 0
    digest: str = ""
    held_out: HeldOut | None = None

    @property
    def failures(self) -> tuple[Outcome, ...]:
        return tuple(o for o in self.outcomes if o.kind not in ("pass", "unsupported"))

    def counts(self, *, held_out: bool) -> Counter[Kind]:
        """The outcomes of the deals held out, or of the other rounds, by their kind."""
        return Counter(o.kind for o in self.outcomes if is_held_out(o.scenario) is held_out)


def outcome_of(case: Case, judge: Judge, adapter: Answers) -> Outcome:
    """Ask and judge one case."""
    if isinstance(case, Repeat):
        return case.outcome(judge, adapter)
    return judge.outcome(case, adapter)


def gives_up(outcomes: Iterable[Outcome]) -> bool:
    """Has enough failed?"""
    kinds = Counter(outcome.kind for outcome in outcomes)
    failures = kinds.total() - kinds["pass"] - kinds["unsupported"]
    silences = kinds["crash"] + kinds["timeout"]
    return failures >= MOST_FAILURES or silences >= MOST_SILENCES


def shipped_tier(only: tuple[str, ...] = ()) -> Tier:
    """The tier that comes with the suite, or the part of it that ``only`` names.

    Raises:
        UsageError: a name that no case has.
    """
    digest = hashlib.sha256(ROUNDS.read_bytes() + INDEX.read_bytes()).hexdigest()
    tier = Tier(shipped_rounds(), shipped_index(), digest, only)
    if only:
        _check_names(tier)
    return tier


def named_tier(names: tuple[str, ...]) -> Tier | None:
    """The part of the tier that ``names`` are of, shipped rounds or deals held out; None without
    names.

    Raises:
        UsageError: a name that no case has, or deals of several seeds.
    """
    if not names:
        return None
    held_out = None
    for name in filter(is_held_out, names):
        found = of_name(name)
        if found is None:
            raise UsageError(
                f"no deal held out at {name}", f"{HELD_OUT}/SEED/NUMBER, as a report names it"
            )
        if held_out and held_out.seed != found.seed:
            raise UsageError("deals of several seeds", "run those of one seed at a time")
        held_out = max(held_out or found, found, key=lambda drawn: drawn.rounds)
    generated = tuple(name for name in names if not is_held_out(name))
    tier = shipped_tier(generated) if generated else Tier()
    return replace(tier, only=names, held_out=held_out)


def is_name(text: str) -> bool:
    """Does ``text`` name cases of the tier?"""
    return text.rstrip("/") == PREFIX or text.startswith(f"{PREFIX}/") or is_held_out(text)


def is_held_out(text: str) -> bool:
    """Does ``text`` name deals held out?"""
    return text.startswith(f"{HELD_OUT}/")


def _check_names(tier: Tier) -> None:
    everything = Claims(
        frozenset(("full", "simplified")),
        frozenset(("refusals", "start_scores", "validates_deals")),
        frozenset(CLASSES),
    )
    for name in tier.only:
        named = Tier(tier.rounds, tier.index, only=(name,))
        if not named.cases(everything):
            raise UsageError(
                f"no generated case at {name}",
                f"{PREFIX}/0001 is the first round; a failure tells the id to give here",
            )
