"""Faults of trick points; who captures the cards that count is a matter of tricks."""

from collections.abc import Callable, Mapping

from conformance.faults.conditions import SUIT_NAMES
from conformance.faults.model import Fault, add, fault
from reference_engine.cards import Card, Suit, suit_of
from reference_engine.rules import TRICK_POINTS, Rules
from reference_engine.state import BySeat, Match, Round, RoundResult, Seat, Trick, other

LAST_TRICK = 26
DRAWING_TRICKS = 20

# --- what a card counts ---------------------------------------------------------------------


def _other_values(slug: str, text: str, values: Mapping[str, int], source: str = "") -> None:
    """Ranks that count something else than they should."""
    counted = {**TRICK_POINTS, **values}

    class OtherValues(Rules):
        def card_points(self, r: Round, card: Card) -> int:
            return counted.get(card[0], 0)

    clause = "trick-points.card-values"
    add(Fault(f"trick-points.{slug}", text, clause, "misreading", OtherValues, source))


_other_values("ten-counts-one", "a ten counts 1, like a jack", {"T": 1})
_other_values("ten-counts-nothing", "a ten is a number card and counts nothing", {"T": 0})
_other_values("jack-counts-nothing", "a jack counts nothing", {"J": 0})
_other_values("jack-counts-eleven", "a jack counts 11, its place in the suit", {"J": 11})
_other_values("jack-counts-ten", "a jack counts 10 like the ten", {"J": 10})
_other_values("ace-counts-eleven", "an ace counts 11", {"A": 11}, "the values of other games")
_other_values("ace-counts-one", "an ace counts 1", {"A": 1})
_other_values("king-and-queen-swapped", "a queen counts 3 and a king 2", {"Q": 3, "K": 2})
_other_values("ace-and-king-swapped", "a king counts 4 and an ace 3", {"A": 3, "K": 4})
_other_values("court-cards-count-ten", "jack, queen and king count 10", {"J": 10, "Q": 10, "K": 10})
_other_values(
    "pips-count",
    "number cards count their pips",
    {str(pips): pips for pips in range(2, 10)},
)

# --- in which suits -------------------------------------------------------------------------

_Factor = Callable[[Round, Card], int]


def _in_suits(slug: str, text: str, factor: _Factor, source: str = "") -> None:
    """Points that count ``factor`` times: not at all in some suits, twice in others."""

    class InSuits(Rules):
        def card_points(self, r: Round, card: Card) -> int:
            return factor(r, card) * super().card_points(r, card)

    clause = "trick-points.every-suit"
    add(Fault(f"trick-points.{slug}", text, clause, "misreading", InSuits, source))


_in_suits("trumps-only", "trumps alone count trick points", lambda r, c: suit_of(c) == r.trump)
_in_suits("without-trumps", "trumps count no trick points", lambda r, c: suit_of(c) != r.trump)
_in_suits("trumps-twice", "trumps count double", lambda r, c: 1 + (suit_of(c) == r.trump))
_in_suits(
    "trump-ten-only",
    "the ten counts in trumps alone",
    lambda r, c: c[0] != "T" or suit_of(c) == r.trump,
)
_in_suits(
    "trump-ace-and-jack-once",
    "the ace and the jack of trumps count no trick points, having awards of their own",
    lambda r, c: not (c[0] in "AJ" and suit_of(c) == r.trump),
)


def _one_suit_missing(suit: Suit, name: str) -> None:
    class OneSuitMissing(Rules):
        def card_points(self, r: Round, card: Card) -> int:
            return 0 if suit_of(card) == suit else super().card_points(r, card)

    fault_id, text = f"trick-points.without-{name}", f"{name} count no trick points"
    add(Fault(fault_id, text, "trick-points.every-suit", "condition", OneSuitMissing))


for _suit, _name in SUIT_NAMES.items():
    _one_suit_missing(_suit, _name)

# --- of which cards -------------------------------------------------------------------------


def _cards_from(r: Round, seat: Seat, chosen: Callable[[int, Trick], bool]) -> tuple[Card, ...]:
    """The cards of the tricks that ``seat`` won, of those ``chosen`` by number and trick."""
    return tuple(
        card
        for number, trick in enumerate(r.tricks, start=1)
        if trick.winner == seat and chosen(number, trick)
        for card in (trick.lead, trick.follow)
    )


def _of_tricks(slug: str, text: str, chosen: Callable[[int, Trick], bool]) -> None:
    """Only some tricks count."""

    class OfTricks(Rules):
        def trick_points(self, r: Round, seat: Seat) -> int:
            return sum(self.card_points(r, card) for card in _cards_from(r, seat, chosen))

    clause = "trick-points.for-captured-cards"
    add(Fault(f"trick-points.{slug}", text, clause, "condition", OfTricks))


