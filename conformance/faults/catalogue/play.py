"""Faults of taking turns and of refusals."""

from dataclasses import dataclass, field, replace
from typing import ClassVar

from conformance.faults.model import Fault, add, fault
from reference_engine.cards import KNOWN_CARDS, Card, suit_of
from reference_engine.play import play
from reference_engine.rules import Rules
from reference_engine.state import Reason, Round, Seat, Trick, other


class Overlooks(Rules):
    """``reason`` is no reason to refuse where :meth:`overlooked` says so."""

    reason: ClassVar[Reason]

    def overlooked(self, r: Round, seat: Seat, card: Card) -> bool:
        return True

    def objections(self, r: Round, seat: Seat, card: Card) -> tuple[Reason, ...]:
        reasons = super().objections(r, seat, card)
        if self.reason in reasons and self.overlooked(r, seat, card):
            return tuple(reason for reason in reasons if reason != self.reason)
        return reasons


# --- whose turn -----------------------------------------------------------------------------


class OutOfTurn(Overlooks):
    reason = "not-your-turn"

    def overlooked(self, r: Round, seat: Seat, card: Card) -> bool:
        return not self.is_over(r)


@fault(
    "play.out-of-turn",
    "a play out of turn is accepted",
    clause="play.in-turn",
    kind="bug",
    source="met in a public implementation",
)
class AnyoneMayPlay(OutOfTurn):
    pass


@fault(
    "play.leader-plays-twice",
    "the leader may play the second card of the trick too",
    clause="play.in-turn",
    kind="bug",
)
class LeaderPlaysTwice(OutOfTurn):
    def overlooked(self, r: Round, seat: Seat, card: Card) -> bool:
        return r.led is not None


@fault(
    "play.whoever-comes-first-leads",
    "the first trick may be begun by either player",
    clause="play.in-turn",
    kind="bug",
)
class WhoeverComesFirst(OutOfTurn):
    def overlooked(self, r: Round, seat: Seat, card: Card) -> bool:
        return r.led is None and not r.tricks

    def on_turn(self, r: Round) -> Seat | None:
        # The one who leads is the one whose card has gone.
        if r.led is not None and len(r.hands[r.leader]) > len(r.hands[other(r.leader)]):
            return r.leader
        return super().on_turn(r)


@fault(
    "play.north-may-play-at-any-time",
    "whose turn it is is checked for south alone",
    clause="play.in-turn",
    kind="condition",
)
class NorthAtAnyTime(OutOfTurn):
    def overlooked(self, r: Round, seat: Seat, card: Card) -> bool:
        return seat == "north"


@fault(
    "play.south-may-play-at-any-time",
    "whose turn it is is checked for north alone",
    clause="play.in-turn",
    kind="condition",
)
class SouthAtAnyTime(OutOfTurn):
    def overlooked(self, r: Round, seat: Seat, card: Card) -> bool:
        return seat == "south"


@fault(
    "play.turn-unchecked-when-the-stock-is-gone",
    "whose turn it is is not checked when the stock is gone",
    clause="play.in-turn",
    kind="condition",
)
class TurnUncheckedAtTheEnd(OutOfTurn):
    def overlooked(self, r: Round, seat: Seat, card: Card) -> bool:
        return not r.stock


# --- which cards ----------------------------------------------------------------------------


class NotInHand(Overlooks):
    reason = "card-not-in-hand"

    def overlooked(self, r: Round, seat: Seat, card: Card) -> bool:
        return card in KNOWN_CARDS


@fault(
    "play.card-not-in-hand",
    "a card that the player does not hold is accepted",
    clause="play.illegal-refused",
    kind="bug",
)
class AnyCardWillDo(NotInHand):
    pass


@fault(
    "play.card-of-the-other-hand",
    "a card is looked for in both hands",
    clause="play.illegal-refused",
    kind="bug",
)
class CardOfTheOtherHand(NotInHand):
    def overlooked(self, r: Round, seat: Seat, card: Card) -> bool:
        return card in r.hands[other(seat)]


@fault(
    "play.card-of-the-stock",
    "the card that shows on the stock may be played",
    clause="play.illegal-refused",
    kind="bug",
)
class CardOfTheStock(NotInHand):
    def overlooked(self, r: Round, seat: Seat, card: Card) -> bool:
        return r.stock[:1] == (card,)


