"""Faults of drawing from the stock."""

from collections.abc import Callable
from typing import Any

from conformance.faults.model import Fault, add, fault
from reference_engine.cards import DECK, Card, rank_value, suit_of
from reference_engine.rules import TRICK_POINTS, Rules
from reference_engine.state import Round, Seat, other

PUBLIC = "met in a public implementation"

# --- who draws first ------------------------------------------------------------------------


@fault("draw.loser-first", "the loser draws first", clause="draw.winner-first", kind="misreading")
class LoserFirst(Rules):
    def drawers(self, r: Round, winner: Seat) -> tuple[Seat, ...]:
        return tuple(reversed(super().drawers(r, winner)))


@fault(
    "draw.north-first",
    "north always draws first",
    clause="draw.winner-first",
    kind="bug",
    source=PUBLIC,
)
class NorthFirst(Rules):
    def drawers(self, r: Round, winner: Seat) -> tuple[Seat, ...]:
        return super().drawers(r, "north")


@fault("draw.south-first", "south always draws first", clause="draw.winner-first", kind="bug")
class SouthFirst(Rules):
    def drawers(self, r: Round, winner: Seat) -> tuple[Seat, ...]:
        return super().drawers(r, "south")


@fault(
    "draw.leader-first",
    "the leader of the trick draws first",
    clause="draw.winner-first",
    kind="misreading",
    source="another reading of editions fil and uk",
)
class LeaderFirst(Rules):
    def drawers(self, r: Round, winner: Seat) -> tuple[Seat, ...]:
        return super().drawers(r, r.leader)


@fault(
    "draw.non-dealer-first",
    "the player opposite the dealer always draws first",
    clause="draw.winner-first",
    kind="misreading",
)
class NonDealerFirst(Rules):
    def drawers(self, r: Round, winner: Seat) -> tuple[Seat, ...]:
        return super().drawers(r, other(r.dealer))


@fault(
    "draw.by-turns",
    "the players draw first by turns",
    clause="draw.winner-first",
    kind="misreading",
)
class ByTurns(Rules):
    def drawers(self, r: Round, winner: Seat) -> tuple[Seat, ...]:
        odd = r.trick_number % 2 == 1
        return super().drawers(r, r.first_leader if odd else other(r.first_leader))


def _second_card(r: Round) -> Card:
    """The card played second to the trick being completed: it is nowhere else."""
    known = {*r.hands.north, *r.hands.south, *r.stock, *r.captured.north, *r.captured.south, r.led}
    return next(card for card in DECK if card not in known)


def _trumped(r: Round) -> bool:
    return suit_of(_second_card(r)) == r.trump != suit_of(r.led or "")


_When = Callable[[Round, Seat], bool]


def _loser_first_when(slug: str, when: str, applies: _When) -> None:
    class LoserFirstWhen(Rules):
        def drawers(self, r: Round, winner: Seat) -> tuple[Seat, ...]:
            first = other(winner) if applies(r, winner) else winner
            return super().drawers(r, first)

    text = f"the loser draws first {when}"
    add(Fault(f"draw.loser-first-{slug}", text, "draw.winner-first", "condition", LoserFirstWhen))


_loser_first_when("in-trick-1", "in trick 1", lambda r, winner: r.trick_number == 1)
_loser_first_when("in-trick-20", "in trick 20", lambda r, winner: r.trick_number == 20)
_loser_first_when("if-trumped", "when the trick was trumped", lambda r, winner: _trumped(r))
_loser_first_when(
    "if-both-trumps",
    "when both cards are trumps",
    lambda r, winner: r.led is not None and suit_of(r.led) == suit_of(_second_card(r)) == r.trump,
)
_loser_first_when(
    "if-discarded",
    "when the second card was a discard",
    lambda r, winner: suit_of(_second_card(r)) not in (r.trump, suit_of(r.led or "")),
)


@fault(
    "draw.after-the-lead",
    "the cards are drawn after the next lead, so that a card just drawn cannot be led",
    clause="draw.winner-first",
    kind="misreading",
)
class AfterTheLead(Rules):
    def legal_lead(self, r: Round, seat: Seat) -> tuple[Card, ...]:
        drawn = dict(r.tricks[-1].draws).get(seat) if r.tricks else None
        return tuple(card for card in r.hands[seat] if card != drawn)


@fault("draw.winner-alone", "only the winner draws", clause="draw.winner-first", kind="misreading")
class WinnerAlone(Rules):
    def drawers(self, r: Round, winner: Seat) -> tuple[Seat, ...]:
        return super().drawers(r, winner)[:1]


# --- which card -----------------------------------------------------------------------------


def _is_first_draw(stock: tuple[Card, ...]) -> bool:
    """A trick takes two cards from the stock, so the first of them is drawn from an even one."""
    return len(stock) % 2 == 0


@fault(
    "draw.from-the-bottom",
    "cards are drawn from the bottom of the stock",
    clause="draw.top-card",
    kind="bug",
)
class FromTheBottom(Rules):
    def drawn_card(self, r: Round, seat: Seat, stock: tuple[Card, ...]) -> Card:
        return stock[-1]


@fault(
    "draw.loser-from-the-bottom",
    "the loser draws from the bottom of the stock",
    clause="draw.top-card",
    kind="misreading",
)
class LoserFromTheBottom(Rules):
    def drawn_card(self, r: Round, seat: Seat, stock: tuple[Card, ...]) -> Card:
        return stock[0] if _is_first_draw(stock) else stock[-1]


