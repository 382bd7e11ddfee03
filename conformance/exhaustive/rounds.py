"""A generated round, and how it is written down: one short line.

A line holds the dealer (``N`` or ``S``), north's hand, south's hand, the stock from its top,
and the plays, each card as one letter. The seats play by turns, beginning with the player
opposite the dealer; ``+`` stands before a card of the seat that played the card before, too.
``!`` stands before a card that the seat on turn tries and that must be refused.
"""

import functools
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from conformance import resources
from reference_engine.cards import DECK, Card
from reference_engine.replay import Attempt, MatchInput, RoundInput
from reference_engine.rules import Rules
from reference_engine.state import BySeat, Deal, ScoringMode, Seat, other

ROUNDS = resources.SCENARIOS / "generated" / "rounds.txt"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
"""One letter for each card, in deck order: ``A`` to ``M`` are 2C to AC, and so on."""
AGAIN, REFUSED = "+", "!"

_CARD = dict(zip(LETTERS, DECK, strict=True))
_LETTER = {card: letter for letter, card in _CARD.items()}
_DEALERS: dict[str, Seat] = {"N": "north", "S": "south"}


@dataclass(frozen=True, slots=True)
class GeneratedRound:
    """One whole round: its 52 plays in order, and before some of them a refused attempt
    (``attempts`` maps the place of a play, from 0, to the card that is tried before it)."""

    number: int
    dealer: Seat
    deal: Deal
    plays: tuple[Attempt, ...]
    attempts: dict[int, Card]

    def steps(self, *, refusals: bool = True) -> tuple[Attempt, ...]:
        """The plays as they are asked for; without the refused ones unless ``refusals``."""
        if not refusals or not self.attempts:
            return self.plays
        steps = []
        for at, right in enumerate(self.plays):
            if at in self.attempts:
                steps.append(Attempt(right.seat, self.attempts[at]))
            steps.append(right)
        return tuple(steps)

    def match(
        self, scoring: ScoringMode, scores: BySeat[int] | None = None, *, refusals: bool = True
    ) -> MatchInput:
        """A match of this round alone."""
        asked = RoundInput(self.steps(refusals=refusals), deal=self.deal)
        return MatchInput(scoring, self.dealer, (asked,), scores or BySeat(0, 0))


def write_line(generated: GeneratedRound) -> str:
    """The line of a round, without the line end."""
    deal = generated.deal
    parts = ("".join(map(_LETTER.__getitem__, part)) for part in (*_hands(deal), deal.stock))
    before = generated.dealer
    plays = []
    for at, right in enumerate(generated.plays):
        if right.seat == before:
            plays.append(AGAIN)
        if at in generated.attempts:
            plays.append(REFUSED + _LETTER[generated.attempts[at]])
        plays.append(_LETTER[right.card])
        before = right.seat
    return " ".join((generated.dealer[0].upper(), *parts, "".join(plays)))


def read_line(line: str, number: int) -> GeneratedRound:
    """The round of a line.

    Raises:
        ValueError: it is not a round of 52 cards dealt and played.
    """
    try:
        letter, north, south, stock, told = line.split()
        dealer = _DEALERS[letter]
        deal = Deal(BySeat(_cards(north), _cards(south)), _cards(stock))
        plays, attempts = _plays(told, dealer)
    except (KeyError, ValueError):
        raise ValueError(f"round {number} is not written as a round") from None
    if not Rules().is_valid_deal(deal) or {right.card for right in plays} != set(DECK):
        raise ValueError(f"round {number} does not deal and play the 52 cards")
    return GeneratedRound(number, dealer, deal, plays, attempts)


def read_rounds(lines: Iterable[str]) -> tuple[GeneratedRound, ...]:
    """All rounds, numbered from 1; lines that begin with ``#`` are comments."""
    told = (line for line in lines if not line.startswith("#"))
    return tuple(read_line(line, number) for number, line in enumerate(told, start=1))


@functools.cache
def shipped_rounds(path: Path = ROUNDS) -> tuple[GeneratedRound, ...]:
    """The generated rounds that come with the suite."""
    return read_rounds(path.read_text(encoding="ascii").splitlines())


def _plays(told: str, dealer: Seat) -> tuple[tuple[Attempt, ...], dict[int, Card]]:
    plays: list[Attempt] = []
    attempts: dict[int, Card] = {}
    seat, again, refused = dealer, False, False
    for mark in told:
        if mark == AGAIN:
            again = True
        elif mark == REFUSED:
            refused = True
        elif refused:
            attempts[len(plays)] = _CARD[mark]
            refused = False
        else:
            seat = seat if again else other(seat)
            plays.append(Attempt(seat, _CARD[mark]))
            again = False
    return tuple(plays), attempts


def _hands(deal: Deal) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    return deal.hands.north, deal.hands.south


def _cards(letters: str) -> tuple[Card, ...]:
    return tuple(map(_CARD.__getitem__, letters))