@fault(
    "play.card-already-played",
    "a card that was played before is accepted again",
    clause="play.illegal-refused",
    kind="bug",
)
class CardAlreadyPlayed(NotInHand):
    def overlooked(self, r: Round, seat: Seat, card: Card) -> bool:
        return any(card in (trick.lead, trick.follow) for trick in r.tricks)


@fault(
    "play.own-captured-card",
    "a player may play a captured card again",
    clause="play.illegal-refused",
    kind="bug",
)
class OwnCapturedCard(NotInHand):
    def overlooked(self, r: Round, seat: Seat, card: Card) -> bool:
        return card in r.captured[seat]


@fault(
    "play.unknown-card",
    "text that names no card is accepted as a play",
    clause="play.illegal-refused",
    kind="bug",
)
class UnknownCard(Rules):
    def objections(self, r: Round, seat: Seat, card: Card) -> tuple[Reason, ...]:
        reasons = super().objections(r, seat, card)
        if card in KNOWN_CARDS:
            return reasons
        overlooked = ("unknown-card", "card-not-in-hand", "must-follow-suit")
        return tuple(reason for reason in reasons if reason not in overlooked)


@fault(
    "play.round-over",
    "plays are still accepted when the round is over",
    clause="play.illegal-refused",
    kind="bug",
)
class RoundOver(Rules):
    def objections(self, r: Round, seat: Seat, card: Card) -> tuple[Reason, ...]:
        return () if self.is_over(r) else super().objections(r, seat, card)


# --- legality -------------------------------------------------------------------------------


class LegalityUnchecked(Overlooks):
    reason = "must-follow-suit"


@fault(
    "play.legality-unchecked",
    "the legal cards are listed, and any card of the hand is accepted",
    clause="play.illegal-refused",
    kind="bug",
    source="met in a public implementation",
)
class NeverChecked(LegalityUnchecked):
    pass


@fault(
    "play.legality-unchecked-after-a-refusal",
    "after a refusal the next card of the hand is accepted unseen",
    clause="play.illegal-refused",
    kind="state",
)
@dataclass(frozen=True)
class UncheckedAfterARefusal(LegalityUnchecked):
    refused_at: dict[Round, None] = field(default_factory=dict, compare=False, hash=False)

    def after_refusal(self, r: Round, seat: Seat, card: Card) -> Round:
        self.refused_at[r] = None
        return super().after_refusal(r, seat, card)

    def overlooked(self, r: Round, seat: Seat, card: Card) -> bool:
        return r in self.refused_at


@fault(
    "play.second-try-accepted",
    "the same illegal card is accepted when it is played once more",
    clause="play.illegal-refused",
    kind="state",
)
@dataclass(frozen=True)
class SecondTryAccepted(LegalityUnchecked):
    tried: dict[tuple[Round, Card], None] = field(default_factory=dict, compare=False, hash=False)

    def after_refusal(self, r: Round, seat: Seat, card: Card) -> Round:
        self.tried[r, card] = None
        return super().after_refusal(r, seat, card)

    def overlooked(self, r: Round, seat: Seat, card: Card) -> bool:
        return (r, card) in self.tried


@fault(
    "play.trumps-unchecked",
    "a trump is accepted at any time, though it is not listed as legal",
    clause="play.illegal-refused",
    kind="condition",
    source="reported of another program: trump may be played while holding the led suit",
)
class TrumpsUnchecked(LegalityUnchecked):
    def overlooked(self, r: Round, seat: Seat, card: Card) -> bool:
        return suit_of(card) == r.trump


@fault(
    "play.discards-unchecked",
    "only trumps are refused while the led suit is held, other discards are accepted",
    clause="play.illegal-refused",
    kind="condition",
)
class DiscardsUnchecked(LegalityUnchecked):
    def overlooked(self, r: Round, seat: Seat, card: Card) -> bool:
        return suit_of(card) != r.trump


@fault(
    "play.legality-unchecked-when-the-stock-is-gone",
    "any card of the hand is accepted when the stock is gone",
    clause="play.illegal-refused",
    kind="condition",
)
class UncheckedAtTheEnd(LegalityUnchecked):
    def overlooked(self, r: Round, seat: Seat, card: Card) -> bool:
        return not r.stock


@fault(
    "play.legality-checked-in-the-first-trick-only",
    "any card of the hand is accepted after the first trick",
    clause="play.illegal-refused",
    kind="condition",
)
class UncheckedAfterTheFirstTrick(LegalityUnchecked):
    def overlooked(self, r: Round, seat: Seat, card: Card) -> bool:
        return bool(r.tricks)


