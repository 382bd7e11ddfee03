"""What engine.py looks like when it is filled in: california_jack.py is asked, and reported."""

from messages import Answer, Asked, Card, Counts, Position, Report, Result, Seat

from . import california_jack
from .california_jack import IllegalPlayError, other

HELLO = {
    "implementation": {"name": "example-python", "version": "1.0", "language": "python"},
    "scoring": ["full", "simplified"],
    "features": ["legal_plays", "refusals", "draws", "hands", "start_scores", "validates_deals"],
    # What this engine does where the rules are silent.
    "rulings": {
        "trick_point_tie": "nobody",
        "trick_count_tie": "nobody",
        "both_reach_target": "higher_score",
        "dealer_rotation": "alternate",
        "first_card_to": "non_dealer",
    },
}


def is_valid_deal(asked: Asked) -> bool:
    return california_jack.is_valid_deal(asked["hands"], asked["stock"])


class Match:
    def __init__(self, scoring: str, dealer: Seat, scores: Counts) -> None:
        self.match = california_jack.Match(scoring, dealer, scores)

    def winner(self) -> Seat | None:
        return self.match.winner

    def deal(self, asked: Asked) -> None:
        self.round = self.match.deal(asked["hands"], asked["stock"])
        self.result: Result | None = None

    def position(self) -> Position:
        return {"legal": self.round.legal()}

    def play(self, seat: Seat, card: Card) -> Answer:
        try:
            self.round.play(seat, card)
        except IllegalPlayError as refusal:
            return {"accepted": False, "reason": refusal.reason}
        if self.round.is_over:
            self.result = {
                "tricks": self.round.trick_counts(),
                "trick_points": self.round.trick_points(),
                "awards": self.match.settle(),
                "scores": dict(self.match.scores),  # a copy: the next round adds to them
            }
        return {"accepted": True}

    def report(self) -> Report:
        return {
            "dealer": self.round.dealer,
            "leader": other(self.round.dealer),
            "trump": self.round.trump,
            "tricks": [
                {"leader": trick.leader, "winner": trick.winner, "draws": trick.draws}
                for trick in self.round.tricks
            ],
            "hands": self.round.hands,
            "result": self.result,
        }
