"""Faults of the lead: who leads first, who leads next, what may be led."""

from conformance.faults.conditions import (
    DEALER_LEADS,
    LED_BY_EITHER,
    STOCK_GONE,
    TRUMP_LED,
    family,
    in_trick,
)
from conformance.faults.model import fault
from reference_engine.cards import DECK, Card, rank_value, suit_of
from reference_engine.rules import Rules
from reference_engine.state import Round, Seat, other

# --- who leads first ------------------------------------------------------------------------


@fault(
    "lead.dealer-first", "the dealer leads first", clause="lead.non-dealer-first",
    kind="misreading", source="a playing-card shop's rules",
)  # fmt: skip
class DealerFirst(Rules):
    def first_leader(self, dealer: Seat) -> Seat:
        return dealer


@fault(
    "lead.north-first", "north leads first, whoever deals", clause="lead.non-dealer-first",
    kind="condition",
)  # fmt: skip
class NorthFirst(Rules):
    def first_leader(self, dealer: Seat) -> Seat:
        return "north"


@fault(
    "lead.south-first", "south leads first, whoever deals", clause="lead.non-dealer-first",
    kind="condition",
)  # fmt: skip
class SouthFirst(Rules):
    def first_leader(self, dealer: Seat) -> Seat:
        return "south"


# --- who leads next -------------------------------------------------------------------------


@fault("lead.loser-leads", "the loser leads next", clause="lead.winner-leads", kind="misreading")
class LoserLeads(Rules):
    def next_leader(self, r: Round, winner: Seat) -> Seat:
        return other(winner)


@fault(
    "lead.same-leader",
    "the first leader leads every trick of the round",
    clause="lead.winner-leads",
    kind="misreading",
    source="met in a public implementation",
)
class SameLeader(Rules):
    def next_leader(self, r: Round, winner: Seat) -> Seat:
        return r.first_leader


@fault(
    "lead.alternates", "the players lead by turns", clause="lead.winner-leads", kind="misreading"
)
class Alternates(Rules):
    def next_leader(self, r: Round, winner: Seat) -> Seat:
        return other(r.leader)


@fault(
    "lead.north-leads-on",
    "after the first trick north leads",
    clause="lead.winner-leads",
    kind="condition",
)
class NorthLeadsOn(Rules):
    def next_leader(self, r: Round, winner: Seat) -> Seat:
        return "north"


@fault(
    "lead.south-leads-on",
    "after the first trick south leads",
    clause="lead.winner-leads",
    kind="condition",
)
class SouthLeadsOn(Rules):
    def next_leader(self, r: Round, winner: Seat) -> Seat:
        return "south"


@fault(
    "lead.passes-once",
    "whoever takes the first trick leads for the rest of the round",
    clause="lead.winner-leads",
    kind="bug",
)
class PassesOnce(Rules):
    def next_leader(self, r: Round, winner: Seat) -> Seat:
        return r.tricks[0].winner if r.tricks else winner


@fault(
    "lead.starts-again-when-the-stock-is-gone",
    "the first leader of the round leads again when the stock is gone",
    clause="lead.winner-leads",
    kind="misreading",
)
class StartsAgain(Rules):
    def next_leader(self, r: Round, winner: Seat) -> Seat:
        return r.first_leader if r.trick_number == 20 else winner


@fault(
    "lead.dealer-when-the-stock-is-gone",
    "the dealer leads to the first trick without a stock",
    clause="lead.winner-leads",
    kind="misreading",
)
class DealerLeadsTheRest(Rules):
    def next_leader(self, r: Round, winner: Seat) -> Seat:
        return r.dealer if r.trick_number == 20 else winner


@fault(
    "lead.trumping-brings-no-lead",
    "a follower who takes the trick with a trump does not get the lead",
    clause="lead.winner-leads",
    kind="condition",
)
class TrumpingBringsNoLead(Rules):
    def next_leader(self, r: Round, winner: Seat) -> Seat:
        return r.leader if suit_of(_second_card(r)) == r.trump != suit_of(r.led or "") else winner


