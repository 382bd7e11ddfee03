"""Faults of the trump suit: what makes it, how long it lasts, what it outranks."""

from typing import ClassVar

from conformance.faults.conditions import STOCK_GONE, STOCK_LASTS, SUIT_NAMES, Condition, family
from conformance.faults.model import Fault, add, fault
from reference_engine.cards import SUITS, Card, Suit, rank_value, suit_of
from reference_engine.rules import Rules
from reference_engine.state import Deal, Round

SAME_COLOUR = {"C": "S", "S": "C", "D": "H", "H": "D"}

# --- what makes it --------------------------------------------------------------------------


@fault(
    "trump.bottom-card",
    "the bottom card of the stock makes trump",
    clause="trump.top-card-decides",
    kind="bug",
)
class BottomCard(Rules):
    def trump(self, deal: Deal) -> Suit:
        return suit_of(deal.stock[-1])


@fault(
    "trump.second-card",
    "the second card of the stock makes trump, the first being the prize",
    clause="trump.top-card-decides",
    kind="bug",
)
class SecondCard(Rules):
    def trump(self, deal: Deal) -> Suit:
        return suit_of(deal.stock[1])


@fault(
    "trump.last-card-dealt-to-north",
    "the last card of north's hand makes trump",
    clause="trump.top-card-decides",
    kind="misreading",
    source="games in which the dealer's last card is turned up",
)
class LastCardDealt(Rules):
    def trump(self, deal: Deal) -> Suit:
        return suit_of(deal.hands.north[-1])


@fault(
    "trump.last-card-dealt-to-south",
    "the last card of south's hand makes trump",
    clause="trump.top-card-decides",
    kind="misreading",
)
class LastCardDealtToSouth(Rules):
    def trump(self, deal: Deal) -> Suit:
        return suit_of(deal.hands.south[-1])


@fault(
    "trump.higher-of-two-cards",
    "the higher of the first two cards of the stock makes trump",
    clause="trump.top-card-decides",
    kind="misreading",
)
class HigherOfTwo(Rules):
    def trump(self, deal: Deal) -> Suit:
        return suit_of(max(deal.stock[:2], key=rank_value))


class FixedTrump(Rules):
    suit: ClassVar[Suit]

    def trump(self, deal: Deal) -> Suit:
        return self.suit


class ReadAs(Rules):
    """Another suit is trump where a card of ``suit`` is turned up."""

    suit: ClassVar[Suit]

    def trump(self, deal: Deal) -> Suit:
        turned_up = suit_of(deal.stock[0])
        return SAME_COLOUR[turned_up] if turned_up == self.suit else turned_up


for one_suit in SUITS:
    name, mistaken = SUIT_NAMES[one_suit], SUIT_NAMES[SAME_COLOUR[one_suit]]
    add(
        Fault(
            f"trump.always-{name}",
            f"{name} are always trump",
            "trump.top-card-decides",
            "bug",
            type("FixedTrump", (FixedTrump,), {"suit": one_suit}),
        )
    )
    add(
        Fault(
            f"trump.{name}-read-as-{mistaken}",
            f"when {name} are turned up, {mistaken} are trump",
            "trump.top-card-decides",
            "condition",
            type("ReadAs", (ReadAs,), {"suit": one_suit}),
        )
    )


class PassedOver(Rules):
    """A turned-up card of ``rank`` does not count; the next card makes trump."""

    rank: ClassVar[str]

    def trump(self, deal: Deal) -> Suit:
        return suit_of(next(card for card in deal.stock if card[0] != self.rank))


for rank, called in (("A", "ace"), ("J", "jack"), ("2", "two")):
    add(
        Fault(
            f"trump.{called}-is-passed-over",
            f"where the {called} is turned up, which has an award, the next card makes trump",
            "trump.top-card-decides",
            "misreading",
            type("PassedOver", (PassedOver,), {"rank": rank}),
        )
    )


@fault(
    "trump.first-lead",
    "the suit of the first lead is trump, whatever was turned up",
    clause="trump.top-card-decides",
    kind="misreading",
    source="the rule of pitch, a game of the same family",
)
class FirstLead(Rules):
    def current_trump(self, r: Round) -> Suit:
        first = r.tricks[0].lead if r.tricks else r.led
        return suit_of(first) if first is not None else super().current_trump(r)


# --- how long it lasts ----------------------------------------------------------------------


@fault(
    "trump.follows-the-top-card",
    "each card that shows on the stock makes its own suit trump",
    clause="trump.lasts-the-round",
    kind="misreading",
)
class FollowsTheTopCard(Rules):
    def current_trump(self, r: Round) -> Suit:
        return suit_of(r.stock[0]) if r.stock else super().current_trump(r)


@fault(
    "trump.follows-the-last-lead",
    "the last trick's lead makes the trump suit of the next",
    clause="trump.lasts-the-round",
    kind="bug",
)
class FollowsTheLastLead(Rules):
    def current_trump(self, r: Round) -> Suit:
        return suit_of(r.tricks[-1].lead) if r.tricks else super().current_trump(r)


@fault(
    "trump.second-prize-changes-it",
    "once the turned-up card is drawn, the card below the first pair makes trump for good",
    clause="trump.lasts-the-round",
    kind="misreading",
)
class SecondPrizeChangesIt(Rules):
    def current_trump(self, r: Round) -> Suit:
        if not r.tricks:
            return super().current_trump(r)
        return suit_of(r.tricks[1].draws[0][1] if len(r.tricks) > 1 else r.stock[0])