@fault(
    "draw.highest-card",
    "a draw takes the highest-ranking card of the stock",
    clause="draw.top-card",
    kind="misreading",
    source="another reading of edition fil",
)
class HighestCard(Rules):
    def drawn_card(self, r: Round, seat: Seat, stock: tuple[Card, ...]) -> Card:
        return max(stock, key=rank_value)


@fault(
    "draw.in-deck-order",
    "the stock is kept as a set and gives its cards in deck order",
    clause="draw.top-card",
    kind="bug",
)
class InDeckOrder(Rules):
    def drawn_card(self, r: Round, seat: Seat, stock: tuple[Card, ...]) -> Card:
        return min(stock, key=DECK.index)


@fault(
    "draw.turned-up-card-last",
    "the card turned up for trump lies under the stock and is drawn last",
    clause="draw.top-card",
    kind="misreading",
    source="another reading: the turned-up card as in other games with a stock",
)
class TurnedUpCardLast(Rules):
    def drawn_card(self, r: Round, seat: Seat, stock: tuple[Card, ...]) -> Card:
        return stock[1] if len(stock) > 1 else stock[0]


@fault(
    "draw.turned-up-card-discarded",
    "the card turned up for trump is thrown away, so the stock has 39 cards",
    clause="draw.top-card",
    kind="misreading",
    source=PUBLIC,
)
class TurnedUpCardDiscarded(TurnedUpCardLast):
    def drawers(self, r: Round, winner: Seat) -> tuple[Seat, ...]:
        return (winner, other(winner))[: max(len(r.stock) - 1, 0)]

    def sees(self, r: Round) -> dict[str, Any]:
        left = r.stock[1:]
        return super().sees(r) | {"stock_top": left[0] if left else None, "stock_count": len(left)}


def _is_worthless(r: Round, card: Card) -> bool:
    return suit_of(card) != r.trump and card[0] not in TRICK_POINTS


def _prize(r: Round, card: Card) -> tuple[bool, int]:
    """How good a card is to have."""
    return suit_of(card) == r.trump, rank_value(card)


@fault(
    "draw.winner-may-decline",
    "the winner declines a worthless top card, which then goes to the loser",
    clause="draw.no-choice",
    kind="misreading",
    source="another reading: the choice to win that card or not",
)
class WinnerMayDecline(Rules):
    def drawn_card(self, r: Round, seat: Seat, stock: tuple[Card, ...]) -> Card:
        return stock[_is_first_draw(stock) and _is_worthless(r, stock[0])]


@fault(
    "draw.winner-chooses",
    "the winner looks at the top two cards and takes the better one",
    clause="draw.no-choice",
    kind="misreading",
)
class WinnerChooses(Rules):
    def drawn_card(self, r: Round, seat: Seat, stock: tuple[Card, ...]) -> Card:
        if not _is_first_draw(stock):
            return stock[0]
        return max(stock[:2], key=lambda card: _prize(r, card))


@fault(
    "draw.loser-chooses",
    "the loser may leave the next card and take the one below it",
    clause="draw.no-choice",
    kind="misreading",
)
class LoserChooses(Rules):
    def drawn_card(self, r: Round, seat: Seat, stock: tuple[Card, ...]) -> Card:
        if _is_first_draw(stock):
            return stock[0]
        return max(stock[:2], key=lambda card: _prize(r, card))


@fault(
    "draw.trump-never-refused",
    "the winner declines whatever is no trump",
    clause="draw.no-choice",
    kind="misreading",
)
class OnlyTrumpsAreTaken(Rules):
    def drawn_card(self, r: Round, seat: Seat, stock: tuple[Card, ...]) -> Card:
        return stock[_is_first_draw(stock) and suit_of(stock[0]) != r.trump]


# --- how long -------------------------------------------------------------------------------


@fault(
    "draw.last-two-left",
    "the last two cards of the stock are not drawn",
    clause="draw.until-stock-is-gone",
    kind="bug",
)
class LastTwoLeft(Rules):
    def drawers(self, r: Round, winner: Seat) -> tuple[Seat, ...]:
        return super().drawers(r, winner) if len(r.stock) > 2 else ()


@fault(
    "draw.last-card-left",
    "the loser of trick 20 draws nothing, so the last card of the stock is left lying",
    clause="draw.until-stock-is-gone",
    kind="bug",
)
class LastCardLeft(Rules):
    def drawers(self, r: Round, winner: Seat) -> tuple[Seat, ...]:
        return super().drawers(r, winner)[: len(r.stock) - 1]


@fault(
    "draw.goes-on",
    "trick 21 draws from the empty stock and fails",
    clause="draw.until-stock-is-gone",
    kind="bug",
    source="reported against another trick-taking program",
)
class GoesOn(Rules):
    def drawers(self, r: Round, winner: Seat) -> tuple[Seat, ...]:
        return winner, other(winner)


@fault(
    "draw.captured-cards-again",
    "once the stock is gone the captured cards are drawn again",
    clause="draw.until-stock-is-gone",
    kind="misreading",
)
class CapturedCardsAgain(Rules):
    def drawers(self, r: Round, winner: Seat) -> tuple[Seat, ...]:
        return winner, other(winner)

    def drawn_card(self, r: Round, seat: Seat, stock: tuple[Card, ...]) -> Card:
        return stock[0] if stock else r.captured[seat][0]
