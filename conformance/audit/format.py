"""One line of a game log, typed (``docs/game-logs.md``, ``spec/schemas/game-log.schema.json``).

What a log leaves out is ``UNSET`` here, and is not compared; what it gives as null it reports as
"nobody" or "none". Unknown fields are allowed. The limits keep a line from filling the memory.
"""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from conformance.protocol.messages import Rulings, SeatCounts, SuitCode
from reference_engine.state import Reason, ScoringMode, Seat

MAX_LINE = 1 << 20
"""Bytes."""
MAX_ROUNDS = 500
MAX_PLAYS = 1000
"""In one round, refused ones included."""
MAX_PACK = 104
"""Cards of a deal: wrong ones are graded, heaps are not."""

LogFormat = Literal["matches", "tricks", "deck"]

CardText = Annotated[str, Meta(max_length=16)]
Cards = (
    Annotated[str, Meta(max_length=8 * MAX_PACK)]
    | Annotated[list[CardText], Meta(max_length=MAX_PACK)]
)
"""A list of cards, or one text with spaces between them."""
Name = Annotated[str, Meta(max_length=200)]


class LoggedPlay(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """``[seat, card]``, or ``[seat, card, "refused"]`` (or a reason) for one that was refused.
    A null seat is whoever is on turn."""

    seat: Seat | None
    card: CardText
    refused: Literal["refused"] | Reason | UnsetType = UNSET


class LoggedDraws(Struct, frozen=True):
    """Both seats, or neither once the stock is gone."""

    north: CardText | UnsetType = UNSET
    south: CardText | UnsetType = UNSET

    def __post_init__(self) -> None:
        if (self.north is UNSET) != (self.south is UNSET):
            raise ValueError("draws names both seats, or is {} once the stock is gone")


class LoggedTrick(Struct, frozen=True):
    leader: Seat | UnsetType = UNSET
    winner: Seat | UnsetType = UNSET
    draws: LoggedDraws | UnsetType = UNSET


class LoggedAwards(Struct, frozen=True):
    high: Seat | UnsetType | None = UNSET
    low: Seat | UnsetType | None = UNSET
    jack: Seat | UnsetType | None = UNSET
    game: Seat | UnsetType | None = UNSET


class LoggedResult(Struct, frozen=True):
    tricks: SeatCounts | UnsetType = UNSET
    trick_points: SeatCounts | UnsetType = UNSET
    awards: LoggedAwards = LoggedAwards()
    scores: SeatCounts | UnsetType = UNSET


class LoggedHands(Struct, frozen=True):
    north: Cards
    south: Cards


class Deal(Struct, frozen=True, kw_only=True):
    """What every format says of a round: its deal, as ``hands`` and ``stock``, as ``deck`` in
    dealing order, or both; and what it brought."""

    dealer: Seat | UnsetType = UNSET
    leader: Seat | UnsetType = UNSET
    trump: SuitCode | UnsetType = UNSET
    hands: LoggedHands | UnsetType = UNSET
    stock: Cards | UnsetType = UNSET
    deck: Cards | UnsetType = UNSET
    result: LoggedResult | UnsetType | None = UNSET


class LoggedRound(Deal, frozen=True, kw_only=True):
    """``legal[i]`` holds the legal cards before play ``i``; null where they were not logged."""

    plays: Annotated[list[LoggedPlay], Meta(max_length=MAX_PLAYS)]
    legal: Annotated[list[Cards | None], Meta(max_length=MAX_PLAYS)] = []
    tricks: Annotated[list[LoggedTrick], Meta(max_length=26)] = []


class Start(Struct, frozen=True):
    scores: SeatCounts


class Heading(Struct, frozen=True, kw_only=True):
    """What every format says of a match."""

    id: Name = ""
    scoring: ScoringMode | UnsetType = UNSET
    dealer: Seat | UnsetType = UNSET
    start: Start | UnsetType = UNSET
    rulings: Rulings = Rulings()
    winner: Seat | UnsetType | None = UNSET


class LoggedMatch(Heading, frozen=True, kw_only=True):
    """The format ``matches``."""

    rounds: Annotated[list[LoggedRound], Meta(min_length=1, max_length=MAX_ROUNDS)]


class TakenTrick(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """``[leader, lead, follow]``, and the winner as a fourth where it was logged. A trick that
    was broken off has a null ``follow``."""

    leader: Seat
    lead: CardText
    follow: CardText | None
    winner: Seat | UnsetType = UNSET


class TricksRound(Deal, frozen=True, kw_only=True):
    tricks: Annotated[list[TakenTrick], Meta(max_length=MAX_PLAYS // 2)]


class TricksMatch(Heading, frozen=True, kw_only=True):
    """The format ``tricks``: what was led and what followed, trick by trick."""

    rounds: Annotated[list[TricksRound], Meta(min_length=1, max_length=MAX_ROUNDS)]


class DeckRound(Deal, frozen=True, kw_only=True):
    plays: Cards
    """Cards in the order in which they were played, without seats."""


class DeckMatch(Heading, frozen=True, kw_only=True):
    """The format ``deck``: the order of the pack and of the plays."""

    rounds: Annotated[list[DeckRound], Meta(min_length=1, max_length=MAX_ROUNDS)]
