"""The place for your engine: the adapter calls what is here and nothing else.

What stands here is a STUB. It takes every card, and its tricks, results and winner are made up, so
`cjack smoke` is content and `cjack certify` is not. Fill in each TODO by calling your engine; let
it decide, and report what it said, right or wrong.
"""

from messages import Answer, Asked, Card, Counts, Position, Report, Result, Seat

HELLO = {
    "implementation": {"name": "my-jack", "version": "0.1", "language": "python"},  # TODO
    "scoring": ["full", "simplified"],  # TODO: those that it plays
    "features": [],  # TODO: add what it can show, one by one
    "rulings": {},  # TODO: what it does where the rules are silent
}


def is_valid_deal(asked: Asked) -> bool:
    """Whether the cards are the pack. TODO for the feature validates_deals."""
    return True


class Match:
    """One match; each request has its own."""

    def __init__(self, scoring: str, dealer: Seat, scores: Counts) -> None:
        """TODO: begin a match on your engine, with this scoring ("full" or "simplified"), first
        dealer and game points."""
        self.dealer = other(dealer)
        self.scores = scores

    def winner(self) -> Seat | None:
        """Who has won the match; None while it goes on. TODO"""
        return None

    def deal(self, asked: Asked) -> None:
        """Begin the next round. TODO: give `hands` and `stock` (its top card first) to your engine.

        From the second round on, who deals is for your engine to say. For the feature
        deals_from_deck: where `hands` is not there, deal from `deck`, and report `dealt`.
        """
        self.dealer = other(self.dealer)
        self.played = 0

    def position(self) -> Position:
        """What the seat on turn may play and is shown now. TODO for legal_plays and views."""
        return {}

    def play(self, seat: Seat, card: Card) -> Answer:
        """Try one play. TODO: let your engine accept or refuse it; it may give its `reason`."""
        self.played += 1
        return {"accepted": True}

    def report(self) -> Report:
        """The round as it stands after the last play. TODO: dealer, leader, trump, tricks and
        result of your engine; `draws` and `hands` for the features of these names."""
        leader = other(self.dealer)
        return {
            "dealer": self.dealer,
            "leader": leader,
            "trump": "C",
            "tricks": [{"leader": leader, "winner": leader} for _ in range(self.played // 2)],
            "result": self.result() if self.played >= 52 else None,
        }

    def result(self) -> Result:
        """What the round brought, once all 52 cards are played."""
        return {
            "tricks": {"north": 0, "south": 0},
            "trick_points": {"north": 0, "south": 0},
            "awards": {"high": None, "low": None, "jack": None, "game": None},
            "scores": self.scores,
        }


def other(seat: Seat) -> Seat:
    return "south" if seat == "north" else "north"
