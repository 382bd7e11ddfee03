"""The engine calls its players 0 and 1, and its cards 0 to 51."""

import sys

from kit import serve, told_of
from limited import NumberedRound

SEATS = ("north", "south")
CARDS = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]
SUITS = "CDHS"
AWARDS = ("high", "low", "jack", "game")

HELLO = told_of("numbers")
HELLO["features"] = ["legal_plays"]
HELLO["classes"] = ["trick-play", "full-scoring", "simplified-scoring"]
HELLO["rulings"] = {}


def is_valid_deal(asked):
    return True


def numbers(cards):
    return [CARDS.index(card) for card in cards]


def seat(player):
    return None if player is None else SEATS[player]


class Match:
    def __init__(self, scoring, dealer, scores):
        self.scoring, self.dealer = scoring, SEATS.index(dealer)

    def winner(self):
        return None

    def deal(self, asked):
        hands = [numbers(asked["hands"][seat]) for seat in SEATS]
        self.round = NumberedRound(self.dealer, hands, numbers(asked["stock"]))

    def position(self):
        return {"legal": [CARDS[number] for number in self.round.legal()]}

    def play(self, seat, card):
        # A text that is no card has no number, so the engine cannot be asked.
        if card not in CARDS:
            return {"accepted": False, "reason": "unknown-card"}
        return {"accepted": self.round.play(SEATS.index(seat), CARDS.index(card))}

    def report(self):
        tricks = [{"leader": seat(a), "winner": seat(b)} for a, b in self.round.tricks()]
        return {
            "dealer": seat(self.dealer),
            "leader": seat(1 - self.dealer),
            "trump": SUITS[self.round.trump()],
            "tricks": tricks,
            "result": self.result() if self.round.is_over() else None,
        }

    def result(self):
        told = self.round.count(self.scoring)
        by_seat = {key: dict(zip(SEATS, told[key], strict=True)) for key in ("tricks", "points")}
        takers = [seat(player) for player in told["awards"]]
        return {
            "tricks": by_seat["tricks"],
            "trick_points": by_seat["points"],
            "awards": dict(zip(AWARDS, takers, strict=True)),
            "scores": {seat: takers.count(seat) for seat in SEATS},
        }


if __name__ == "__main__":
    serve(sys.modules[__name__])
