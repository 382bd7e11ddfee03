"""Held-out deals: rounds that stand in no file, drawn from a seed and played at random.

An adapter that answers by a table of the shipped suite has no answer to them. Each is made of
its seed and number alone (``held-out/SEED/NUMBER``), so that it can be asked again by its name.
"""

import secrets
from collections.abc import Iterator
from dataclasses import dataclass

from conformance.dice import Dice, dice_of
from conformance.exhaustive.requests import Asked, mode_of
from conformance.exhaustive.rounds import GeneratedRound
from conformance.grading.claims import Claims
from reference_engine.cards import DECK, Card
from reference_engine.replay import Attempt, Table
from reference_engine.rules import HAND_SIZE, Rules
from reference_engine.state import SEATS, BySeat, Deal, Match, ScoringMode

HELD_OUT = "held-out"
ROUNDS = 25
SEEDS = 2**32
"""Seeds are below this."""
_ONE_REFUSED_IN = 4


@dataclass(frozen=True, slots=True)
class HeldOut:
    """The first ``rounds`` rounds of a seed."""

    seed: int
    rounds: int = ROUNDS

    @classmethod
    def drawn(cls, seed: int | None, rounds: int) -> "HeldOut | None":
        """So many rounds of a seed, which is drawn by chance if none is given; None for none."""
        if not rounds:
            return None
        return cls(secrets.randbelow(SEEDS) if seed is None else seed, rounds)

    def asked(self, claims: Claims, modes: tuple[ScoringMode, ...]) -> Iterator[Asked]:
        """The requests: whole rounds, from any scores if the adapter can start from them."""
        refusals = "refusals" in claims.features
        started = "start_scores" in claims.features and claims.matches
        for number in range(1, self.rounds + 1):
            made, scores = drawn(self.seed, number)
            match = made.match(
                mode_of(number, modes), scores if started else None, refusals=refusals
            )
            title = f"Held-out round {number} of seed {self.seed}"
            yield Asked(f"{HELD_OUT}/{self.seed}/{number}", title, made, match)


def drawn(seed: int, number: int) -> tuple[GeneratedRound, BySeat[int]]:
    """A round of a seed, and the scores that it starts from."""
    dice = dice_of(HELD_OUT, seed, number)
    cards = [DECK[at] for at in dice.shuffled(range(len(DECK)))]
    north, south = tuple(cards[:HAND_SIZE]), tuple(cards[HAND_SIZE : 2 * HAND_SIZE])
    deal = Deal(BySeat(north, south), tuple(cards[2 * HAND_SIZE :]))
    dealer = SEATS[dice.below(2)]
    scores = BySeat(dice.below(10), dice.below(10))
    rules, plays, attempts = Rules(), list[Attempt](), dict[int, Card]()
    table = Table(rules, Match("full", dealer), deal, traced=False)
    while (seat := rules.on_turn(table.round)) is not None:
        legal = rules.legal(table.round)
        wrong = [card for card in table.round.hands[seat] if card not in legal]
        if wrong and not dice.below(_ONE_REFUSED_IN):
            attempts[len(plays)] = _one_of(wrong, dice)
        plays.append(Attempt(seat, _one_of(legal, dice)))
        table.play(plays[-1])
    return GeneratedRound(number, dealer, deal, tuple(plays), attempts), scores


def _one_of(cards: list[Card] | tuple[Card, ...], dice: Dice) -> Card:
    return cards[dice.below(len(cards))]


def of_name(name: str) -> HeldOut | None:
    """The rounds that a name such as ``held-out/7`` or ``held-out/7/3`` is of; None if it is no
    such name."""
    match name.split("/"):
        case [head, seed] if head == HELD_OUT and _is_number(seed):
            return HeldOut(int(seed))
        case [head, seed, number] if head == HELD_OUT and _is_number(seed) and _is_number(number):
            return HeldOut(int(seed), max(1, int(number)))
    return None


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 10 and int(text) < SEEDS
