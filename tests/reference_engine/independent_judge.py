"""A second judgement of tricks and of legal cards, from the rulebook alone.

It shares no code with the reference engine and is built otherwise: it writes the cards down in
one line from weakest to strongest and sees which stands further on. Where the two judges
disagree, one of them misreads the rules.
"""

from collections.abc import Iterable

LOW_TO_HIGH = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A")
FOUR_SUITS = ("S", "H", "D", "C")


def line_of_strength(led_suit: str, trump: str) -> list[str]:
    """The cards that can take a trick, weakest first: the led suit, then the trumps above it.

    A card of any other suit is missing from the line (``trick.highest-of-led-suit``,
    ``trick.trump-wins``, ``trump.outranks-other-suits``, ``cards.rank-order``).
    """
    suits_upwards = [led_suit] if led_suit == trump else [led_suit, trump]
    return [rank + suit for suit in suits_upwards for rank in LOW_TO_HIGH]


def second_card_wins(lead: str, follow: str, trump: str) -> bool:
    """Is the trick taken by the card that was played second?"""
    line = line_of_strength(lead[-1], trump)
    return follow in line and line.index(follow) > line.index(lead)


def allowed_to_follow(
    hand: Iterable[str], led_suit: str, trump: str, follow: str = "suit"
) -> set[str]:
    """The cards that may be played second.

    ``follow`` is ``suit`` for the documented rules (``follow.must-follow-suit``,
    ``follow.void-any-card``), ``suit_or_trump`` or ``suit_else_trump`` for the variants.
    """
    by_suit: dict[str, set[str]] = {suit: set() for suit in FOUR_SUITS}
    for card in hand:
        by_suit[card[-1]].add(card)
    everything = set().union(*by_suit.values())
    match follow, bool(by_suit[led_suit]), bool(by_suit[trump]):
        case "suit_or_trump", True, _:
            return by_suit[led_suit] | by_suit[trump]
        case _, True, _:
            return by_suit[led_suit]
        case "suit_else_trump", False, True:
            return by_suit[trump]
        case _:
            return everything
