"""The engine plays single rounds: it knows no match, no scores, no winner."""

import sys

from kit import california_jack, engine, serve, told_of

HELLO = told_of("single rounds")
HELLO["classes"] = ["trick-play", "full-scoring", "simplified-scoring"]
HELLO["features"] = ["legal_plays", "refusals", "draws", "hands", "validates_deals"]
HELLO["rulings"] = {"trick_point_tie": "nobody", "trick_count_tie": "nobody"}

is_valid_deal = engine.is_valid_deal


class Match(engine.Match):
    def __init__(self, scoring, dealer, scores):
        self.scoring, self.dealer = scoring, dealer

    def winner(self):
        return None

    def deal(self, asked):
        self.round = california_jack.Round(self.dealer, asked["hands"], asked["stock"])
        self.result = None

    def play(self, seat, card):
        return self.answer(lambda: self.round.play(seat, card))

    def answer(self, play):
        try:
            play()
        except california_jack.IllegalPlayError as refusal:
            return {"accepted": False, "reason": refusal.reason}
        if self.round.is_over:
            awards = self.round.awards(self.scoring)
            self.result = {
                "tricks": self.round.trick_counts(),
                "trick_points": self.round.trick_points(),
                "awards": awards,
                # There is a score in each result; without the class `match` none is compared.
                "scores": {s: list(awards.values()).count(s) for s in ("north", "south")},
            }
        return {"accepted": True}


if __name__ == "__main__":
    serve(sys.modules[__name__])
