"""Faults that show under one condition only: a rule that is right but for one suit, seat or trick.

An implementer who has two code paths often gets one of them wrong; a suite that looks at one suit
or at the first trick alone does not notice.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from conformance.faults.model import Fault, add
from reference_engine.cards import SUITS, Suit, suit_of
from reference_engine.rules import Rules
from reference_engine.state import SEATS, Round, Seat, other

SUIT_NAMES: dict[Suit, str] = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}


@dataclass(frozen=True, slots=True)
class Condition:
    """``words`` end the sentence of a fault ("in trick 20"), ``slug`` ends its id."""

    slug: str
    words: str
    holds: Callable[[Round], bool]


def in_trick(number: int) -> Condition:
    return Condition(f"in-trick-{number}", f"in trick {number}", lambda r: r.trick_number == number)


def led_by(seat: Seat) -> Condition:
    return Condition(f"when-{seat}-leads", f"when {seat} leads", lambda r: r.leader == seat)


def _trump_is(suit: Suit) -> Condition:
    name = SUIT_NAMES[suit]
    return Condition(f"when-{name}-are-trump", f"when {name} are trump", lambda r: r.trump == suit)


def _led_is(suit: Suit) -> Condition:
    name = SUIT_NAMES[suit]
    return Condition(f"when-{name}-are-led", f"when {name} are led", lambda r: led_suit(r) == suit)


def led_suit(r: Round) -> Suit | None:
    return suit_of(r.led) if r.led is not None else None


LED_BY_EITHER = tuple(led_by(seat) for seat in SEATS)
EACH_TRUMP = tuple(_trump_is(suit) for suit in SUITS)
EACH_LED_SUIT = tuple(_led_is(suit) for suit in SUITS)
EDGE_TRICKS = tuple(in_trick(number) for number in (1, 20, 21, 26))
"""The first trick, the one that empties the stock, the first without draws, the last."""

STOCK_LASTS = Condition(
    "until-the-stock-is-gone", "until the stock is gone", lambda r: bool(r.stock)
)
STOCK_GONE = Condition("when-the-stock-is-gone", "when the stock is gone", lambda r: not r.stock)
DEALER_LEADS = Condition(
    "when-the-dealer-leads", "when the dealer leads", lambda r: r.leader == r.dealer
)
NON_DEALER_LEADS = Condition(
    "when-the-dealer-follows", "when the dealer follows", lambda r: r.leader == other(r.dealer)
)
TRUMP_LED = Condition("when-trump-is-led", "when a trump is led", lambda r: led_suit(r) == r.trump)
PLAIN_SUIT_LED = Condition(
    "when-a-plain-suit-is-led", "when a plain suit is led", lambda r: led_suit(r) != r.trump
)


def only(wrong: type[Rules], rule: str, when: Condition) -> type[Rules]:
    """The rules with ``rule`` as ``wrong`` has it where the condition holds, right elsewhere.

    ``rule`` names a method of :class:`Rules` whose first argument is the round.
    """

    def chosen(self: Rules, r: Round, *rest: Any) -> Any:
        return getattr(wrong if when.holds(r) else Rules, rule)(self, r, *rest)

    return type(wrong.__name__, (wrong,), {rule: chosen})


def family(
    fault_id: str,
    text: str,
    wrong: type[Rules],
    rule: str,
    *,
    clause: str,
    conditions: Iterable[Condition],
) -> None:
    """Register ``wrong`` once for each condition, limited to it."""
    for when in conditions:
        limited = only(wrong, rule, when)
        add(Fault(f"{fault_id}-{when.slug}", f"{text} {when.words}", clause, "condition", limited))