_of_tricks("first-trick-missed", "trick 1 is not counted", lambda number, trick: number != 1)
_of_tricks(
    "last-trick-missed", "trick 26 is not counted", lambda number, trick: number < LAST_TRICK
)
_of_tricks(
    "trick-20-missed", "the trick that empties the stock is not counted", lambda n, t: n != 20
)
_of_tricks(
    "until-stock-is-gone", "only the tricks that draw are counted", lambda n, t: n <= DRAWING_TRICKS
)
_of_tricks(
    "from-the-last-six",
    "only the tricks after the stock is gone are counted",
    lambda n, t: n > DRAWING_TRICKS,
)
_of_tricks(
    "of-the-leader-alone",
    "a trick counts only for a player who led to it",
    lambda n, t: t.leader == t.winner,
)
_of_tricks(
    "without-trumped-tricks",
    "a trick of two suits counts for nobody",
    lambda n, t: suit_of(t.lead) == suit_of(t.follow),
)


@fault(
    "trick-points.last-trick-twice",
    "trick 26 is counted twice",
    clause="trick-points.for-captured-cards",
    kind="bug",
)
class LastTrickTwice(Rules):
    def trick_points(self, r: Round, seat: Seat) -> int:
        last = _cards_from(r, seat, lambda number, trick: number == LAST_TRICK)
        return super().trick_points(r, seat) + sum(self.card_points(r, card) for card in last)


@fault(
    "trick-points.ten-for-the-last-trick",
    "the last trick brings ten trick points more",
    clause="trick-points.card-values",
    kind="misreading",
    source="the rule of other games that count card points",
)
class TenForTheLastTrick(Rules):
    def trick_points(self, r: Round, seat: Seat) -> int:
        last = r.tricks[LAST_TRICK - 1 :]
        return super().trick_points(r, seat) + 10 * sum(trick.winner == seat for trick in last)


@fault(
    "trick-points.one-for-each-trick",
    "each trick brings a trick point of its own",
    clause="trick-points.card-values",
    kind="misreading",
)
class OneForEachTrick(Rules):
    def trick_points(self, r: Round, seat: Seat) -> int:
        return super().trick_points(r, seat) + r.tricks_won(seat)


@fault(
    "trick-points.led-card-alone",
    "only the led card of a trick is counted",
    clause="trick-points.for-captured-cards",
    kind="bug",
)
class LedCardAlone(Rules):
    def trick_points(self, r: Round, seat: Seat) -> int:
        led = (trick.lead for trick in r.tricks if trick.winner == seat)
        return sum(self.card_points(r, card) for card in led)


@fault(
    "trick-points.won-from-the-other",
    "a card counts only for a player who won it from the other",
    clause="trick-points.for-captured-cards",
    kind="misreading",
)
class WonFromTheOther(Rules):
    def trick_points(self, r: Round, seat: Seat) -> int:
        won = (
            trick.follow if trick.leader == seat else trick.lead
            for trick in r.tricks
            if trick.winner == seat
        )
        return sum(self.card_points(r, card) for card in won)


def _played_by(r: Round, seat: Seat) -> tuple[Card, ...]:
    return tuple(trick.lead if trick.leader == seat else trick.follow for trick in r.tricks)


@fault(
    "trick-points.by-who-played",
    "a card counts for the player who played it",
    clause="trick-points.for-captured-cards",
    kind="misreading",
)
class ByWhoPlayed(Rules):
    def trick_points(self, r: Round, seat: Seat) -> int:
        return sum(self.card_points(r, card) for card in _played_by(r, seat))


@fault(
    "trick-points.by-who-was-dealt",
    "a card counts for the player to whom it was dealt, a drawn one for its captor",
    clause="trick-points.for-captured-cards",
    kind="misreading",
)
class ByWhoWasDealt(Rules):
    def trick_points(self, r: Round, seat: Seat) -> int:
        drawn = {card for trick in r.tricks for _, card in trick.draws}
        kept = [card for card in _played_by(r, seat) if card not in drawn]
        taken = [card for card in r.captured[seat] if card in drawn]
        return sum(self.card_points(r, card) for card in kept + taken)


@fault(
    "trick-points.swapped",
    "the trick points of the two seats are swapped",
    clause="trick-points.for-captured-cards",
    kind="bug",
)
class Swapped(Rules):
    def trick_points(self, r: Round, seat: Seat) -> int:
        return super().trick_points(r, other(seat))


@fault(
    "trick-points.none-in-simplified",
    "no trick points are added up in simplified scoring",
    clause="award.most-tricks-instead",
    kind="condition",
)
class NoneInSimplified(Rules):
    def round_result(self, m: Match, r: Round) -> RoundResult:
        result = super().round_result(m, r)
        if m.scoring == "full":
            return result
        return RoundResult(result.tricks, BySeat(0, 0), result.awards, result.scores)
