"""The parts of the messages that an engine is given and gives; spec/protocol.md has the rest."""

from typing import NotRequired, TypedDict

Seat = str  # "north" or "south"
Card = str  # rank then suit: "AS", "TC", "2H"
Hands = dict[Seat, list[Card]]  # both seats
Counts = dict[Seat, int]  # both seats


class Asked(TypedDict):
    """One round to play. Without `hands` and `stock` it is for the engine to deal from `deck`."""

    dealer: NotRequired[Seat]  # of the first round alone
    hands: NotRequired[Hands]
    stock: NotRequired[list[Card]]  # the top card first
    deck: list[Card]  # in dealing order


class View(TypedDict):
    """What the seat on turn is shown."""

    hand: list[Card]
    stock_top: Card | None  # None once the stock is gone
    stock_count: int
    trick: list[Card]  # the card on the table, if one lies there


class Position(TypedDict):
    """What holds for the seat on turn before a play."""

    legal: NotRequired[list[Card]]  # feature legal_plays
    sees: NotRequired[View]  # feature views


class Answer(TypedDict):
    """What became of a play."""

    accepted: bool
    reason: NotRequired[str]  # where refused, if the engine says why: "must-follow-suit"


class Trick(TypedDict):
    leader: Seat
    winner: Seat
    draws: NotRequired[dict[Seat, Card]]  # feature draws; {} once the stock is gone


class Result(TypedDict):
    tricks: Counts
    trick_points: Counts
    awards: dict[str, Seat | None]  # high, low, jack, game; None is nobody
    scores: Counts  # in game points, this round included


class Report(TypedDict):
    """One round, as it stands after the last play."""

    dealer: Seat
    leader: Seat  # to the first trick
    trump: str  # "C", "D", "H" or "S"
    tricks: list[Trick]
    result: Result | None  # None until the round is over
    hands: NotRequired[Hands]  # feature hands
    dealt: NotRequired[Hands]  # feature deals_from_deck, where `deck` came alone