def _second_card(r: Round) -> Card:
    """The card that completed the trick: it has left the hand and is not captured yet."""
    placed = {r.led, *r.stock}.union(r.hands.north, r.hands.south, *(
        (trick.lead, trick.follow) for trick in r.tricks
    ))  # fmt: skip
    return next(card for card in DECK if card not in placed)


class KeepsTheLead(Rules):
    """Whoever led leads again, winner or not."""

    def next_leader(self, r: Round, winner: Seat) -> Seat:
        return r.leader


family(
    "lead.loser-leads",
    "the lead goes to the loser of a trick",
    LoserLeads,
    "next_leader",
    clause="lead.winner-leads",
    conditions=(*(in_trick(n) for n in (1, 19, 20, 25)), STOCK_GONE, DEALER_LEADS, TRUMP_LED),
)
family(
    "lead.leader-leads-again",
    "the leader keeps the lead in any case",
    KeepsTheLead,
    "next_leader",
    clause="lead.winner-leads",
    conditions=(*LED_BY_EITHER, STOCK_GONE),
)


# --- what may be led ------------------------------------------------------------------------


def _drawn(r: Round, seat: Seat) -> tuple[Card, ...]:
    """What the seat drew after the last trick."""
    return tuple(card for drawer, card in r.tricks[-1].draws if drawer == seat) if r.tricks else ()


class Limited(Rules):
    """Only cards that :meth:`may_lead` allows are led, unless there is none."""

    def may_lead(self, r: Round, seat: Seat, card: Card) -> bool:
        return True

    def legal_lead(self, r: Round, seat: Seat) -> tuple[Card, ...]:
        hand = r.hands[seat]
        return tuple(card for card in hand if self.may_lead(r, seat, card)) or hand


@fault(
    "lead.no-trumps-until-broken",
    "no trump may be led before one has been played",
    clause="lead.any-card",
    kind="misreading",
    source="the rule of hearts and spades",
)
class NoTrumpsUntilBroken(Limited):
    def may_lead(self, r: Round, seat: Seat, card: Card) -> bool:
        broken = any(suit_of(played) == r.trump for t in r.tricks for played in (t.lead, t.follow))
        return broken or suit_of(card) != r.trump


@fault(
    "lead.no-trumps",
    "a trump may be led only from a hand of trumps",
    clause="lead.any-card",
    kind="misreading",
)
class NoTrumps(Limited):
    def may_lead(self, r: Round, seat: Seat, card: Card) -> bool:
        return suit_of(card) != r.trump


@fault(
    "lead.no-trump-first",
    "no trump may be led to the first trick",
    clause="lead.any-card",
    kind="misreading",
)
class NoTrumpFirst(NoTrumps):
    def may_lead(self, r: Round, seat: Seat, card: Card) -> bool:
        return bool(r.tricks) or super().may_lead(r, seat, card)


@fault(
    "lead.trump-first",
    "the first lead of a round must be a trump if able",
    clause="lead.any-card",
    kind="misreading",
    source="the rule of pitch, a game of the same family",
)
class TrumpFirst(Limited):
    def may_lead(self, r: Round, seat: Seat, card: Card) -> bool:
        return bool(r.tricks) or suit_of(card) == r.trump


@fault(
    "lead.trumps-while-held",
    "a leader who holds trumps must lead them",
    clause="lead.any-card",
    kind="misreading",
)
class TrumpsWhileHeld(Limited):
    def may_lead(self, r: Round, seat: Seat, card: Card) -> bool:
        return suit_of(card) == r.trump


family(
    "lead.trumps-while-held",
    "a leader who holds trumps must lead them",
    TrumpsWhileHeld,
    "legal_lead",
    clause="lead.any-card",
    conditions=(STOCK_GONE,),
)


