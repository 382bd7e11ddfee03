"""Faults of following suit."""

from conformance.faults.conditions import (
    DEALER_LEADS,
    EACH_LED_SUIT,
    LED_BY_EITHER,
    NON_DEALER_LEADS,
    PLAIN_SUIT_LED,
    STOCK_GONE,
    STOCK_LASTS,
    TRUMP_LED,
    family,
    in_trick,
)
from conformance.faults.model import fault
from reference_engine.cards import Card, Suit, rank_value, suit_of
from reference_engine.rules import Rules
from reference_engine.state import Round, Seat, other

RED = "DH"


def _of_suit(cards: tuple[Card, ...], suit: Suit) -> tuple[Card, ...]:
    return tuple(card for card in cards if suit_of(card) == suit)


def _drawn(r: Round, seat: Seat) -> tuple[Card, ...]:
    """What the seat drew after the last trick."""
    return tuple(card for drawer, card in r.tricks[-1].draws if drawer == seat) if r.tricks else ()


# --- must follow suit -----------------------------------------------------------------------


@fault(
    "follow.any-card",
    "any card may be played to any lead",
    clause="follow.must-follow-suit",
    kind="misreading",
    source="four editions say to follow and do not name the suit",
)
class AnyCard(Rules):
    def legal_follow(self, r: Round, seat: Seat, led: Card) -> tuple[Card, ...]:
        return r.hands[seat]


@fault(
    "follow.suit-or-trump",
    "a player may follow suit or trump at any time",
    clause="follow.must-follow-suit",
    kind="misreading",
    source="another published reading (Bicycle)",
)
class SuitOrTrump(Rules):
    def legal_follow(self, r: Round, seat: Seat, led: Card) -> tuple[Card, ...]:
        hand = r.hands[seat]
        suit = _of_suit(hand, suit_of(led))
        return tuple(c for c in hand if c in suit or suit_of(c) == r.trump) if suit else hand


family(
    "follow.free",
    "suit need not be followed",
    AnyCard,
    "legal_follow",
    clause="follow.must-follow-suit",
    conditions=(
        STOCK_LASTS,
        STOCK_GONE,
        TRUMP_LED,
        PLAIN_SUIT_LED,
        *LED_BY_EITHER,
        DEALER_LEADS,
        NON_DEALER_LEADS,
        *EACH_LED_SUIT,
        *(in_trick(number) for number in (1, 20, 21, 25)),
    ),
)
family(
    "follow.suit-or-trump",
    "a player may follow suit or trump",
    SuitOrTrump,
    "legal_follow",
    clause="follow.must-follow-suit",
    conditions=(STOCK_LASTS, STOCK_GONE, *LED_BY_EITHER),
)


class Duty(Rules):
    """Of the cards that follow suit only those of :meth:`narrowed` may be played, if any."""

    def narrowed(self, r: Round, seat: Seat, led: Card, suit: tuple[Card, ...]) -> tuple[Card, ...]:
        return suit

    def legal_follow(self, r: Round, seat: Seat, led: Card) -> tuple[Card, ...]:
        suit = _of_suit(r.hands[seat], suit_of(led))
        if not suit:
            return super().legal_follow(r, seat, led)
        return self.narrowed(r, seat, led, suit) or suit


