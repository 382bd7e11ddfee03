"""Random matches that can be played again: each is made from a seed and its number alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeVar

from conformance.grading.claims import Claims
from conformance.rulebook import with_fields
from conformance.scenarios.stage import Staged
from reference_engine.cards import DECK
from reference_engine.replay import Attempt, MatchInput, MatchShown, RoundInput, RoundShown, Table
from reference_engine.rules import Rules
from reference_engine.state import SEATS, BySeat, Match, ScoringMode, Seat

UNKNOWN_CARDS = ("", "1C", "2X", "ZS", "joker")
TRACED = 0.25
"""The share of matches that are asked for in full; of the others, the results alone."""
TRIED = 0.05
"""The share of plays before which something is tried that need not be allowed."""
DEALT = 0.25
"""The share of rounds that are sent as a deck alone."""
STARTED = 0.25
"""The share of matches that begin from other scores than none."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Terms:
    """All of an engine that decides which match it is given: the rules that it is held to, and
    what it can be asked."""

    rules: Rules
    scoring: tuple[ScoringMode, ...]
    refusals: bool
    deals_from_deck: bool
    start_scores: bool
    matches: bool

    @classmethod
    def of(cls, claims: Claims) -> "Terms":
        """Rulings that are not declared are taken to be the usual ones."""
        return cls(
            rules=with_fields(Rules(), claims.rulings),
            scoring=tuple(sorted(claims.scoring)),
            refusals="refusals" in claims.features,
            deals_from_deck="deals_from_deck" in claims.features,
            start_scores=claims.matches and "start_scores" in claims.features,
            matches=claims.matches,
        )


@dataclass(frozen=True, slots=True)
class Played:
    """A match, what the rulebook has it show, and whether that is the whole trace."""

    staged: Staged
    shown: MatchShown
    traced: bool


def random_match(seed: int, number: int, terms: Terms) -> Played:
    """Match ``number`` on these terms, played to its end; a single round where the class match
    is not claimed."""
    random = Random(f"{seed}/{number}")  # noqa: S311 - no secret
    scoring = _one_of(terms.scoring, random)
    traced = random.random() < TRACED
    start = Match(scoring, _one_of(SEATS, random), _scores(random, terms))
    rounds: list[RoundInput] = []
    shown: list[RoundShown] = []
    dealers: list[Seat] = []
    m = start
    while m.winner is None and (terms.matches or not rounds):
        dealers.append(m.dealer)
        m, asked, round_shown = _round(random, terms, m, traced=traced)
        rounds.append(asked)
        shown.append(round_shown)
    match = MatchInput(scoring, start.dealer, tuple(rounds), start.scores)
    staged = Staged(match, tuple(dealers), swapped=(False,) * len(rounds))
    return Played(staged, MatchShown(tuple(shown), m.winner), traced)


def _scores(random: Random, terms: Terms) -> BySeat[int]:
    nearly_won = terms.rules.target - 1
    if not terms.start_scores or random.random() >= STARTED:
        return BySeat(0, 0)
    return BySeat(_below(nearly_won + 1, random), _below(nearly_won + 1, random))


def _round(
    random: Random, terms: Terms, m: Match, *, traced: bool
) -> tuple[Match, RoundInput, RoundShown]:
    deck = _shuffled(random)
    deal = terms.rules.deal(deck, m.dealer)
    table = Table(terms.rules, m, deal, traced=traced)
    attempts: list[Attempt] = []
    while True:
        seat, legal = terms.rules.on_turn(table.round), terms.rules.legal(table.round)
        if terms.refusals and random.random() < TRIED:
            attempt = _anything(random, table)
        elif seat is not None:
            attempt = Attempt(seat, _one_of(legal, random))
        else:
            break
        table.play(attempt)
        attempts.append(attempt)
    m, shown = table.finish()
    if terms.deals_from_deck and random.random() < DEALT:
        return m, RoundInput(tuple(attempts), deck=deck), shown
    return m, RoundInput(tuple(attempts), deal=deal), shown


def _anything(random: Random, table: Table) -> Attempt:
    """A card of that hand, of the pack, or none at all: the play may even be allowed."""
    seat = _one_of(SEATS, random)
    held = table.round.hands[seat] or DECK
    return Attempt(seat, _one_of(_one_of((held, DECK, UNKNOWN_CARDS), random), random))


# --- of the random numbers only ``random()`` is the same in every version of Python -------------


def _below(limit: int, random: Random) -> int:
    return int(random.random() * limit)


def _one_of(items: Sequence[T], random: Random) -> T:
    return items[_below(len(items), random)]


def _shuffled(random: Random) -> tuple[str, ...]:
    deck = list(DECK)
    for at in range(len(deck) - 1, 0, -1):
        other = _below(at + 1, random)
        deck[at], deck[other] = deck[other], deck[at]
    return tuple(deck)