@fault(
    "trump.last-card-of-the-stock-changes-it",
    "when the stock is gone, its last card makes trump",
    clause="trump.lasts-the-round",
    kind="misreading",
)
class LastCardChangesIt(Rules):
    def current_trump(self, r: Round) -> Suit:
        if r.stock:
            return super().current_trump(r)
        return suit_of(r.tricks[19].draws[-1][1])


# --- what it outranks -----------------------------------------------------------------------


class NoForce(Rules):
    """A trump does not take a trick in which another suit was led."""

    def beats(self, r: Round, card: Card, best: Card) -> bool:
        return suit_of(card) == suit_of(best) and super().beats(r, card, best)


family(
    "trump.forgotten",
    "a trump has no force",
    NoForce,
    "beats",
    clause="trump.lasts-the-round",
    conditions=(
        STOCK_GONE,
        Condition("after-trick-1", "after the first trick", lambda r: bool(r.tricks)),
        Condition(
            "when-another-suit-shows",
            "while another suit shows on the stock",
            lambda r: bool(r.stock) and suit_of(r.stock[0]) != r.trump,
        ),
    ),
)
family(
    "trump.no-force",
    "a trump has no force",
    NoForce,
    "beats",
    clause="trump.outranks-other-suits",
    conditions=(STOCK_LASTS,),
)


@fault(
    "trump.must-also-be-higher",
    "a trump takes another suit only with a higher rank",
    clause="trump.outranks-other-suits",
    kind="misreading",
)
class MustAlsoBeHigher(Rules):
    def beats(self, r: Round, card: Card, best: Card) -> bool:
        return super().beats(r, card, best) and rank_value(card) > rank_value(best)


@fault(
    "trump.equal-to-other-suits",
    "trumps are compared with other suits by rank, whichever was led",
    clause="trump.outranks-other-suits",
    kind="misreading",
)
class EqualToOtherSuits(Rules):
    def beats(self, r: Round, card: Card, best: Card) -> bool:
        if self.current_trump(r) in (suit_of(card), suit_of(best)):
            return rank_value(card) > rank_value(best)
        return super().beats(r, card, best)


@fault(
    "trump.led-trump-loses-to-a-higher-card",
    "a trump that was led loses to a higher card of another suit",
    clause="trump.outranks-other-suits",
    kind="bug",
)
class LedTrumpLoses(Rules):
    def beats(self, r: Round, card: Card, best: Card) -> bool:
        higher = rank_value(card) > rank_value(best)
        return super().beats(r, card, best) or (suit_of(best) == self.current_trump(r) and higher)


@fault(
    "trump.led-trump-loses-to-an-ace",
    "an ace of another suit takes a trump that was led",
    clause="trump.outranks-other-suits",
    kind="bug",
)
class LedTrumpLosesToAnAce(Rules):
    def beats(self, r: Round, card: Card, best: Card) -> bool:
        trump = self.current_trump(r)
        ace = card[0] == "A" and suit_of(best) == trump != suit_of(card)
        return super().beats(r, card, best) or ace


@fault(
    "trump.aces-hold",
    "the ace of a plain suit holds against trumps",
    clause="trump.outranks-other-suits",
    kind="misreading",
)
class AcesHold(Rules):
    def beats(self, r: Round, card: Card, best: Card) -> bool:
        return best[0] != "A" and super().beats(r, card, best)


@fault(
    "trump.court-cards-hold",
    "jack, queen and king of a plain suit hold against trumps",
    clause="trump.outranks-other-suits",
    kind="bug",
)
class CourtCardsHold(Rules):
    def beats(self, r: Round, card: Card, best: Card) -> bool:
        holds = best[0] in "JQK" and suit_of(card) != suit_of(best)
        return super().beats(r, card, best) and not holds


@fault(
    "trump.both-suits-of-the-colour",
    "both suits of the trump's colour are trumps",
    clause="trump.outranks-other-suits",
    kind="misreading",
)
class BothSuitsOfTheColour(Rules):
    def beats(self, r: Round, card: Card, best: Card) -> bool:
        trump = self.current_trump(r)
        trumps = (trump, SAME_COLOUR[trump])
        if suit_of(card) in trumps and suit_of(best) in trumps:
            return rank_value(card) > rank_value(best)
        return super().beats(r, card, best) or suit_of(card) == SAME_COLOUR[trump] != suit_of(best)


@fault(
    "trump.left-bower",
    "the other jack of the trump's colour is a trump too",
    clause="trick.highest-of-led-suit",
    kind="misreading",
    source="the left bower of related games",
)
class LeftBower(Rules):
    def beats(self, r: Round, card: Card, best: Card) -> bool:
        bower = "J" + SAME_COLOUR[self.current_trump(r)]
        if card == bower and suit_of(best) not in (suit_of(card), self.current_trump(r)):
            return True
        return super().beats(r, card, best)


class RankHasNoForce(Rules):
    """A trump of ``rank`` takes no other suit."""

    rank: ClassVar[str]

    def beats(self, r: Round, card: Card, best: Card) -> bool:
        weak = card[0] == self.rank and suit_of(card) != suit_of(best)
        return super().beats(r, card, best) and not weak


for rank, called, text in (
    ("A", "ace", "the ace of trumps is not recognised as a trump"),
    ("J", "jack", "the jack of trumps is not recognised as a trump"),
    ("T", "ten", "the ten of trumps, written with two digits, loses its suit and takes no other"),
    ("2", "two", "the two of trumps, rank 0 of a list, is taken for no trump"),
):
    add(
        Fault(
            f"trump.{called}-has-no-force",
            text,
            "trump.outranks-other-suits",
            "condition",
            type("RankHasNoForce", (RankHasNoForce,), {"rank": rank}),
        )
    )
