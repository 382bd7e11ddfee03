"""Seats and the frozen values of a round and of a match."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Generic, Literal, TypeVar

from reference_engine.cards import Card, Suit

Seat = Literal["north", "south"]
Award = Literal["high", "low", "jack", "game"]
ScoringMode = Literal["full", "simplified"]
Reason = Literal[
    "must-follow-suit", "not-your-turn", "card-not-in-hand", "unknown-card", "round-over"
]

SEATS: tuple[Seat, Seat] = ("north", "south")
AWARDS: tuple[Award, ...] = ("high", "low", "jack", "game")
"""The four awards, in the order in which the ruling ``counting_order`` counts them."""

T = TypeVar("T")


def other(seat: Seat) -> Seat:
    return "south" if seat == "north" else "north"


@dataclass(frozen=True, slots=True)
class BySeat(Generic[T]):
    """One value for each seat."""

    north: T
    south: T

    def __getitem__(self, seat: Seat) -> T:
        return self.north if seat == "north" else self.south

    def put(self, seat: Seat, value: T) -> "BySeat[T]":
        """A copy with ``value`` for ``seat``."""
        return BySeat(value, self.south) if seat == "north" else BySeat(self.north, value)

    def items(self) -> Iterator[tuple[Seat, T]]:
        yield "north", self.north
        yield "south", self.south

    def swapped(self) -> "BySeat[T]":
        return BySeat(self.south, self.north)


@dataclass(frozen=True, slots=True)
class Deal:
    """A dealt pack: six cards each, in the order they were dealt, and the stock, top first."""

    hands: BySeat[tuple[Card, ...]]
    stock: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Trick:
    """A completed trick and what was drawn after it (empty once the stock is gone)."""

    leader: Seat
    lead: Card
    follow: Card
    winner: Seat
    draws: tuple[tuple[Seat, Card], ...]


@dataclass(frozen=True, slots=True)
class Round:
    """A round at one moment. ``led`` is the card that lies on the table, if one does."""

    dealer: Seat
    first_leader: Seat
    trump: Suit
    hands: BySeat[tuple[Card, ...]]
    stock: tuple[Card, ...]
    leader: Seat
    led: Card | None = None
    captured: BySeat[tuple[Card, ...]] = field(default_factory=lambda: BySeat((), ()))
    tricks: tuple[Trick, ...] = ()

    @property
    def trick_number(self) -> int:
        """The number of the trick being played, from 1 (27 when all 26 are done)."""
        return len(self.tricks) + 1

    def tricks_won(self, seat: Seat) -> int:
        return sum(trick.winner == seat for trick in self.tricks)


@dataclass(frozen=True, slots=True)
class Awards:
    """Who takes each award of one game point; nobody where it is None."""

    high: Seat | None
    low: Seat | None
    jack: Seat | None
    game: Seat | None

    def items(self) -> Iterator[tuple[Award, Seat | None]]:
        yield "high", self.high
        yield "low", self.low
        yield "jack", self.jack
        yield "game", self.game

    def points(self, seat: Seat) -> int:
        """Game points of ``seat`` in the round, 0 to 4."""
        return sum(taker == seat for _, taker in self.items())


@dataclass(frozen=True, slots=True)
class RoundResult:
    """What a finished round brought, and the running scores after it."""

    tricks: BySeat[int]
    trick_points: BySeat[int]
    awards: Awards
    scores: BySeat[int]


@dataclass(frozen=True, slots=True)
class Match:
    """A match between rounds: who deals next, the running scores, the winner if there is one."""

    scoring: ScoringMode
    dealer: Seat
    scores: BySeat[int] = field(default_factory=lambda: BySeat(0, 0))
    rounds_played: int = 0
    winner: Seat | None = None
