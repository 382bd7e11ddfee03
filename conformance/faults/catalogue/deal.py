"""Faults of the deal: how many cards, in which order, what the stock is."""

from typing import ClassVar

from conformance.faults.model import Fault, add, fault
from reference_engine.cards import DECK, KNOWN_CARDS, Card
from reference_engine.rules import HAND_SIZE, Rules
from reference_engine.state import SEATS, BySeat, Deal, Round, Seat

# --- one card at a time, six each -----------------------------------------------------------


class ByPattern(Rules):
    """The first twelve cards go to the places of ``pattern``: 0 is the first recipient."""

    pattern: ClassVar[str]

    def applies(self, dealer: Seat) -> bool:
        return True

    def deal(self, deck: tuple[Card, ...], dealer: Seat) -> Deal:
        if not self.applies(dealer):
            return super().deal(deck, dealer)
        first = self.first_card_recipient(dealer)
        places = tuple(zip(self.pattern, deck, strict=False))
        hands = BySeat(
            *(
                tuple(card for place, card in places if (place == "0") == (seat == first))
                for seat in SEATS
            )
        )
        return Deal(hands, deck[len(self.pattern) :])


PACKETS_OF_THREE = "000111000111"

for slug, text, pattern, source in (
    ("packets-of-three", "three cards are dealt at a time", PACKETS_OF_THREE,
     "another published rule set (Foster)"),
    ("packets-of-six", "all six cards are dealt at one time", "000000111111",
     "a reading of one edition"),
    ("packets-of-two", "two cards are dealt at a time", "001100110011", ""),
    ("three-then-singly", "three cards are dealt together, the others singly", "000111010101", ""),
    ("back-and-forth", "the deal goes back and forth, so the last one dealt to is the next",
     "011001100110", ""),
):  # fmt: skip
    add(
        Fault(
            f"deal.{slug}",
            text,
            "deal.one-at-a-time",
            "misreading",
            type("Packets", (ByPattern,), {"pattern": pattern}),
            source,
        )
    )


@fault(
    "deal.packets-of-three-when-south-deals",
    "three cards are dealt at a time when south deals",
    clause="deal.one-at-a-time",
    kind="condition",
)
class PacketsWhenSouthDeals(ByPattern):
    pattern = PACKETS_OF_THREE

    def applies(self, dealer: Seat) -> bool:
        return dealer == "south"


@fault(
    "deal.packets-of-three-when-north-deals",
    "three cards are dealt at a time when north deals",
    clause="deal.one-at-a-time",
    kind="condition",
)
class PacketsWhenNorthDeals(ByPattern):
    pattern = PACKETS_OF_THREE

    def applies(self, dealer: Seat) -> bool:
        return dealer == "north"


class OtherSize(ByPattern):
    """Hands of another size; a deal that is handed over may have it too."""

    def is_valid_deal(self, deal: Deal) -> bool:
        cards = deal.hands.north + deal.hands.south + deal.stock
        size = len(deal.hands.north)
        return (
            size in (HAND_SIZE, len(self.pattern) // 2)
            and size == len(deal.hands.south)
            and len(cards) == len(DECK)
            and set(cards) == KNOWN_CARDS
        )


@fault(
    "deal.seven-cards",
    "seven cards are dealt to each player",
    clause="deal.six-cards-each",
    kind="misreading",
)
class SevenCards(OtherSize):
    pattern = "01" * 7


@fault(
    "deal.five-cards",
    "five cards are dealt to each player",
    clause="deal.six-cards-each",
    kind="bug",
)
class FiveCards(OtherSize):
    pattern = "01" * 5


@fault(
    "deal.hands-sorted-apart",
    "twelve cards are dealt in one packet, sorted and shared out",
    clause="deal.one-at-a-time",
    kind="bug",
)
class HandsSortedApart(Rules):
    def deal(self, deck: tuple[Card, ...], dealer: Seat) -> Deal:
        twelve = tuple(sorted(deck[: 2 * HAND_SIZE]))
        return super().deal(twelve + deck[2 * HAND_SIZE :], dealer)


# --- who gets the first card ----------------------------------------------------------------


@fault(
    "deal.dealer-first",
    "the dealer takes the first card although the non-dealer is said to",
    clause="deal.first-card",
    kind="misreading",
)
class DealerFirst(Rules):
    def first_card_recipient(self, dealer: Seat) -> Seat:
        return dealer


@fault(
    "deal.north-first",
    "north gets the first card, whoever deals",
    clause="deal.first-card",
    kind="condition",
)
class NorthFirst(Rules):
    def first_card_recipient(self, dealer: Seat) -> Seat:
        return "north"


@fault(
    "deal.south-first",
    "south gets the first card, whoever deals",
    clause="deal.first-card",
    kind="condition",
)
class SouthFirst(Rules):
    def first_card_recipient(self, dealer: Seat) -> Seat:
        return "south"


# --- the stock ------------------------------------------------------------------------------


@fault(
    "deal.from-the-bottom",
    "cards are dealt from the bottom of the pack",
    clause="deal.one-at-a-time",
    kind="bug",
)
class FromTheBottom(Rules):
    def deal(self, deck: tuple[Card, ...], dealer: Seat) -> Deal:
        return super().deal(deck[::-1], dealer)


@fault(
    "deal.stock-turned-over",
    "turning the pile face up turns its order round too",
    clause="deal.stock",
    kind="misreading",
)
class StockTurnedOver(Rules):
    def deal(self, deck: tuple[Card, ...], dealer: Seat) -> Deal:
        dealt = super().deal(deck, dealer)
        return Deal(dealt.hands, dealt.stock[::-1])


@fault(
    "deal.stock-sorted",
    "what is not dealt is kept as a sorted list",
    clause="deal.stock",
    kind="bug",
)
class StockSorted(Rules):
    def deal(self, deck: tuple[Card, ...], dealer: Seat) -> Deal:
        dealt = super().deal(deck, dealer)
        return Deal(dealt.hands, tuple(sorted(dealt.stock, key=DECK.index)))


@fault(
    "deal.top-card-burnt",
    "a card is put under the stock before the next one is turned up",
    clause="deal.stock",
    kind="misreading",
    source="the burnt card of casino games",
)
class TopCardBurnt(Rules):
    def deal(self, deck: tuple[Card, ...], dealer: Seat) -> Deal:
        dealt = super().deal(deck, dealer)
        return Deal(dealt.hands, dealt.stock[1:] + dealt.stock[:1])


@fault(
    "deal.stock-first",
    "the stock is counted off first, and the last twelve cards are dealt",
    clause="deal.stock",
    kind="bug",
)
class StockFirst(Rules):
    def deal(self, deck: tuple[Card, ...], dealer: Seat) -> Deal:
        dealt = 2 * HAND_SIZE
        return super().deal(deck[-dealt:] + deck[:-dealt], dealer)


@fault(
    "deal.cut-before-the-deal",
    "a pack that was handed over in order is cut before the deal",
    clause="deal.one-at-a-time",
    kind="bug",
)
class CutBeforeTheDeal(Rules):
    def deal(self, deck: tuple[Card, ...], dealer: Seat) -> Deal:
        half = len(deck) // 2
        return super().deal(deck[half:] + deck[:half], dealer)


@fault(
    "deal.dealer-takes-the-turned-up-card",
    "the turned-up card goes to the dealer after the first trick",
    clause="deal.stock",
    kind="misreading",
)
class DealerTakesTheTurnedUpCard(Rules):
    def drawers(self, r: Round, winner: Seat) -> tuple[Seat, ...]:
        return super().drawers(r, winner if r.tricks else r.dealer)
