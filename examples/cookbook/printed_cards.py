"""The engine writes its cards for people: 10♥, K♠."""

import sys

import one_round
from kit import serve, told_of
from limited import PrintedRound

HELLO = {**one_round.HELLO, "implementation": told_of("printed cards")["implementation"]}
HELLO["features"] = ["legal_plays", "refusals", "hands"]

SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


def is_valid_deal(asked):
    return True


def printed(cards):
    return [card[0].replace("T", "10") + SUITS[card[1]] for card in cards]


class Match(one_round.Match):
    def deal(self, asked):
        hands = {seat: printed(cards) for seat, cards in asked["hands"].items()}
        self.round = PrintedRound(self.dealer, hands, printed(asked["stock"]))
        self.result = None

    def position(self):
        # What comes from the engine can stay as it is: the suite reads 10♥ and 10H as TH.
        return {"legal": self.round.choices()}

    def play(self, seat, card):
        if len(card) != 2 or card[1] not in SUITS:
            return {"accepted": False, "reason": "unknown-card"}
        (shown,) = printed([card])
        return self.answer(lambda: self.round.put_down(seat, shown))

    def report(self):
        return {**super().report(), "hands": self.round.held()}


if __name__ == "__main__":
    serve(sys.modules[__name__])
