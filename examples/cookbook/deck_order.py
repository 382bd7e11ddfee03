"""The engine deals by itself, from the end of a pack that it is given."""

import sys

from kit import engine, serve, told_of
from limited import PackMatch

HELLO = told_of("deals from a pack")
# Not `validates_deals`: a hand of seven cannot be said with a pack.
HELLO["features"] = [
    "legal_plays", "refusals", "draws", "hands", "start_scores", "deals_from_deck"
]  # fmt: skip


def is_valid_deal(asked):
    return True


class Match(engine.Match):
    def __init__(self, scoring, dealer, scores):
        self.match = PackMatch(scoring, dealer, scores)

    def deal(self, asked):
        # `deck` is there always, also beside hands and stock: in the order of the dealing.
        self.round = self.match.begin(asked["deck"][::-1])
        self.dealt = {seat: list(cards) for seat, cards in self.round.hands.items()}
        self.result = None

    def report(self):
        return {"dealt": self.dealt, **super().report()}


if __name__ == "__main__":
    serve(sys.modules[__name__])
