"""Faults of what each seat is shown."""

from typing import Any

from conformance.faults.model import Fault, add, fault
from reference_engine.cards import Card, rank_value, suit_of
from reference_engine.rules import Rules
from reference_engine.state import Round, Seat, other

View = dict[str, Any]


class ShownTo(Rules):
    """What is wrong in the view of ``seat``, the seat on turn; nothing is once play is over."""

    def sees(self, r: Round) -> View:
        seat = self.on_turn(r)
        right = super().sees(r)
        return right if seat is None else right | self.wrong(r, seat)

    def wrong(self, r: Round, seat: Seat) -> View:
        raise NotImplementedError


# --- what is hidden -------------------------------------------------------------------------


@fault(
    "view.other-hand",
    "a player is shown the other's hand in place of the own",
    clause="view.hidden-cards",
    kind="view",
)
class OtherHand(ShownTo):
    def wrong(self, r: Round, seat: Seat) -> View:
        return {"hand": list(r.hands[other(seat)])}


@fault(
    "view.hand-of-the-leader",
    "the view shows the leader's hand, to the follower too",
    clause="view.hidden-cards",
    kind="view",
)
class HandOfTheLeader(ShownTo):
    def wrong(self, r: Round, seat: Seat) -> View:
        return {"hand": list(r.hands[r.leader])}


@fault(
    "view.both-hands",
    "the other hand is sent along in a field of its own",
    clause="view.hidden-cards",
    kind="view",
)
class BothHands(ShownTo):
    def wrong(self, r: Round, seat: Seat) -> View:
        return {"hands": {who: list(hand) for who, hand in r.hands.items()}}


@fault(
    "view.other-hand-to-follower",
    "the follower is shown what the leader has left",
    clause="view.hidden-cards",
    kind="view",
)
class OtherHandToFollower(ShownTo):
    def wrong(self, r: Round, seat: Seat) -> View:
        return {"opponent": list(r.hands[r.leader])} if r.led else {}


@fault(
    "view.hint-from-the-other-hand",
    "a hint in a text names the highest card of the other hand",
    clause="view.hidden-cards",
    kind="view",
)
class HintFromTheOtherHand(ShownTo):
    def wrong(self, r: Round, seat: Seat) -> View:
        highest = max(r.hands[other(seat)], key=rank_value, default="no card")
        return {"hint": f"beware of {highest} in the other hand"}


@fault(
    "view.next-card",
    "the card below the top of the stock is shown as well",
    clause="view.hidden-cards",
    kind="view",
)
class NextCard(ShownTo):
    def wrong(self, r: Round, seat: Seat) -> View:
        return {"next": list(r.stock[1:2])}


@fault(
    "view.next-card-to-leader",
    "the leader is shown both cards that the trick will bring",
    clause="view.hidden-cards",
    kind="view",
)
class NextCardToLeader(ShownTo):
    def wrong(self, r: Round, seat: Seat) -> View:
        return {} if r.led else {"prizes": list(r.stock[:2])}


@fault(
    "view.whole-stock",
    "the whole stock is shown in its order",
    clause="view.hidden-cards",
    kind="view",
)
class WholeStock(ShownTo):
    def wrong(self, r: Round, seat: Seat) -> View:
        return {"stock": list(r.stock)}


@fault(
    "view.bottom-card",
    "the bottom card of the stock is shown",
    clause="view.hidden-cards",
    kind="view",
)
class BottomCard(ShownTo):
    def wrong(self, r: Round, seat: Seat) -> View:
        return {"stock_bottom": r.stock[-1] if r.stock else None}


@fault(
    "view.unseen-cards",
    "the cards that have not been played are listed by who holds them",
    clause="view.hidden-cards",
    kind="view",
)
class UnseenCards(ShownTo):
    def wrong(self, r: Round, seat: Seat) -> View:
        held = {card: who for who, hand in r.hands.items() for card in hand}
        return {"held_by": held | dict.fromkeys(r.stock, "stock")}


# --- the top of the stock -------------------------------------------------------------------


@fault(
    "view.top-stays",
    "the card turned up for trump goes on being shown as the top of the stock",
    clause="view.stock-top",
    kind="view",
)
class TopStays(ShownTo):
    def wrong(self, r: Round, seat: Seat) -> View:
        first = r.tricks[0].draws[0][1] if r.tricks else r.stock[0]
        return {"stock_top": first if r.stock else None}


@fault(
    "view.top-is-last-drawn",
    "the card drawn last goes on being shown as the top of the stock",
    clause="view.stock-top",
    kind="view",
)
class TopIsLastDrawn(ShownTo):
    def wrong(self, r: Round, seat: Seat) -> View:
        drawn = r.tricks[-1].draws if r.tricks else ()
        return {"stock_top": drawn[-1][1]} if drawn and r.stock else {}


@fault(
    "view.top-of-the-winner",
    "the top of the stock is shown to the leader alone",
    clause="view.stock-top",
    kind="view",
)
class TopOfTheWinner(ShownTo):
    def wrong(self, r: Round, seat: Seat) -> View:
        return {"stock_top": None} if r.led else {}


@fault(
    "view.top-blind",
    "the stock lies face down once the trump card is drawn",
    clause="view.stock-top",
    kind="view",
    source="another reading: the stock as in other games with a turned-up card",
)
class TopBlind(ShownTo):
    def wrong(self, r: Round, seat: Seat) -> View:
        return {"stock_top": None} if r.tricks else {}


@fault(
    "view.top-only-if-trump",
    "the top of the stock is shown where it is a trump",
    clause="view.stock-top",
    kind="view",
)
class TopOnlyIfTrump(ShownTo):
    def wrong(self, r: Round, seat: Seat) -> View:
        return {} if r.stock and suit_of(r.stock[0]) == r.trump else {"stock_top": None}


