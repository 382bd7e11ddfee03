"""Engines that can do less, or speak otherwise, than the suite expects: one for each page.

Behind each of them plays the engine of the kit; they are what you have instead.
"""

import random

from kit import california_jack as full

Cards = list[str]


class PackMatch(full.Match):
    """It takes no hands: it deals from the end of a pack."""

    def begin(self, pack: Cards) -> full.Round:
        pack = list(pack)
        first = full.other(self.dealer)
        hands: dict[str, Cards] = {"north": [], "south": []}
        for _ in range(6):
            for seat in (first, self.dealer):
                hands[seat].append(pack.pop())
        return self.deal(hands, pack[::-1])


class ShuffledMatch(full.Match):
    """It takes no cards at all: each deal follows from its seed."""

    def __init__(self, scoring: str, dealer: str, seed: int) -> None:
        super().__init__(scoring, dealer, {"north": 0, "south": 0})
        self._random = random.Random(seed)  # noqa: S311 - a game of cards

    def shuffle(self) -> full.Round:
        pack = self._random.sample(full.DECK, 52)
        hands = {full.other(self.dealer): pack[0:12:2], self.dealer: pack[1:12:2]}
        return self.deal(hands, pack[12:])


class FreshMatch(full.Match):
    """It begins at 0–0 always."""

    def __init__(self, scoring: str, dealer: str) -> None:
        super().__init__(scoring, dealer, {"north": 0, "south": 0})


class NumberedRound:
    """Its players are 0 and 1, its cards 0 to 51: clubs from the two, then diamonds and so on."""

    def __init__(self, dealer: int, hands: list[list[int]], stock: list[int]) -> None:
        cards = [[full.DECK[number] for number in hand] for hand in hands]
        named = dict(zip(full.SEATS, cards, strict=True))
        self.round = full.Round(full.SEATS[dealer], named, [full.DECK[n] for n in stock])

    def legal(self) -> list[int]:
        return [full.DECK.index(card) for card in self.round.legal()]

    def play(self, player: int, card: int) -> bool:
        try:
            self.round.play(full.SEATS[player], full.DECK[card])
        except full.IllegalPlayError:
            return False
        return True

    def trump(self) -> int:
        return "CDHS".index(self.round.trump)

    def tricks(self) -> list[tuple[int, int]]:
        """Leader and winner of each."""
        index = full.SEATS.index
        return [(index(trick.leader), index(trick.winner)) for trick in self.round.tricks]

    def is_over(self) -> bool:
        return self.round.is_over

    def count(self, scoring: str) -> dict[str, tuple[int | None, ...]]:
        """Tricks and trick points by player; who takes high, low, jack and game."""
        takers = self.round.awards(scoring).values()
        return {
            "tricks": tuple(self.round.trick_counts().values()),
            "points": tuple(self.round.trick_points().values()),
            "awards": tuple(None if s is None else full.SEATS.index(s) for s in takers),
        }


class PrintedRound(full.Round):
    """Its cards are texts for people, in and out: 10♥, K♠."""

    def __init__(self, dealer: str, hands: dict[str, Cards], stock: Cards) -> None:
        named = {seat: list(map(unprinted, cards)) for seat, cards in hands.items()}
        super().__init__(dealer, named, list(map(unprinted, stock)))

    def choices(self) -> Cards:
        return list(map(printed, self.legal()))

    def put_down(self, seat: str, card: str) -> None:
        self.play(seat, unprinted(card))

    def held(self) -> dict[str, Cards]:
        return {seat: list(map(printed, cards)) for seat, cards in self.hands.items()}


def printed(card: str) -> str:
    return card[0].replace("T", "10") + "♣♦♥♠"["CDHS".index(card[1])]


def unprinted(card: str) -> str:
    return card[:-1].replace("10", "T") + "CDHS"["♣♦♥♠".index(card[-1])]
