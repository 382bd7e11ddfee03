"""The engine begins each match at 0–0."""

import sys

from kit import engine, serve, told_of
from limited import FreshMatch

HELLO = told_of("begins at 0-0")
HELLO["features"] = ["legal_plays", "refusals", "draws", "hands", "validates_deals"]

is_valid_deal = engine.is_valid_deal


class Match(engine.Match):
    def __init__(self, scoring, dealer, scores):
        # The loop of the kit answers `unsupported` to other scores: nobody asks for them.
        self.match = FreshMatch(scoring, dealer)


if __name__ == "__main__":
    serve(sys.modules[__name__])
