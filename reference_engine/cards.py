"""Ranks, suits, the pack, and how cards are written.

A card is a two-character string, rank then suit: ``AS``, ``TC``, ``2H``.
"""

RANKS = "23456789TJQKA"
"""All ranks, low to high (``cards.rank-order``)."""

SUITS = "CDHS"

Card = str
Suit = str

DECK: tuple[Card, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""The standard pack in deck order: 52 distinct cards (``setup.standard-deck``)."""

KNOWN_CARDS = frozenset(DECK)

_RANK_VALUE = {rank: value for value, rank in enumerate(RANKS, start=2)}
_SUIT_SYMBOLS = str.maketrans("♣♦♥♠♧♢♡♤", "CDHSCDHS")


def rank_value(card: Card) -> int:
    """2 for a two up to 14 for an ace, the same in every suit (``cards.rank-order``)."""
    return _RANK_VALUE[card[0]]


def suit_of(card: Card) -> Suit:
    return card[1]


def parse_card(text: str) -> Card:
    """The card that ``text`` names, written out in the standard way.

    ``10C``, lower case and the four suit symbols are read too.

    Raises:
        ValueError: ``text`` names none of the 52 cards.
    """
    # An emoji variation selector often follows a pasted suit symbol.
    plain = text.strip().replace("\ufe0f", "").upper().translate(_SUIT_SYMBOLS)
    if plain.startswith("10"):
        plain = "T" + plain[2:]
    if plain not in KNOWN_CARDS:
        raise ValueError(f"{text!r} is not a card: write rank then suit, such as AS, TC or 2H")
    return plain
