"""What a replay shows: a match played from given deals and plays, as frozen values.

The shape follows the adapter protocol (``spec/protocol.md``), and so does the order in which
things are seen.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from reference_engine.cards import Card, Suit
from reference_engine.play import Refused, finish_round, play, start_round
from reference_engine.rules import Rules
from reference_engine.state import (
    BySeat,
    Deal,
    Match,
    Reason,
    RoundResult,
    ScoringMode,
    Seat,
    Trick,
)


@dataclass(frozen=True, slots=True)
class Attempt:
    """One play as it was asked for: ``card`` may be any text."""

    seat: Seat
    card: str


@dataclass(frozen=True, slots=True)
class RoundInput:
    """The deal and the plays of one round. Exactly one of ``deal`` and ``deck`` is given."""

    plays: tuple[Attempt, ...]
    deal: Deal | None = None
    deck: tuple[Card, ...] | None = None


@dataclass(frozen=True, slots=True)
class MatchInput:
    """A match, or the part of one that a replay needs."""

    scoring: ScoringMode
    dealer: Seat
    rounds: tuple[RoundInput, ...]
    scores: BySeat[int] = field(default_factory=lambda: BySeat(0, 0))


@dataclass(frozen=True, slots=True)
class PlayShown:
    """One play: hands, legal set and view before it, whether it was accepted, and why not."""

    accepted: bool
    reasons: tuple[Reason, ...]
    on_turn: Seat | None
    hands: BySeat[tuple[Card, ...]]
    legal: tuple[Card, ...]
    sees: dict[str, Any]
    hidden: frozenset[Card]


@dataclass(frozen=True, slots=True)
class RoundShown:
    """One round: ``tricks_at[i]`` tells after which play (from 0) trick ``i`` was complete."""

    dealer: Seat
    leader: Seat
    trump: Suit
    dealt: BySeat[tuple[Card, ...]]
    plays: tuple[PlayShown, ...]
    tricks: tuple[Trick, ...]
    tricks_at: tuple[int, ...]
    hands: BySeat[tuple[Card, ...]]
    captured: BySeat[tuple[Card, ...]]
    result: RoundResult | None


@dataclass(frozen=True, slots=True)
class MatchShown:
    """All rounds that were played; one asked for after the match is won is left out."""

    rounds: tuple[RoundShown, ...]
    winner: Seat | None


class InvalidDealError(ValueError):
    """A deal of the request is not a pack of 52 in hands of six and a stock of 40."""


def replay(rules: Rules, match: MatchInput, *, traced: bool = True) -> MatchShown:
    """Play the match as asked for and show everything; with ``traced`` False, where results
    alone are wanted, legal sets and views are left empty.

    Raises:
        InvalidDealError: any deal of any round is invalid; then nothing is played
            (``setup.standard-deck``).
    """
    _check_deals(rules, match.rounds)
    m = Match(match.scoring, match.dealer, match.scores)
    shown: list[RoundShown] = []
    for asked in match.rounds:
        if m.winner is not None:
            break
        deal = asked.deal or rules.deal(asked.deck or (), m.dealer)
        table = Table(rules, m, deal, traced=traced)
        for attempt in asked.plays:
            table.play(attempt)
        m, round_shown = table.finish()
        shown.append(round_shown)
        if round_shown.result is None:
            break
    return MatchShown(tuple(shown), m.winner)


class Table:
    """A round as it is replayed, play by play; ``round`` is the position now.

    Raises:
        ValueError: the deal is invalid (``setup.standard-deck``).
    """

    def __init__(self, rules: Rules, m: Match, deal: Deal, *, traced: bool = True) -> None:
        self._rules = rules
        self._match = m
        self._deal = deal
        self._traced = traced
        self.round = self._start = start_round(rules, deal, m.dealer)
        self._plays: list[PlayShown] = []
        self._tricks_at: list[int] = []

    def play(self, attempt: Attempt) -> PlayShown:
        """Make one play, or have it refused."""
        rules, r = self._rules, self.round
        on_turn = rules.on_turn(r)
        after = play(rules, r, attempt.seat, attempt.card)
        refused = isinstance(after, Refused)
        shown = PlayShown(
            accepted=not refused,
            reasons=after.reasons if isinstance(after, Refused) else (),
            on_turn=on_turn,
            hands=r.hands,
            legal=rules.legal(r) if self._traced else (),
            sees=rules.sees(r) if self._traced else {},
            hidden=rules.hidden(r, on_turn) if self._traced else frozenset(),
        )
        if isinstance(after, Refused):
            after = rules.after_refusal(r, attempt.seat, attempt.card)
        if len(after.tricks) > len(r.tricks):
            self._tricks_at.append(len(self._plays))
        self._plays.append(shown)
        self.round = after
        return shown

    def finish(self) -> tuple[Match, RoundShown]:
        """The match after the round, as far as it was played, and all that it showed."""
        m, r, result = self._match, self.round, None
        if self._rules.is_counted(m, r):
            m, result = finish_round(self._rules, m, r)
        return m, RoundShown(
            dealer=r.dealer,
            leader=self._start.leader,
            trump=r.trump,
            dealt=self._deal.hands,
            plays=tuple(self._plays),
            tricks=r.tricks,
            tricks_at=tuple(self._tricks_at),
            hands=r.hands,
            captured=r.captured,
            result=result,
        )


def dealing_order(rules: Rules, deal: Deal, dealer: Seat) -> tuple[Card, ...]:
    """The pack from which ``dealer`` deals this very deal; the inverse of ``Rules.deal``."""
    places = tuple(str(at) for at in range(52))
    by_place = rules.deal(places, dealer)
    card_at: dict[str, Card] = {}
    for seat, names in by_place.hands.items():
        card_at |= dict(zip(names, deal.hands[seat], strict=True))
    card_at |= dict(zip(by_place.stock, deal.stock, strict=True))
    return tuple(card_at[place] for place in places)


def _check_deals(rules: Rules, rounds: Sequence[RoundInput]) -> None:
    for number, asked in enumerate(rounds, start=1):
        deal = asked.deal
        if deal is None:
            # Who deals does not matter for whether the pack is whole.
            deal = rules.deal(asked.deck or (), "north")
        if not rules.is_valid_deal(deal):
            raise InvalidDealError(f"the deal of round {number} is not 6, 6 and 40 distinct cards")
