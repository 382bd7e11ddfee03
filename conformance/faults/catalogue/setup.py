"""Faults of the pack, the two players and the order of the cards."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import ClassVar

from conformance.faults.conditions import SUIT_NAMES
from conformance.faults.model import Fault, FaultKind, add, fault
from reference_engine.cards import DECK, KNOWN_CARDS, SUITS, Card, Suit, rank_value, suit_of
from reference_engine.rules import HAND_SIZE, TRICK_POINTS, Rules
from reference_engine.state import Deal, Reason, Round, Seat

# --- the order of the cards -----------------------------------------------------------------


class ByOrder(Rules):
    """Cards of one suit rank in ``order``, low to high, in the suits that ``concerns`` names."""

    order: ClassVar[str]

    def concerns(self, r: Round, suit: Suit) -> bool:
        return True

    def beats(self, r: Round, card: Card, best: Card) -> bool:
        suit = suit_of(card)
        if suit != suit_of(best) or not self.concerns(r, suit):
            return super().beats(r, card, best)
        return self.order.index(card[0]) > self.order.index(best[0])


def ranked(order: str, concerns: Callable[[Rules, Round, Suit], bool] | None = None) -> type[Rules]:
    body: dict[str, object] = {"order": order}
    if concerns:
        body["concerns"] = concerns
    return type("Ranked", (ByOrder,), body)


ACE_LOW = "A23456789TJQK"
TWO_HIGH = "3456789TJQKA2"
ACE_TEN = "23456789JQKTA"

ORDERS: tuple[tuple[str, str, str, FaultKind, str], ...] = (
    ("ace-low", "the ace is the lowest card", ACE_LOW, "misreading", ""),
    ("two-high", "the two ranks above the ace", TWO_HIGH, "misreading", ""),
    ("ace-ten-order", "the ten ranks between king and ace", ACE_TEN, "misreading",
     "the order of ace-ten games"),
    ("ten-highest", "the ten, which counts most, ranks above the ace", "23456789JQKAT",
     "misreading", ""),
    ("jack-under-ten", "the jack ranks below the ten", "23456789JTQKA", "misreading", ""),
    ("jack-lowest", "the jack, which counts least, ranks below the two", "J23456789TQKA",
     "misreading", ""),
    ("ten-as-one", "the ten is compared by its first digit and ranks lowest", "T23456789JQKA",
     "bug", "reported of another program: nine beats ten"),
    ("ranks-as-text", "ranks are compared as letters: ace, jack, king, queen, ten",
     "23456789AJKQT", "bug", ""),
    ("nine-over-ten", "the nine ranks just above the ten", "2345678T9JQKA", "bug",
     "reported of another program: nine beats ten"),
    ("king-under-queen", "the king ranks below the queen", "23456789TJKQA", "bug", ""),
    ("queen-under-jack", "the queen ranks below the jack", "23456789TQJKA", "bug", ""),
)  # fmt: skip

for slug, text, order, kind, source in ORDERS:
    add(Fault(f"setup.{slug}", text, "cards.rank-order", kind, ranked(order), source))


def _is_trump(rules: Rules, r: Round, suit: Suit) -> bool:
    return suit == rules.current_trump(r)


def _is_plain(rules: Rules, r: Round, suit: Suit) -> bool:
    return suit != rules.current_trump(r)


for slug, text, order in (
    ("ace-low", "the ace is the lowest card", ACE_LOW),
    ("ace-ten-order", "the ten ranks between king and ace", ACE_TEN),
):
    for where, words, concerns in (
        ("in-trumps", "among trumps", _is_trump),
        ("in-plain-suits", "in plain suits", _is_plain),
    ):
        add(
            Fault(
                f"setup.{slug}-{where}",
                f"{text} {words}",
                "cards.rank-order",
                "condition",
                ranked(order, concerns),
            )
        )

add(
    Fault(
        "setup.two-of-trumps-highest",
        "the two of trumps, which has an award, is the highest trump",
        "cards.rank-order",
        "misreading",
        ranked(TWO_HIGH, _is_trump),
    )
)
add(
    Fault(
        "setup.jack-of-trumps-highest",
        "the jack of trumps is the highest trump",
        "cards.rank-order",
        "misreading",
        ranked("23456789TQKAJ", _is_trump),
        "the bower of related games",
    )
)


def _in_suit(only: Suit) -> Callable[[Rules, Round, Suit], bool]:
    return lambda rules, r, suit: suit == only


for one_suit in SUITS:
    add(
        Fault(
            f"setup.ten-under-nine-in-{SUIT_NAMES[one_suit]}",
            f"the ten of {SUIT_NAMES[one_suit]} ranks below the nine",
            "cards.rank-order",
            "condition",
            ranked("2345678T9JQKA", _in_suit(one_suit)),
        )
    )


class ByValue(Rules):
    """Cards of one suit are compared by :meth:`value`; the first of two equal ones holds."""

    def value(self, card: Card) -> int:
        return rank_value(card)

    def beats(self, r: Round, card: Card, best: Card) -> bool:
        if suit_of(card) != suit_of(best):
            return super().beats(r, card, best)
        return self.value(card) > self.value(best)


@fault(
    "setup.by-trick-points",
    "cards are compared by their trick points, so those without any are equal",
    clause="cards.rank-order",
    kind="misreading",
)
class ByTrickPoints(ByValue):
    def value(self, card: Card) -> int:
        return TRICK_POINTS.get(card[0], 0)


@fault(
    "setup.court-cards-equal",
    "ten, jack, queen and king are all worth ten and equal, as in other card games",
    clause="cards.rank-order",
    kind="misreading",
)
class CourtCardsEqual(ByValue):
    def value(self, card: Card) -> int:
        return 10 if card[0] in "TJQK" else rank_value(card)


@fault(
    "setup.next-rank-does-not-win",
    "a card must be two ranks higher to win: one rank is lost between two ways of counting them",
    clause="cards.rank-order",
    kind="bug",
)
class NextRankDoesNotWin(ByValue):
    def beats(self, r: Round, card: Card, best: Card) -> bool:
        close = suit_of(card) == suit_of(best) and rank_value(card) == rank_value(best) + 1
        return super().beats(r, card, best) and not close


@fault(
    "setup.ace-low-unless-led",
    "an ace is high only when it is led",
    clause="cards.rank-order",
    kind="condition",
)
class AceLowUnlessLed(ByValue):
    def beats(self, r: Round, card: Card, best: Card) -> bool:
        low = suit_of(card) == suit_of(best) and card[0] == "A"
        return super().beats(r, card, best) and not low


# --- the pack -------------------------------------------------------------------------------


def _cards(deal: Deal) -> tuple[Card, ...]:
    return deal.hands.north + deal.hands.south + deal.stock


def _right_counts(deal: Deal) -> bool:
    hands = deal.hands
    return len(hands.north) == len(hands.south) == HAND_SIZE and len(_cards(deal)) == len(DECK)


@fault("setup.deals-unchecked", "any deal is taken", clause="setup.standard-deck", kind="bug")
class DealsUnchecked(Rules):
    def is_valid_deal(self, deal: Deal) -> bool:
        return True


@fault(
    "setup.duplicates-accepted",
    "a card may be there twice and another be missing",
    clause="setup.standard-deck",
    kind="bug",
    source="reported of another program: a card is missing, or there twice",
)
class DuplicatesAccepted(Rules):
    def is_valid_deal(self, deal: Deal) -> bool:
        return _right_counts(deal) and set(_cards(deal)) <= KNOWN_CARDS


@fault(
    "setup.unknown-cards-accepted",
    "52 different names make a pack, whatever they are",
    clause="setup.standard-deck",
    kind="bug",
)
class UnknownCardsAccepted(Rules):
    def is_valid_deal(self, deal: Deal) -> bool:
        return _right_counts(deal) and len(set(_cards(deal))) == len(DECK)


@fault(
    "setup.unknown-ranks-accepted",
    "of a dealt card only the suit is looked at",
    clause="setup.standard-deck",
    kind="bug",
)
class UnknownRanksAccepted(UnknownCardsAccepted):
    def is_valid_deal(self, deal: Deal) -> bool:
        return super().is_valid_deal(deal) and all(card[-1] in SUITS for card in _cards(deal))


@fault(
    "setup.stock-unchecked",
    "the hands are checked for cards that are there twice and the stock is not",
    clause="setup.standard-deck",
    kind="bug",
)
class StockUnchecked(Rules):
    def is_valid_deal(self, deal: Deal) -> bool:
        held = deal.hands.north + deal.hands.south
        return _right_counts(deal) and len(set(held)) == len(held) and set(held) <= KNOWN_CARDS


@fault(
    "setup.hands-compared-with-each-other-only",
    "a card is noticed twice in one hand, or in hand and stock, but not in both hands",
    clause="setup.standard-deck",
    kind="bug",
)
class HandsNotCompared(Rules):
    def is_valid_deal(self, deal: Deal) -> bool:
        packs = (deal.hands.north + deal.stock, deal.hands.south + deal.stock)
        return (
            _right_counts(deal)
            and all(len(set(pack)) == len(pack) for pack in packs)
            and set(_cards(deal)) <= KNOWN_CARDS
        )


@fault(
    "setup.one-hand-may-repeat-a-card",
    "hands are kept as sets, so a hand that names a card twice goes through",
    clause="setup.standard-deck",
    kind="bug",
)
class HandMayRepeatACard(Rules):
    def is_valid_deal(self, deal: Deal) -> bool:
        north, south, stock = set(deal.hands.north), set(deal.hands.south), set(deal.stock)
        apart = len(north) + len(south) + len(stock) == len(north | south | stock)
        return _right_counts(deal) and apart and set(_cards(deal)) <= KNOWN_CARDS


@fault(
    "setup.hand-sizes-unchecked",
    "the whole pack is counted and the hands are not",
    clause="deal.six-cards-each",
    kind="bug",
)
class HandSizesUnchecked(Rules):
    def is_valid_deal(self, deal: Deal) -> bool:
        return len(_cards(deal)) == len(DECK) and set(_cards(deal)) == KNOWN_CARDS


@fault(
    "setup.equal-hands-suffice",
    "hands may have any size as long as both have the same",
    clause="deal.six-cards-each",
    kind="bug",
)
class EqualHandsSuffice(HandSizesUnchecked):
    def is_valid_deal(self, deal: Deal) -> bool:
        return super().is_valid_deal(deal) and len(deal.hands.north) == len(deal.hands.south)


@fault(
    "setup.pack-size-unchecked",
    "a pack that lacks a card is dealt",
    clause="setup.standard-deck",
    kind="bug",
)
class PackSizeUnchecked(Rules):
    def is_valid_deal(self, deal: Deal) -> bool:
        cards = _cards(deal)
        return len(set(cards)) == len(cards) and set(cards) <= KNOWN_CARDS


@fault(
    "setup.pack-to-deal-from-unchecked",
    "hands and stock are checked, a pack to deal from is not",
    clause="setup.standard-deck",
    kind="bug",
)
@dataclass(frozen=True)
class PackToDealFromUnchecked(Rules):
    made: dict[Deal, None] = field(default_factory=dict, compare=False, hash=False)

    def deal(self, deck: tuple[Card, ...], dealer: Seat) -> Deal:
        made = super().deal(deck, dealer)
        self.made[made] = None
        return made

    def is_valid_deal(self, deal: Deal) -> bool:
        return deal in self.made or super().is_valid_deal(deal)


@fault(
    "setup.hand-without-trumps-is-a-misdeal",
    "a deal in which a player has no trump is refused",
    clause="setup.standard-deck",
    kind="misreading",
)
class HandWithoutTrumps(Rules):
    def is_valid_deal(self, deal: Deal) -> bool:
        if not super().is_valid_deal(deal):
            return False
        trump = self.trump(deal)
        return all(any(suit_of(card) == trump for card in hand) for _, hand in deal.hands.items())


@fault(
    "setup.hand-of-one-suit-is-a-misdeal",
    "a deal that gives a player six cards of one suit is refused as not shuffled",
    clause="setup.standard-deck",
    kind="misreading",
)
class HandOfOneSuit(Rules):
    def is_valid_deal(self, deal: Deal) -> bool:
        mixed = all(len({suit_of(card) for card in hand}) > 1 for _, hand in deal.hands.items())
        return super().is_valid_deal(deal) and mixed


# --- two players ----------------------------------------------------------------------------


@fault(
    "setup.third-card-to-a-trick",
    "the loser of a trick may add a third card to it",
    clause="setup.two-players",
    kind="bug",
    source="met in a public implementation",
)
class ThirdCard(Rules):
    def objections(self, r: Round, seat: Seat, card: Card) -> tuple[Reason, ...]:
        reasons = super().objections(r, seat, card)
        if r.tricks and r.led is None:
            return tuple(reason for reason in reasons if reason != "not-your-turn")
        return reasons


@fault(
    "setup.leader-plays-both-cards",
    "the turn does not pass to the other player after a lead",
    clause="setup.two-players",
    kind="bug",
)
class LeaderPlaysBoth(Rules):
    def on_turn(self, r: Round) -> Seat | None:
        return None if self.is_over(r) else r.leader
