"""Faults of who takes a trick and its cards."""

from conformance.faults.conditions import (
    EACH_LED_SUIT,
    EACH_TRUMP,
    EDGE_TRICKS,
    LED_BY_EITHER,
    PLAIN_SUIT_LED,
    STOCK_GONE,
    STOCK_LASTS,
    TRUMP_LED,
    family,
    in_trick,
)
from conformance.faults.model import fault
from reference_engine.cards import SUITS, Card, rank_value, suit_of
from reference_engine.rules import Rules
from reference_engine.state import Round, Seat, other

# --- the highest card of the led suit -------------------------------------------------------


@fault(
    "trick.higher-rank-wins",
    "a higher card of another plain suit takes the trick",
    clause="trick.highest-of-led-suit",
    kind="misreading",
    source="reported of another program: an off-suit higher card wins",
)
class HigherRankWins(Rules):
    def beats(self, r: Round, card: Card, best: Card) -> bool:
        if self.current_trump(r) in (suit_of(card), suit_of(best)):
            return super().beats(r, card, best)
        return rank_value(card) > rank_value(best)


@fault(
    "trick.suits-do-not-matter",
    "the higher rank wins, whatever the suits",
    clause="trick.highest-of-led-suit",
    kind="bug",
)
class SuitsDoNotMatter(Rules):
    def beats(self, r: Round, card: Card, best: Card) -> bool:
        return rank_value(card) > rank_value(best)


@fault(
    "trick.equal-rank-wins",
    "of two plain cards of equal rank the second wins",
    clause="trick.highest-of-led-suit",
    kind="bug",
)
class EqualRankWins(Rules):
    def beats(self, r: Round, card: Card, best: Card) -> bool:
        equal = card[0] == best[0] and suit_of(best) != self.current_trump(r)
        return super().beats(r, card, best) or equal


@fault(
    "trick.any-ace-wins",
    "an ace of another plain suit takes the trick",
    clause="trick.highest-of-led-suit",
    kind="bug",
)
class AnyAceWins(Rules):
    def beats(self, r: Round, card: Card, best: Card) -> bool:
        ace = card[0] == "A" and self.current_trump(r) not in (suit_of(card), suit_of(best))
        return super().beats(r, card, best) or (ace and suit_of(card) != suit_of(best))


@fault(
    "trick.suits-are-ranked",
    "of two plain suits the higher one wins: spades, hearts, diamonds, clubs",
    clause="trick.highest-of-led-suit",
    kind="misreading",
    source="the order of suits in bidding games",
)
class SuitsAreRanked(Rules):
    def beats(self, r: Round, card: Card, best: Card) -> bool:
        suits = suit_of(card), suit_of(best)
        if suits[0] == suits[1] or self.current_trump(r) in suits:
            return super().beats(r, card, best)
        return SUITS.index(suits[0]) > SUITS.index(suits[1])


@fault(
    "trick.discard-wins",
    "whoever cannot follow takes the trick with any card",
    clause="trick.highest-of-led-suit",
    kind="bug",
)
class DiscardWins(Rules):
    def beats(self, r: Round, card: Card, best: Card) -> bool:
        return super().beats(r, card, best) or suit_of(card) != suit_of(best)


@fault(
    "trick.same-colour-wins",
    "a higher card of the same colour takes a plain trick",
    clause="trick.highest-of-led-suit",
    kind="misreading",
)
class SameColourWins(HigherRankWins):
    def beats(self, r: Round, card: Card, best: Card) -> bool:
        same = (suit_of(card) in "DH") == (suit_of(best) in "DH")
        return super().beats(r, card, best) if same else Rules.beats(self, r, card, best)


@fault(
    "trick.lowest-wins",
    "the lowest card of the led suit wins",
    clause="trick.highest-of-led-suit",
    kind="misreading",
)
class LowestWins(Rules):
    def beats(self, r: Round, card: Card, best: Card) -> bool:
        if suit_of(card) == suit_of(best):
            return rank_value(card) < rank_value(best)
        return super().beats(r, card, best)


@fault(
    "trick.leader-wins",
    "the led card holds unless it is trumped",
    clause="trick.highest-of-led-suit",
    kind="bug",
)
class LeaderWins(Rules):
    def beats(self, r: Round, card: Card, best: Card) -> bool:
        return suit_of(card) != suit_of(best) and super().beats(r, card, best)


@fault(
    "trick.follower-wins",
    "a card that follows suit wins",
    clause="trick.highest-of-led-suit",
    kind="bug",
)
class FollowerWins(Rules):
    def beats(self, r: Round, card: Card, best: Card) -> bool:
        return suit_of(card) == suit_of(best) or super().beats(r, card, best)


