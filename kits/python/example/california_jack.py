"""A small California Jack engine: plain mutable objects, as an application might keep them.

Seats are "north" and "south"; a card is its rank and suit in two letters, such as "TC".
"""

from dataclasses import dataclass

SEATS = ("north", "south")
RANKS = "23456789TJQKA"
DECK = [rank + suit for suit in "CDHS" for rank in RANKS]
TRICK_POINTS = {"J": 1, "Q": 2, "K": 3, "A": 4, "T": 10}
TARGET = 10


class IllegalPlayError(Exception):
    """A play that the rules do not allow; `reason` says why. Nothing has changed."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def other(seat: str) -> str:
    """The seat across the table."""
    return "south" if seat == "north" else "north"


def is_valid_deal(hands: dict[str, list[str]], stock: list[str]) -> bool:
    """Whether these are two hands of six and a stock of forty, making one whole deck."""
    cards = [*hands["north"], *hands["south"], *stock]
    sixes = all(len(hands[seat]) == 6 for seat in SEATS)
    return sixes and sorted(map(str, cards)) == sorted(DECK)


@dataclass(frozen=True)
class Trick:
    leader: str
    winner: str
    draws: dict[str, str]  # by seat; empty once the stock is gone


class Round:
    """One deal, played to its end: 26 tricks, the first twenty followed by draws."""

    def __init__(self, dealer: str, hands: dict[str, list[str]], stock: list[str]) -> None:
        self.dealer = dealer
        self.trump = stock[0][1]  # the card that shows after the deal, for the whole round
        self.hands = {seat: list(hands[seat]) for seat in SEATS}
        self.stock = list(stock)  # the top card first
        self.captured: dict[str, list[str]] = {seat: [] for seat in SEATS}
        self.tricks: list[Trick] = []
        self.led: str | None = None  # the card led to the present trick
        self.on_turn: str | None = other(dealer)

    @property
    def is_over(self) -> bool:
        return self.on_turn is None

    def legal(self) -> list[str]:
        """What the seat on turn may play: the led suit if able, otherwise anything."""
        if self.on_turn is None:
            return []
        hand = self.hands[self.on_turn]
        following = [card for card in hand if self.led and card[1] == self.led[1]]
        return following or list(hand)

    def play(self, seat: str, card: str) -> None:
        """Play a card; raises IllegalPlayError and changes nothing where that is not allowed."""
        reason = self._objection(seat, card)
        if reason:
            raise IllegalPlayError(reason)
        self.hands[seat].remove(card)
        if self.led is None:
            self.led, self.on_turn = card, other(seat)
        else:
            self._finish_trick(self.led, card, follower=seat)

    def _objection(self, seat: str, card: str) -> str | None:
        if self.is_over:
            return "round-over"
        if card not in DECK:
            return "unknown-card"
        if seat != self.on_turn:
            return "not-your-turn"
        if card not in self.hands[seat]:
            return "card-not-in-hand"
        return None if card in self.legal() else "must-follow-suit"

    def _finish_trick(self, led: str, second: str, follower: str) -> None:
        leader = other(follower)
        winner = follower if self._beats(second, led) else leader
        self.captured[winner] += [led, second]
        draws: dict[str, str] = {}
        if self.stock:
            for seat in (winner, other(winner)):  # the winner gets the card that shows
                draws[seat] = self.stock.pop(0)
                self.hands[seat].append(draws[seat])
        self.tricks.append(Trick(leader, winner, draws))
        self.led = None
        self.on_turn = winner if self.hands[winner] else None

    def _beats(self, second: str, led: str) -> bool:
        if second[1] == led[1]:
            return RANKS.index(second[0]) > RANKS.index(led[0])
        return second[1] == self.trump

    def trick_counts(self) -> dict[str, int]:
        return {seat: len(self.captured[seat]) // 2 for seat in SEATS}

    def trick_points(self) -> dict[str, int]:
        return {
            seat: sum(TRICK_POINTS.get(card[0], 0) for card in self.captured[seat])
            for seat in SEATS
        }

    def awards(self, scoring: str) -> dict[str, str | None]:
        """Who earned which of the four game points, once the round is over."""
        most = self.trick_points() if scoring == "full" else self.trick_counts()
        return {
            "high": self._captor("A" + self.trump),
            "low": self._captor("2" + self.trump),
            "jack": self._captor("J" + self.trump),
            "game": leading_seat(most),
        }

    def _captor(self, card: str) -> str:
        return "north" if card in self.captured["north"] else "south"


def leading_seat(totals: dict[str, int]) -> str | None:
    """The seat with more, or None where both have the same."""
    if totals["north"] == totals["south"]:
        return None
    return max(SEATS, key=totals.__getitem__)


class Match:
    """Rounds dealt by turns until somebody is ahead with ten game points or more."""

    def __init__(self, scoring: str, dealer: str, scores: dict[str, int]) -> None:
        self.scoring = scoring  # "full" or "simplified"
        self.dealer = dealer
        self.scores = dict(scores)
        self._round: Round | None = None

    @property
    def winner(self) -> str | None:
        return leading_seat(self.scores) if max(self.scores.values()) >= TARGET else None

    def deal(self, hands: dict[str, list[str]], stock: list[str]) -> Round:
        """Begin the next round; raises ValueError while the last one is unfinished."""
        if self._round is not None:
            raise ValueError("the round before is not finished")
        self._round = Round(self.dealer, hands, stock)
        return self._round

    def settle(self) -> dict[str, str | None]:
        """Count the finished round, pass the deal on, and return who earned which award."""
        if self._round is None or not self._round.is_over:
            raise ValueError("there is no finished round to count")
        awards = self._round.awards(self.scoring)
        for seat in awards.values():
            if seat:
                self.scores[seat] += 1
        self.dealer = other(self.dealer)
        self._round = None
        return awards