class RefusesLegal(Rules):
    """A listed card is refused where :meth:`disliked` says so."""

    def disliked(self, r: Round, seat: Seat, card: Card) -> bool:
        return False

    def objections(self, r: Round, seat: Seat, card: Card) -> tuple[Reason, ...]:
        reasons = super().objections(r, seat, card)
        return reasons or (("must-follow-suit",) if self.disliked(r, seat, card) else ())


@fault(
    "play.listed-trump-refused",
    "a void player's trump is listed as legal and then refused",
    clause="follow.void-any-card",
    kind="bug",
    source="reported of another program: an advertised legal card is then refused",
)
class ListedTrumpRefused(RefusesLegal):
    def disliked(self, r: Round, seat: Seat, card: Card) -> bool:
        return r.led is not None and suit_of(card) == r.trump != suit_of(r.led)


@fault(
    "play.listed-discard-refused",
    "a void player's discard is listed as legal and then refused",
    clause="follow.void-any-card",
    kind="bug",
    source="reported of another program: an advertised legal card is then refused",
)
class ListedDiscardRefused(RefusesLegal):
    def disliked(self, r: Round, seat: Seat, card: Card) -> bool:
        return r.led is not None and suit_of(card) not in (r.trump, suit_of(r.led))


@fault(
    "play.listed-drawn-card-refused",
    "a card just drawn is listed as legal and then refused",
    clause="lead.any-card",
    kind="bug",
    source="reported of another program: an advertised legal card is then refused",
)
class ListedDrawnCardRefused(RefusesLegal):
    def disliked(self, r: Round, seat: Seat, card: Card) -> bool:
        return bool(r.tricks) and (seat, card) in r.tricks[-1].draws


# --- what a refusal leaves behind -----------------------------------------------------------