@fault(
    "lead.same-suit-again",
    "the suit of the last trick must be led again if able",
    clause="lead.any-card",
    kind="bug",
)
class SameSuitAgain(Limited):
    def may_lead(self, r: Round, seat: Seat, card: Card) -> bool:
        return not r.tricks or suit_of(card) == suit_of(r.tricks[-1].lead)


@fault(
    "lead.another-suit",
    "the suit of the last trick must not be led again",
    clause="lead.any-card",
    kind="misreading",
)
class AnotherSuit(Limited):
    def may_lead(self, r: Round, seat: Seat, card: Card) -> bool:
        return not r.tricks or suit_of(card) != suit_of(r.tricks[-1].lead)


@fault(
    "lead.drawn-card-must-be-led",
    "the card just drawn must be led",
    clause="lead.any-card",
    kind="bug",
)
class DrawnCardMustBeLed(Limited):
    def may_lead(self, r: Round, seat: Seat, card: Card) -> bool:
        return card in _drawn(r, seat)


@fault(
    "lead.no-ace-first",
    "no ace may be led to the first trick",
    clause="lead.any-card",
    kind="misreading",
)
class NoAceFirst(Limited):
    def may_lead(self, r: Round, seat: Seat, card: Card) -> bool:
        return bool(r.tricks) or card[0] != "A"


@fault(
    "lead.no-card-with-an-award",
    "ace, jack and two of trumps may not be led while there is another card",
    clause="lead.any-card",
    kind="misreading",
)
class NoCardWithAnAward(Limited):
    def may_lead(self, r: Round, seat: Seat, card: Card) -> bool:
        return suit_of(card) != r.trump or card[0] not in "AJ2"


@fault(
    "lead.highest-of-each-suit",
    "of each suit only the highest card may be led",
    clause="lead.any-card",
    kind="bug",
)
class HighestOfEachSuit(Limited):
    def may_lead(self, r: Round, seat: Seat, card: Card) -> bool:
        suit = [held for held in r.hands[seat] if suit_of(held) == suit_of(card)]
        return card == max(suit, key=rank_value)


@fault(
    "lead.one-card-of-each-rank",
    "of cards of equal rank only the first may be led: a table kept by rank",
    clause="lead.any-card",
    kind="bug",
)
class OneCardOfEachRank(Limited):
    def may_lead(self, r: Round, seat: Seat, card: Card) -> bool:
        return card == next(held for held in r.hands[seat] if held[0] == card[0])


@fault(
    "lead.must-be-able-to-be-followed",
    "a suit that the other player does not hold may not be led",
    clause="lead.any-card",
    kind="misreading",
)
class MustBeFollowed(Limited):
    def may_lead(self, r: Round, seat: Seat, card: Card) -> bool:
        return any(suit_of(held) == suit_of(card) for held in r.hands[other(seat)])


@fault(
    "lead.last-card-of-the-hand-forgotten",
    "a loop stops one card short, and the last card of a full hand may not be led",
    clause="lead.any-card",
    kind="bug",
)
class LastCardForgotten(Limited):
    def may_lead(self, r: Round, seat: Seat, card: Card) -> bool:
        return card in r.hands[seat][:-1]


@fault(
    "lead.from-the-other-hand",
    "what may be led is found in the other hand",
    clause="lead.any-card",
    kind="bug",
    source="reported of another program: legal set computed from swapped seats",
)
class FromTheOtherHand(Rules):
    def legal_lead(self, r: Round, seat: Seat) -> tuple[Card, ...]:
        return super().legal_lead(r, other(seat))


@fault(
    "lead.from-the-hand-before-the-trick",
    "what may be led is the hand from before the last trick",
    clause="lead.any-card",
    kind="bug",
    source="reported of another program: legal set computed from a stale hand",
)
class FromTheOldHand(Rules):
    def legal_lead(self, r: Round, seat: Seat) -> tuple[Card, ...]:
        if not r.tricks:
            return super().legal_lead(r, seat)
        last = r.tricks[-1]
        kept = tuple(card for card in r.hands[seat] if card not in _drawn(r, seat))
        return (*kept, last.lead if seat == last.leader else last.follow)