family(
    "trick.higher-rank-wins",
    "a higher card of another plain suit takes the trick",
    HigherRankWins,
    "beats",
    clause="trick.highest-of-led-suit",
    conditions=(*EDGE_TRICKS, STOCK_LASTS, STOCK_GONE, *LED_BY_EITHER, *EACH_LED_SUIT),
)
family(
    "trick.lowest-wins",
    "the lowest card of the led suit wins",
    LowestWins,
    "beats",
    clause="trick.highest-of-led-suit",
    conditions=(PLAIN_SUIT_LED, STOCK_GONE, *EDGE_TRICKS),
)
family(
    "trick.lowest-wins",
    "the lowest trump wins",
    LowestWins,
    "beats",
    clause="trick.trump-wins",
    conditions=(TRUMP_LED,),
)

# --- the highest trump ----------------------------------------------------------------------


@fault(
    "trick.led-suit-first",
    "the led suit is compared first, so a trump wins only when trumps were led",
    clause="trick.trump-wins",
    kind="misreading",
    source="reported of another program: trump does not beat the led suit",
)
class LedSuitFirst(Rules):
    def beats(self, r: Round, card: Card, best: Card) -> bool:
        return suit_of(card) == suit_of(best) and super().beats(r, card, best)


@fault(
    "trick.second-trump-wins",
    "a second trump always takes the first",
    clause="trick.trump-wins",
    kind="bug",
)
class SecondTrumpWins(Rules):
    def beats(self, r: Round, card: Card, best: Card) -> bool:
        return suit_of(card) == self.current_trump(r) or super().beats(r, card, best)


@fault(
    "trick.first-trump-holds",
    "a trump that was led holds against every other trump",
    clause="trick.trump-wins",
    kind="bug",
)
class FirstTrumpHolds(Rules):
    def beats(self, r: Round, card: Card, best: Card) -> bool:
        return suit_of(best) != self.current_trump(r) and super().beats(r, card, best)


family(
    "trick.led-suit-first",
    "a trump does not take the led suit",
    LedSuitFirst,
    "beats",
    clause="trick.trump-wins",
    conditions=(*EDGE_TRICKS, *LED_BY_EITHER, *EACH_TRUMP, *EACH_LED_SUIT),
)

# --- its cards ------------------------------------------------------------------------------


class OwnCardBack(Rules):
    """Each player keeps the card played."""

    def captured_by(self, r: Round, winner: Seat, card: Card) -> Seat:
        return r.leader if card == r.led else other(r.leader)


@fault(
    "trick.cards-exchanged",
    "each player captures the card of the other",
    clause="trick.winner-captures",
    kind="bug",
)
class CardsExchanged(Rules):
    def captured_by(self, r: Round, winner: Seat, card: Card) -> Seat:
        return other(r.leader) if card == r.led else r.leader


class LoserCaptures(Rules):
    """The loser captures the cards of a trick."""

    def captured_by(self, r: Round, winner: Seat, card: Card) -> Seat:
        return other(winner)


class LeaderCaptures(Rules):
    """The leader captures the cards, whoever won them."""

    def captured_by(self, r: Round, winner: Seat, card: Card) -> Seat:
        return r.leader


@fault(
    "trick.led-card-only",
    "the winner captures the led card, and the second one stays with its player",
    clause="trick.winner-captures",
    kind="misreading",
)
class LedCardOnly(Rules):
    def captured_by(self, r: Round, winner: Seat, card: Card) -> Seat:
        return winner if card == r.led else other(r.leader)


@fault(
    "trick.second-card-only",
    "the winner captures the second card, and the led one stays with the leader",
    clause="trick.winner-captures",
    kind="misreading",
)
class SecondCardOnly(Rules):
    def captured_by(self, r: Round, winner: Seat, card: Card) -> Seat:
        return r.leader if card == r.led else winner


@fault(
    "trick.trumps-stay",
    "a trump stays with the player who played it",
    clause="trick.winner-captures",
    kind="misreading",
)
class TrumpsStay(OwnCardBack):
    def captured_by(self, r: Round, winner: Seat, card: Card) -> Seat:
        return super().captured_by(r, winner, card) if suit_of(card) == r.trump else winner


@fault(
    "trick.plain-cards-stay",
    "a trick's winner captures trumps only",
    clause="trick.winner-captures",
    kind="misreading",
)
class PlainCardsStay(OwnCardBack):
    def captured_by(self, r: Round, winner: Seat, card: Card) -> Seat:
        return winner if suit_of(card) == r.trump else super().captured_by(r, winner, card)


family(
    "trick.loser-captures",
    "the loser captures the cards of a trick",
    LoserCaptures,
    "captured_by",
    clause="trick.winner-captures",
    conditions=(*EDGE_TRICKS[:-1], in_trick(25), STOCK_GONE, TRUMP_LED, *EACH_LED_SUIT),
)
family(
    "trick.leader-captures",
    "the leader captures the cards, whoever won them,",
    LeaderCaptures,
    "captured_by",
    clause="trick.winner-captures",
    conditions=LED_BY_EITHER,
)
