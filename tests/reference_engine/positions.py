"""Positions for the tests, written as card players write them, and ways to play on from them."""

import random
from collections.abc import Iterable, Sequence
from dataclasses import replace

from reference_engine.cards import DECK, Card, Suit
from reference_engine.play import Refused, play, start_round
from reference_engine.rules import Rules
from reference_engine.state import BySeat, Deal, Round, Seat, Trick, other

DOCUMENTED = Rules()


def cards(text: str) -> tuple[Card, ...]:
    """``"JC KD"`` as two cards."""
    return tuple(text.split())


def pack_without(taken: Iterable[Card]) -> tuple[Card, ...]:
    """The rest of the pack, in deck order."""
    gone = set(taken)
    return tuple(card for card in DECK if card not in gone)


def dealt(*, north: str, south: str, stock: str) -> Deal:
    """Both hands in full; the stock's first cards, completed in deck order."""
    named = cards(north) + cards(south) + cards(stock)
    return Deal(BySeat(cards(north), cards(south)), cards(stock) + pack_without(named))


def position(
    *,
    trump: Suit,
    north: str = "",
    south: str = "",
    stock: str = "",
    leader: Seat = "south",
    led: Card | None = None,
) -> Round:
    """A moment of a round, with just the cards that matter; north dealt."""
    hands = BySeat(cards(north), cards(south))
    return Round("north", "south", trump, hands, cards(stock), leader, led)


def one_card_each(leader: Seat, lead: Card, follow: Card, *, trump: Suit, stock: str = "") -> Round:
    """A trick to be played, in which either seat holds a single card."""
    r = position(trump=trump, stock=stock, leader=leader)
    return replace(r, hands=r.hands.put(leader, (lead,)).put(other(leader), (follow,)))


def after(r: Round, plays: str, rules: Rules = DOCUMENTED) -> Round:
    """The position after these cards, each played by the seat on turn.

    Raises:
        AssertionError: a play is refused.
    """
    for card in cards(plays):
        seat = rules.on_turn(r)
        assert seat is not None, f"{card}: the round is over"
        r = accepted(play(rules, r, seat, card))
    return r


def accepted(outcome: Round | Refused) -> Round:
    assert isinstance(outcome, Round), f"refused: {outcome.reasons}"
    return outcome


def round_taken(north: Iterable[Card], *, trump: Suit, dealer: Seat = "north") -> Round:
    """A round that is over, in which north captured these cards and south all others.

    ``north`` holds an even number of cards, for every trick captures two.
    """
    captured = BySeat(tuple(north), pack_without(north))
    tricks = tuple(
        Trick(seat, pile[at], pile[at + 1], seat, ())
        for seat, pile in captured.items()
        for at in range(0, len(pile), 2)
    )
    start = Round(dealer, other(dealer), trump, BySeat((), ()), (), other(dealer))
    return replace(start, captured=captured, tricks=tricks)


def shuffled_pack(rng: random.Random) -> tuple[Card, ...]:
    return tuple(rng.sample(DECK, len(DECK)))


def start(rules: Rules, pack: tuple[Card, ...], dealer: Seat) -> Round:
    return start_round(rules, rules.deal(pack, dealer), dealer)


def choices_from(rng: random.Random) -> list[int]:
    """One number for each of the 52 plays of a round."""
    return [rng.randrange(60) for _ in range(52)]


def play_through(rules: Rules, r: Round, choices: Sequence[int]) -> list[Round]:
    """Every position from ``r`` to the end of the round.

    Play ``i`` takes legal card number ``choices[i]``, counted round; where ``choices`` has run
    out, the first legal card.
    """
    positions = [r]
    while (seat := rules.on_turn(r)) is not None:
        legal = rules.legal(r)
        at = len(positions) - 1
        choice = choices[at] if at < len(choices) else 0
        r = accepted(play(rules, r, seat, legal[choice % len(legal)]))
        positions.append(r)
    return positions
