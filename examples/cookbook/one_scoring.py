"""The engine counts tricks, never trick points: simplified scoring alone."""

import sys

from kit import engine, serve, told_of

HELLO = told_of("simplified scoring")
HELLO["scoring"] = ["simplified"]

is_valid_deal = engine.is_valid_deal


class Match(engine.Match):
    def __init__(self, scoring, dealer, scores):
        # The loop of the kit answers `unsupported` to the other mode: nobody asks for it.
        super().__init__("simplified", dealer, scores)


if __name__ == "__main__":
    serve(sys.modules[__name__])