@fault(
    "follow.must-head-the-trick",
    "a player who can take the trick must",
    clause="follow.must-follow-suit",
    kind="misreading",
    source="a rule of other two-player trick games",
)
class MustHead(Duty):
    def narrowed(self, r: Round, seat: Seat, led: Card, suit: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(card for card in suit if rank_value(card) > rank_value(led))


family(
    "follow.must-head-the-trick",
    "a player who can take the trick must",
    MustHead,
    "legal_follow",
    clause="follow.must-follow-suit",
    conditions=(STOCK_GONE, TRUMP_LED),
)


@fault(
    "follow.must-play-highest",
    "of the led suit the highest card must be played",
    clause="follow.must-follow-suit",
    kind="misreading",
)
class MustPlayHighest(Duty):
    def narrowed(self, r: Round, seat: Seat, led: Card, suit: tuple[Card, ...]) -> tuple[Card, ...]:
        return (max(suit, key=rank_value),)


@fault(
    "follow.must-play-lowest",
    "of the led suit only the lowest card may be played by one who cannot win",
    clause="follow.must-follow-suit",
    kind="misreading",
)
class MustPlayLowest(Duty):
    def narrowed(self, r: Round, seat: Seat, led: Card, suit: tuple[Card, ...]) -> tuple[Card, ...]:
        able = any(rank_value(card) > rank_value(led) for card in suit)
        return suit if able else (min(suit, key=rank_value),)


@fault(
    "follow.highest-missing",
    "the highest of several cards of the led suit is not among the legal ones",
    clause="follow.must-follow-suit",
    kind="bug",
)
class HighestMissing(Duty):
    def narrowed(self, r: Round, seat: Seat, led: Card, suit: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(card for card in suit if card != max(suit, key=rank_value))


@fault(
    "follow.lowest-missing",
    "the lowest of several cards of the led suit is not among the legal ones",
    clause="follow.must-follow-suit",
    kind="bug",
)
class LowestMissing(Duty):
    def narrowed(self, r: Round, seat: Seat, led: Card, suit: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(card for card in suit if card != min(suit, key=rank_value))


@fault(
    "follow.first-found-only",
    "the search stops at the first card of the led suit, and no other is legal",
    clause="follow.must-follow-suit",
    kind="bug",
)
class FirstFoundOnly(Duty):
    def narrowed(self, r: Round, seat: Seat, led: Card, suit: tuple[Card, ...]) -> tuple[Card, ...]:
        return suit[:1]


@fault(
    "follow.at-most-four-listed",
    "no more than four cards of the led suit are listed as legal",
    clause="follow.must-follow-suit",
    kind="bug",
)
class AtMostFour(Duty):
    def narrowed(self, r: Round, seat: Seat, led: Card, suit: tuple[Card, ...]) -> tuple[Card, ...]:
        return suit[:4]


@fault(
    "follow.hand-of-one-suit-cut-short",
    "from a full hand of the led suit the last card is not legal",
    clause="follow.must-follow-suit",
    kind="condition",
)
class HandOfOneSuit(Duty):
    def narrowed(self, r: Round, seat: Seat, led: Card, suit: tuple[Card, ...]) -> tuple[Card, ...]:
        return suit[:5]


@fault(
    "follow.ace-of-trumps-kept",
    "the ace of trumps need not be played to a lower trump while another trump is held",
    clause="follow.must-follow-suit",
    kind="misreading",
)
class AceOfTrumpsKept(Duty):
    def narrowed(self, r: Round, seat: Seat, led: Card, suit: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(card for card in suit if card != "A" + r.trump)


class MayRenounce(Rules):
    """A player whose every card of the led suit is :meth:`excused` may play any card."""

    def excused(self, r: Round, seat: Seat, card: Card) -> bool:
        return False

    def legal_follow(self, r: Round, seat: Seat, led: Card) -> tuple[Card, ...]:
        hand = r.hands[seat]
        suit = _of_suit(hand, suit_of(led))
        if all(self.excused(r, seat, card) for card in suit):
            return hand
        return suit


@fault(
    "follow.single-card-need-not",
    "the only card of the led suit need not be played",
    clause="follow.must-follow-suit",
    kind="bug",
)
class SingleCardNeedNot(MayRenounce):
    def excused(self, r: Round, seat: Seat, card: Card) -> bool:
        return len(_of_suit(r.hands[seat], suit_of(card))) == 1


@fault(
    "follow.jack-of-trumps-need-not",
    "the jack of trumps need not be played when it is the only trump",
    clause="follow.must-follow-suit",
    kind="misreading",
    source="the rule of related games for the highest trump",
)
class JackOfTrumpsNeedNot(MayRenounce):
    def excused(self, r: Round, seat: Seat, card: Card) -> bool:
        return card == "J" + r.trump


@fault(
    "follow.ten-need-not",
    "a ten, written with two digits, loses its suit and need not follow",
    clause="follow.must-follow-suit",
    kind="bug",
    source="reported of another program: 10h loses its suit",
)
class TenNeedNot(MayRenounce):
    def excused(self, r: Round, seat: Seat, card: Card) -> bool:
        return card[0] == "T"


@fault(
    "follow.ace-need-not",
    "a lone ace of the led suit is overlooked, and any card may be played",
    clause="follow.must-follow-suit",
    kind="bug",
)
class AceNeedNot(MayRenounce):
    def excused(self, r: Round, seat: Seat, card: Card) -> bool:
        return card[0] == "A"


@fault(
    "follow.drawn-card-need-not",
    "a card just drawn does not oblige its player to follow",
    clause="follow.must-follow-suit",
    kind="misreading",
    source="reported of another program: legal set computed from a stale hand",
)
class DrawnCardNeedNot(MayRenounce):
    def excused(self, r: Round, seat: Seat, card: Card) -> bool:
        return card in _drawn(r, seat)


@fault(
    "follow.last-card-of-the-hand-overlooked",
    "a loop stops one card short, and a suit that only the last card of the hand has is void",
    clause="follow.must-follow-suit",
    kind="bug",
)
class LastCardOverlooked(MayRenounce):
    def excused(self, r: Round, seat: Seat, card: Card) -> bool:
        return card == r.hands[seat][-1]


@fault(
    "follow.cannot-win-need-not",
    "a player whose cards of the led suit cannot take the trick may discard",
    clause="follow.must-follow-suit",
    kind="misreading",
)
class CannotWinNeedNot(MayRenounce):
    def excused(self, r: Round, seat: Seat, card: Card) -> bool:
        return r.led is not None and rank_value(card) < rank_value(r.led)


@fault(
    "follow.once-void-always-void",
    "a player who was void in a suit is taken to be void in it for the rest of the round",
    clause="follow.must-follow-suit",
    kind="state",
)
class OnceVoidAlwaysVoid(MayRenounce):
    def excused(self, r: Round, seat: Seat, card: Card) -> bool:
        return any(
            trick.leader != seat and suit_of(trick.lead) == suit_of(card) != suit_of(trick.follow)
            for trick in r.tricks
        )


class Besides(Rules):
    """Beside the led suit the cards that are :meth:`exempt` may be played."""

    def exempt(self, r: Round, seat: Seat, card: Card) -> bool:
        return False

    def legal_follow(self, r: Round, seat: Seat, led: Card) -> tuple[Card, ...]:
        right = super().legal_follow(r, seat, led)
        return tuple(c for c in r.hands[seat] if c in right or self.exempt(r, seat, c))


@fault(
    "follow.ace-of-trumps-at-any-time",
    "the ace of trumps may be played to any lead",
    clause="follow.must-follow-suit",
    kind="misreading",
)
class AceOfTrumpsAtAnyTime(Besides):
    def exempt(self, r: Round, seat: Seat, card: Card) -> bool:
        return card == "A" + r.trump


@fault(
    "follow.aces-at-any-time",
    "any ace may be played to any lead",
    clause="follow.must-follow-suit",
    kind="bug",
)
class AcesAtAnyTime(Besides):
    def exempt(self, r: Round, seat: Seat, card: Card) -> bool:
        return card[0] == "A"


@fault(
    "follow.same-rank-will-do",
    "a card of the same rank as the led one follows too",
    clause="follow.must-follow-suit",
    kind="misreading",
    source="the rule of shedding games",
)
class SameRankWillDo(Besides):
    def exempt(self, r: Round, seat: Seat, card: Card) -> bool:
        return r.led is not None and card[0] == r.led[0]


@fault(
    "follow.colour-will-do",
    "a card of the same colour as the led one follows too",
    clause="follow.must-follow-suit",
    kind="misreading",
)
class ColourWillDo(Besides):
    def exempt(self, r: Round, seat: Seat, card: Card) -> bool:
        return r.led is not None and (suit_of(card) in RED) == (suit_of(r.led) in RED)


@fault(
    "follow.drawn-card-at-any-time",
    "a card just drawn may be played to any lead",
    clause="follow.must-follow-suit",
    kind="bug",
)
class DrawnCardAtAnyTime(Besides):
    def exempt(self, r: Round, seat: Seat, card: Card) -> bool:
        return card in _drawn(r, seat)


class FollowsAnother(Rules):
    """The suit to follow is that of :meth:`asked`."""

    def asked(self, r: Round, led: Card) -> Card:
        return led

    def legal_follow(self, r: Round, seat: Seat, led: Card) -> tuple[Card, ...]:
        return super().legal_follow(r, seat, self.asked(r, led))


@fault(
    "follow.suit-of-the-last-trick",
    "the suit to follow is left over from the trick before",
    clause="follow.must-follow-suit",
    kind="state",
)
class SuitOfTheLastTrick(FollowsAnother):
    def asked(self, r: Round, led: Card) -> Card:
        return r.tricks[-1].lead if r.tricks else led


@fault(
    "follow.suit-of-the-stock",
    "the suit to follow is that of the card that shows on the stock",
    clause="follow.must-follow-suit",
    kind="misreading",
)
class SuitOfTheStock(FollowsAnother):
    def asked(self, r: Round, led: Card) -> Card:
        return r.stock[0] if r.stock else led


@fault(
    "follow.from-the-other-hand",
    "the legal cards are found in the leader's hand",
    clause="follow.must-follow-suit",
    kind="bug",
    source="reported of another program: legal set computed from swapped seats",
)
class FromTheOtherHand(Rules):
    def legal_follow(self, r: Round, seat: Seat, led: Card) -> tuple[Card, ...]:
        return super().legal_follow(r, other(seat), led)


@fault(
    "follow.void-judged-by-the-other-hand",
    "whether a player is void is looked up in the leader's hand",
    clause="follow.must-follow-suit",
    kind="bug",
)
class VoidJudgedByTheOtherHand(Rules):
    def legal_follow(self, r: Round, seat: Seat, led: Card) -> tuple[Card, ...]:
        if _of_suit(r.hands[other(seat)], suit_of(led)):
            return super().legal_follow(r, seat, led)
        return r.hands[seat]


@fault(
    "follow.trump-while-held",
    "a player who holds a trump must play it, whatever was led",
    clause="follow.must-follow-suit",
    kind="misreading",
)
class TrumpWhileHeld(Rules):
    def legal_follow(self, r: Round, seat: Seat, led: Card) -> tuple[Card, ...]:
        return _of_suit(r.hands[seat], r.trump) or super().legal_follow(r, seat, led)


# --- void -----------------------------------------------------------------------------------


class Void(Rules):
    """A player without the led suit may play the cards of :meth:`open_to`."""

    def open_to(self, r: Round, seat: Seat, hand: tuple[Card, ...]) -> tuple[Card, ...]:
        return hand

    def legal_follow(self, r: Round, seat: Seat, led: Card) -> tuple[Card, ...]:
        hand = r.hands[seat]
        return _of_suit(hand, suit_of(led)) or self.open_to(r, seat, hand)


@fault(
    "follow.must-trump-when-void",
    "a player who is void must trump if able",
    clause="follow.void-any-card",
    kind="misreading",
    source="another published reading (Netplaces), and met in a public implementation",
)
class MustTrump(Void):
    def open_to(self, r: Round, seat: Seat, hand: tuple[Card, ...]) -> tuple[Card, ...]:
        return _of_suit(hand, r.trump) or hand


family(
    "follow.must-trump",
    "a player who is void must trump",
    MustTrump,
    "legal_follow",
    clause="follow.void-any-card",
    conditions=(STOCK_LASTS, STOCK_GONE, *LED_BY_EITHER, *EACH_LED_SUIT, in_trick(1)),
)


@fault(
    "follow.must-not-trump-when-void",
    "a player who is void may trump only from a hand of trumps",
    clause="follow.void-any-card",
    kind="misreading",
)
class MustNotTrump(Void):
    def open_to(self, r: Round, seat: Seat, hand: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(card for card in hand if suit_of(card) != r.trump) or hand


@fault(
    "follow.void-nothing-legal",
    "a player who is void has no legal card",
    clause="follow.void-any-card",
    kind="bug",
)
class VoidNothingLegal(Void):
    def open_to(self, r: Round, seat: Seat, hand: tuple[Card, ...]) -> tuple[Card, ...]:
        return ()


@fault(
    "follow.void-and-all-trumps-nothing-legal",
    "a player who holds nothing but trumps has no legal card to a plain lead",
    clause="follow.void-any-card",
    kind="condition",
)
class AllTrumpsNothingLegal(Void):
    def open_to(self, r: Round, seat: Seat, hand: tuple[Card, ...]) -> tuple[Card, ...]:
        return () if len(_of_suit(hand, r.trump)) == len(hand) else hand


@fault(
    "follow.void-without-trumps-nothing-legal",
    "a player who has neither the led suit nor a trump has no legal card",
    clause="follow.void-any-card",
    kind="condition",
)
class WithoutTrumpsNothingLegal(Void):
    def open_to(self, r: Round, seat: Seat, hand: tuple[Card, ...]) -> tuple[Card, ...]:
        return hand if _of_suit(hand, r.trump) else ()


@fault(
    "follow.void-must-discard-lowest",
    "a player who is void must play a card of the lowest rank in the hand",
    clause="follow.void-any-card",
    kind="misreading",
)
class MustDiscardLowest(Void):
    def open_to(self, r: Round, seat: Seat, hand: tuple[Card, ...]) -> tuple[Card, ...]:
        lowest = min(rank_value(card) for card in hand)
        return tuple(card for card in hand if rank_value(card) == lowest)


@fault(
    "follow.void-colour-first",
    "a player who is void must play the other suit of the same colour if able",
    clause="follow.void-any-card",
    kind="misreading",
)
class ColourFirst(Void):
    def open_to(self, r: Round, seat: Seat, hand: tuple[Card, ...]) -> tuple[Card, ...]:
        red = r.led is not None and suit_of(r.led) in RED
        return tuple(card for card in hand if (suit_of(card) in RED) == red) or hand


@fault(
    "follow.void-no-high-discards",
    "a player who is void may not throw aces and tens while there is another card",
    clause="follow.void-any-card",
    kind="misreading",
    source="games that forbid points on the first trick",
)
class NoHighDiscards(Void):
    def open_to(self, r: Round, seat: Seat, hand: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(card for card in hand if card[0] not in "AT") or hand


@fault(
    "follow.void-drawn-card-missing",
    "the card just drawn is missing from the legal cards of a void player",
    clause="follow.void-any-card",
    kind="bug",
    source="reported of another program: legal set computed from a stale hand",
)
class DrawnCardMissing(Void):
    def open_to(self, r: Round, seat: Seat, hand: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(card for card in hand if card not in _drawn(r, seat)) or hand


@fault(
    "follow.void-over-the-other-hand",
    "a void player is offered the cards of the other hand",
    clause="follow.void-any-card",
    kind="bug",
)
class OverTheOtherHand(Void):
    def open_to(self, r: Round, seat: Seat, hand: tuple[Card, ...]) -> tuple[Card, ...]:
        return r.hands[other(seat)] or hand


@fault(
    "follow.void-turned-up-card-missing",
    "the turned-up card, once drawn, is not offered to a void player",
    clause="follow.void-any-card",
    kind="condition",
)
class TurnedUpCardMissing(Void):
    def open_to(self, r: Round, seat: Seat, hand: tuple[Card, ...]) -> tuple[Card, ...]:
        turned_up = r.tricks[0].draws[0][1] if r.tricks else ""
        return tuple(card for card in hand if card != turned_up) or hand


@fault(
    "follow.void-two-of-trumps-missing",
    "a void player may trump with any trump but the two",
    clause="follow.void-any-card",
    kind="condition",
)
class TwoOfTrumpsMissing(Void):
    def open_to(self, r: Round, seat: Seat, hand: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(card for card in hand if card != "2" + r.trump) or hand