@fault(
    "view.top-is-the-bottom",
    "the other end of the stock is shown as its top",
    clause="view.stock-top",
    kind="view",
)
class TopIsTheBottom(ShownTo):
    def wrong(self, r: Round, seat: Seat) -> View:
        return {"stock_top": r.stock[-1] if r.stock else None}


@fault(
    "view.top-of-a-gone-stock",
    "the card drawn last of all goes on being shown when the stock is gone",
    clause="view.stock-top",
    kind="view",
)
class TopOfAGoneStock(ShownTo):
    def wrong(self, r: Round, seat: Seat) -> View:
        return {} if r.stock else {"stock_top": r.tricks[19].draws[-1][1]}


@fault(
    "view.top-of-two-hidden",
    "the last two cards of the stock lie face down",
    clause="view.stock-top",
    kind="view",
)
class TopOfTwoHidden(ShownTo):
    def wrong(self, r: Round, seat: Seat) -> View:
        return {"stock_top": None} if len(r.stock) == 2 else {}


# --- the count of the stock -----------------------------------------------------------------


@fault(
    "view.count-without-the-top",
    "the card that shows is not counted with the stock",
    clause="deal.stock",
    kind="view",
)
class CountWithoutTheTop(ShownTo):
    def wrong(self, r: Round, seat: Seat) -> View:
        return {"stock_count": max(len(r.stock) - 1, 0)}


@fault(
    "view.count-before-the-draws",
    "the count of the stock is the one from before the last draws",
    clause="view.stock-top",
    kind="view",
)
class CountBeforeTheDraws(ShownTo):
    def wrong(self, r: Round, seat: Seat) -> View:
        drawn = len(r.tricks[-1].draws) if r.tricks else 0
        return {"stock_count": len(r.stock) + drawn}


@fault(
    "view.count-below-nothing",
    "the count goes on falling when the stock is gone",
    clause="draw.until-stock-is-gone",
    kind="view",
)
class CountBelowNothing(ShownTo):
    def wrong(self, r: Round, seat: Seat) -> View:
        return {"stock_count": 40 - 2 * len(r.tricks)}


@fault(
    "view.count-of-tricks",
    "the count tells the tricks that still draw, not the cards",
    clause="view.stock-top",
    kind="view",
)
class CountOfTricks(ShownTo):
    def wrong(self, r: Round, seat: Seat) -> View:
        return {"stock_count": len(r.stock) // 2}


# --- the own hand and the trick -------------------------------------------------------------


def _drawn_last(r: Round, seat: Seat) -> Card | None:
    return dict(r.tricks[-1].draws).get(seat) if r.tricks else None


@fault(
    "view.hand-without-the-drawn-card",
    "the card just drawn is missing in the own hand",
    clause="view.drawn-cards",
    kind="view",
)
class HandWithoutTheDrawnCard(ShownTo):
    def wrong(self, r: Round, seat: Seat) -> View:
        drawn = _drawn_last(r, seat)
        return {"hand": [card for card in r.hands[seat] if card != drawn]}


@fault(
    "view.drawn-cards-in-both-hands",
    "a card that the other drew from the face-up stock is listed in the own hand too",
    clause="view.drawn-cards",
    kind="view",
)
class DrawnCardsInBothHands(ShownTo):
    def wrong(self, r: Round, seat: Seat) -> View:
        drawn = {card for trick in r.tricks for _, card in trick.draws}
        known = [card for card in r.hands[other(seat)] if card in drawn]
        return {"hand": [*r.hands[seat], *known]}


@fault(
    "view.hand-of-legal-cards",
    "the hand shows only the cards that may be played",
    clause="view.hidden-cards",
    kind="view",
)
class HandOfLegalCards(ShownTo):
    def wrong(self, r: Round, seat: Seat) -> View:
        return {"hand": list(self.legal(r))}


@fault(
    "view.hand-as-dealt",
    "the hand shows the cards that were dealt and are left, and not those drawn",
    clause="view.drawn-cards",
    kind="view",
)
class HandAsDealt(ShownTo):
    def wrong(self, r: Round, seat: Seat) -> View:
        drawn = {card for trick in r.tricks for _, card in trick.draws}
        return {"hand": [card for card in r.hands[seat] if card not in drawn]}


@fault(
    "view.trick-empty",
    "the follower is shown an empty trick",
    clause="play.in-turn",
    kind="view",
)
class TrickEmpty(ShownTo):
    def wrong(self, r: Round, seat: Seat) -> View:
        return {"trick": []}


@fault(
    "view.last-trick-still-there",
    "the leader is shown the trick before as if it still lay on the table",
    clause="play.in-turn",
    kind="view",
)
class LastTrickStillThere(ShownTo):
    def wrong(self, r: Round, seat: Seat) -> View:
        if r.led or not r.tricks:
            return {}
        return {"trick": [r.tricks[-1].lead, r.tricks[-1].follow]}


# --- for one seat alone ---------------------------------------------------------------------


def _for_one_seat(slug: str, text: str, clause: str, base: type[ShownTo], to: Seat) -> None:
    class ToOneSeat(base):  # type: ignore[misc, valid-type]
        def wrong(self, r: Round, seat: Seat) -> View:
            shown: View = super().wrong(r, seat) if seat == to else {}
            return shown

    add(Fault(f"view.{slug}-for-{to}", f"{text} to {to}", clause, "view", ToOneSeat))


_for_one_seat("other-hand", "the other hand is shown", "view.hidden-cards", BothHands, "north")
_for_one_seat(
    "next-card",
    "the card below the top of the stock is shown",
    "view.hidden-cards",
    NextCard,
    "south",
)