def _without(hand: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    return tuple(held for held in hand if held != card)


@fault(
    "play.refusal-takes-the-card",
    "the card of a refused play is gone from the hand",
    clause="play.illegal-refused",
    kind="bug",
    source="reported of another program: an illegal play changes the state",
)
class RefusalTakesTheCard(Rules):
    def after_refusal(self, r: Round, seat: Seat, card: Card) -> Round:
        return replace(r, hands=r.hands.put(seat, _without(r.hands[seat], card)))


@fault(
    "play.out-of-turn-card-is-lost",
    "a card played out of turn is gone from the hand",
    clause="play.illegal-refused",
    kind="condition",
)
class OutOfTurnCardIsLost(RefusalTakesTheCard):
    def after_refusal(self, r: Round, seat: Seat, card: Card) -> Round:
        return r if seat == self.on_turn(r) else super().after_refusal(r, seat, card)


@fault(
    "play.revoked-card-is-lost",
    "a card that should have followed suit is gone from the hand",
    clause="play.illegal-refused",
    kind="condition",
)
class RevokedCardIsLost(RefusalTakesTheCard):
    def after_refusal(self, r: Round, seat: Seat, card: Card) -> Round:
        return super().after_refusal(r, seat, card) if seat == self.on_turn(r) else r


class PassesTheTurn(Rules):
    """A refused play hands the turn over where :meth:`passes` says so."""

    def passes(self, r: Round, seat: Seat, card: Card) -> bool:
        return True

    def after_refusal(self, r: Round, seat: Seat, card: Card) -> Round:
        return replace(r, leader=other(r.leader)) if self.passes(r, seat, card) else r


@fault(
    "play.refusal-passes-the-turn",
    "a refused play passes the turn",
    clause="play.illegal-refused",
    kind="bug",
)
class RefusalPassesTheTurn(PassesTheTurn):
    pass


@fault(
    "play.unknown-card-passes-the-turn",
    "text that names no card leaves the trick as it is and passes the turn",
    clause="play.illegal-refused",
    kind="bug",
    source="met in a public implementation",
)
class UnknownCardPassesTheTurn(PassesTheTurn):
    def passes(self, r: Round, seat: Seat, card: Card) -> bool:
        return card not in KNOWN_CARDS


@fault(
    "play.revoke-passes-the-turn",
    "a card that should have followed suit passes the turn",
    clause="play.illegal-refused",
    kind="condition",
)
class RevokePassesTheTurn(PassesTheTurn):
    def passes(self, r: Round, seat: Seat, card: Card) -> bool:
        return card in r.hands[seat] and seat == self.on_turn(r)


@fault(
    "play.out-of-turn-takes-the-turn",
    "a play out of turn is refused and takes the turn all the same",
    clause="play.illegal-refused",
    kind="condition",
)
class OutOfTurnTakesTheTurn(PassesTheTurn):
    def passes(self, r: Round, seat: Seat, card: Card) -> bool:
        return seat != self.on_turn(r) is not None


@fault(
    "play.unknown-card-costs-the-first-card",
    "text that names no card plays nothing, and the first card of the hand is gone",
    clause="play.illegal-refused",
    kind="bug",
)
class UnknownCardCostsACard(Rules):
    def after_refusal(self, r: Round, seat: Seat, card: Card) -> Round:
        return r if card in KNOWN_CARDS else replace(r, hands=r.hands.put(seat, r.hands[seat][1:]))


@fault(
    "play.refusal-plays-for-the-player",
    "after a refused card the first legal one is played for the player",
    clause="play.illegal-refused",
    kind="bug",
)
class RefusalPlaysForThePlayer(Rules):
    def after_refusal(self, r: Round, seat: Seat, card: Card) -> Round:
        legal = self.legal(r)
        if seat != self.on_turn(r) or not legal:
            return r
        played = play(self, r, seat, legal[0])
        return played if isinstance(played, Round) else r


@fault(
    "play.refusal-clears-the-table",
    "a refused play takes the led card off the table",
    clause="play.illegal-refused",
    kind="bug",
)
class RefusalClearsTheTable(Rules):
    def after_refusal(self, r: Round, seat: Seat, card: Card) -> Round:
        return replace(r, led=None)


@fault(
    "play.refused-card-lies-on-the-table",
    "a card of the hand that is refused lies on the table in place of the led card",
    clause="play.illegal-refused",
    kind="bug",
)
class RefusedCardLiesOnTheTable(Rules):
    def after_refusal(self, r: Round, seat: Seat, card: Card) -> Round:
        return replace(r, led=card) if card in r.hands[seat] else r


@fault(
    "play.refusal-draws",
    "a refused play draws a card",
    clause="play.illegal-refused",
    kind="bug",
)
class RefusalDraws(Rules):
    def after_refusal(self, r: Round, seat: Seat, card: Card) -> Round:
        hand = r.hands[seat] + r.stock[:1]
        return replace(r, hands=r.hands.put(seat, hand), stock=r.stock[1:])


@fault(
    "play.revoke-loses-the-trick",
    "a card that should have followed suit gives the trick to the leader and is lost with it",
    clause="play.illegal-refused",
    kind="misreading",
    source="penalties of related games",
)
class RevokeLosesTheTrick(Rules):
    def after_refusal(self, r: Round, seat: Seat, card: Card) -> Round:
        if r.led is None or seat != self.on_turn(r) or card not in r.hands[seat]:
            return r
        lost = Trick(r.leader, r.led, card, r.leader, ())
        return replace(
            r,
            led=None,
            hands=r.hands.put(seat, _without(r.hands[seat], card)),
            captured=r.captured.put(r.leader, (*r.captured[r.leader], r.led, card)),
            tricks=(*r.tricks, lost),
        )


@fault(
    "play.refusal-turns-the-stock",
    "a refused play turns up the next card of the stock",
    clause="play.illegal-refused",
    kind="bug",
)
class RefusalTurnsTheStock(Rules):
    def after_refusal(self, r: Round, seat: Seat, card: Card) -> Round:
        return replace(r, stock=r.stock[1:] + r.stock[:1])


# --- the reason that is given ---------------------------------------------------------------


class SaysInstead(Rules):
    """The reason ``right`` is given as ``said``."""

    right: ClassVar[Reason]
    said: ClassVar[Reason]

    def objections(self, r: Round, seat: Seat, card: Card) -> tuple[Reason, ...]:
        reasons = super().objections(r, seat, card)
        return (self.said,) if self.right in reasons else reasons


WRONG_REASONS: tuple[tuple[Reason, Reason, str], ...] = (
    ("must-follow-suit", "card-not-in-hand", "a card that does not follow suit is called not held"),
    ("not-your-turn", "card-not-in-hand", "a play out of turn is blamed on the card"),
    ("card-not-in-hand", "must-follow-suit", "a card that is not held is told to follow suit"),
    ("round-over", "must-follow-suit", "a play after the round is told to follow suit"),
)

for right, said, text in WRONG_REASONS:
    add(
        Fault(
            f"play.wrong-reason-for-{right}",
            text,
            "play.illegal-refused",
            "bug",
            type("SaysInstead", (SaysInstead,), {"right": right, "said": said}),
        )
    )
