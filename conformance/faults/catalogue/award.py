"""Faults of the four awards."""

from collections.abc import Callable
from typing import Literal

from conformance.faults.conditions import EACH_TRUMP, Condition
from conformance.faults.model import Fault, FaultKind, add, fault
from reference_engine.cards import Card, Suit, rank_value, suit_of
from reference_engine.rules import Rules
from reference_engine.state import (
    SEATS,
    Awards,
    BySeat,
    Match,
    Round,
    ScoringMode,
    Seat,
    Trick,
    other,
)

PUBLIC = "met in a public implementation"
ALL_FOURS = "a rule of other games of the family"

AwardOfCard = Literal["high", "low", "jack"]
RANK: dict[AwardOfCard, str] = {"high": "A", "low": "2", "jack": "J"}
CARD_NAME: dict[AwardOfCard, str] = {"high": "ace", "low": "two", "jack": "jack"}

_Taker = Callable[[Rules, Round], Seat | None]


def _award(
    award: AwardOfCard,
    slug: str,
    text: str,
    taker: _Taker,
    *,
    clause: str = "",
    kind: FaultKind = "misreading",
    source: str = "",
) -> None:
    """One of the three awards of a card, with another taker."""

    def chosen(self: Rules, r: Round) -> Seat | None:
        return taker(self, r)

    wrong = type(f"Other{award.title()}", (Rules,), {award: chosen})
    add(Fault(f"award.{award}-{slug}", text, clause or f"award.{award}", kind, wrong, source))


def _card(award: AwardOfCard, r: Round) -> Card:
    return RANK[award] + r.trump


def _trick_of(r: Round, card: Card) -> Trick | None:
    return next((trick for trick in r.tricks if card in (trick.lead, trick.follow)), None)


def _player(r: Round, card: Card) -> Seat | None:
    trick = _trick_of(r, card)
    if trick is None:
        return None
    return trick.leader if card == trick.lead else other(trick.leader)


def _drawn(r: Round) -> frozenset[Card]:
    return frozenset(card for trick in r.tricks for _, card in trick.draws)


# --- high, low and jack: captured, not held -------------------------------------------------


def _to_who_played(award: AwardOfCard, source: str) -> None:
    _award(
        award,
        "to-who-played",
        f"{award} goes to the player who played the {CARD_NAME[award]} of trumps",
        lambda rules, r: _player(r, _card(award, r)),
        clause="award.for-captured-cards",
        source=source,
    )


def _to_who_was_dealt(award: AwardOfCard) -> None:
    def taker(rules: Rules, r: Round) -> Seat | None:
        card = _card(award, r)
        return rules.captor(r, card) if card in _drawn(r) else _player(r, card)

    text = f"{award} goes to the player who was dealt the card, to its captor if it was drawn"
    clause = "award.for-captured-cards"
    _award(award, "to-who-was-dealt", text, taker, clause=clause, source=ALL_FOURS)


def _to_who_drew(award: AwardOfCard) -> None:
    def taker(rules: Rules, r: Round) -> Seat | None:
        card = _card(award, r)
        return _player(r, card) if card in _drawn(r) else rules.captor(r, card)

    text = f"{award} goes to the player who drew the card, to its captor if it was dealt"
    _award(award, "to-who-drew", text, taker, clause="award.for-captured-cards")


# Nothing takes a trick from the ace of trumps: who played it has captured it.
_to_who_played("low", PUBLIC)
_to_who_played("jack", "")
_to_who_was_dealt("low")
_to_who_was_dealt("jack")
_to_who_drew("low")
_to_who_drew("jack")


def _if(award: AwardOfCard, holds: Callable[[Round, Card, Trick], bool]) -> _Taker:
    """The right taker where ``holds`` says so of the card and its trick, else nobody."""

    def taker(rules: Rules, r: Round) -> Seat | None:
        card = _card(award, r)
        trick = _trick_of(r, card)
        return trick.winner if trick and holds(r, card, trick) else None

    return taker


_award(
    "jack",
    "only-if-won-from-the-other",
    "jack counts only for a player who won the jack of trumps from the other",
    _if("jack", lambda r, card, trick: _player(r, card) != trick.winner),
)
_award(
    "jack",
    "only-if-kept",
    "jack counts only for a player who took a trick with the own jack of trumps",
    _if("jack", lambda r, card, trick: _player(r, card) == trick.winner),
)
_award(
    "jack",
    "to-the-dealer-if-turned-up",
    "a jack turned up for trump is the dealer's",
    lambda rules, r: (
        r.dealer
        if r.tricks and r.tricks[0].draws[0][1] == _card("jack", r)
        else rules.captor(r, _card("jack", r))
    ),
    source=ALL_FOURS,
)
_award(
    "low",
    "nobody-if-turned-up",
    "a two turned up for trump brings no award",
    lambda rules, r: (
        None
        if r.tricks and r.tricks[0].draws[0][1] == _card("low", r)
        else rules.captor(r, _card("low", r))
    ),
)

# --- which card -----------------------------------------------------------------------------


def _of(choose: Callable[[list[Card]], Card], cards: Callable[[Round], list[Card]]) -> _Taker:
    """The captor of one card of some."""

    def taker(rules: Rules, r: Round) -> Seat | None:
        found = cards(r)
        return rules.captor(r, choose(found)) if found else None

    return taker


def _trumps_in_tricks(r: Round, first: int, last: int) -> list[Card]:
    played = (card for trick in r.tricks[first:last] for card in (trick.lead, trick.follow))
    return [card for card in played if suit_of(card) == r.trump]


def _trumps_dealt(r: Round) -> list[Card]:
    drawn = _drawn(r)
    return [card for card in _trumps_in_tricks(r, 0, 26) if card not in drawn]


def _highest(cards: list[Card]) -> Card:
    return max(cards, key=rank_value)


def _lowest(cards: list[Card]) -> Card:
    return min(cards, key=rank_value)


_award(
    "high",
    "highest-so-far",
    "high is the highest trump that was captured before the stock is gone",
    _of(_highest, lambda r: _trumps_in_tricks(r, 0, 20)),
)
_award(
    "low",
    "lowest-so-far",
    "low is the lowest trump that was seen before the stock is gone",
    _of(_lowest, lambda r: _trumps_in_tricks(r, 0, 20)),
    source=PUBLIC,
)
_award(
    "high",
    "highest-dealt",
    "high is the highest trump that was dealt",
    _of(_highest, _trumps_dealt),
    source=ALL_FOURS,
)
_award(
    "low",
    "lowest-dealt",
    "low is the lowest trump that was dealt",
    _of(_lowest, _trumps_dealt),
    source=ALL_FOURS,
)
_award(
    "low",
    "first-trump",
    "low goes to the player who captured the first trump",
    _of(lambda cards: cards[0], lambda r: _trumps_in_tricks(r, 0, 26)),
)
_award(
    "high",
    "last-trump",
    "high goes to the player who captured the last trump",
    _of(lambda cards: cards[-1], lambda r: _trumps_in_tricks(r, 0, 26)),
)
_award(
    "low",
    "lowest-of-north",
    "low is the lowest trump that north captured",
    lambda rules, r: (
        "north" if any(suit_of(card) == r.trump for card in r.captured.north) else "south"
    ),
    kind="bug",
)
_award(
    "low",
    "is-the-three",
    "the lowest trump is the three, the ace taking the place of the two",
    lambda rules, r: rules.captor(r, "3" + r.trump),
)
_award(
    "low",
    "is-the-ace",
    "the ace is low as well as high",
    lambda rules, r: rules.captor(r, _card("high", r)),
)
_award(
    "high",
    "is-the-king",
    "the ace is taken to be low, so that the king is high",
    lambda rules, r: rules.captor(r, "K" + r.trump),
)
_award(
    "high",
    "is-the-ten",
    "the ten is taken to be the highest trump",
    lambda rules, r: rules.captor(r, "T" + r.trump),
    source="the order of cards of other games",
)


def _any_suit(award: AwardOfCard) -> None:
    """The suit is not looked at: the first card of the rank to be captured counts."""

    def cards(r: Round) -> list[Card]:
        played = (card for trick in r.tricks for card in (trick.lead, trick.follow))
        return [card for card in played if card[0] == RANK[award]]

    text = f"{award} goes to the player who captured the first {CARD_NAME[award]} of any suit"
    _award(award, "of-any-suit", text, _of(lambda found: found[0], cards), kind="bug")


def _most_of(award: AwardOfCard) -> None:
    def taker(rules: Rules, r: Round) -> Seat | None:
        north, south = (sum(card[0] == RANK[award] for card in r.captured[seat]) for seat in SEATS)
        if north == south:
            return rules.captor(r, _card(award, r))
        return "north" if north > south else "south"

    text = f"{award} goes to the player who captured more cards of the rank, trump deciding a tie"
    _award(award, "to-most-of-the-rank", text, taker)


def _of_suit_led_first(award: AwardOfCard) -> None:
    def taker(rules: Rules, r: Round) -> Seat | None:
        return rules.captor(r, RANK[award] + suit_of(r.tricks[0].lead)) if r.tricks else None

    text = f"{award} is looked for in the suit that was led first"
    _award(award, "of-the-first-suit-led", text, taker, kind="bug")


for _name in RANK:
    _any_suit(_name)
    _most_of(_name)
_of_suit_led_first("jack")

# --- under one condition --------------------------------------------------------------------


def _missed_in_trick(award: AwardOfCard, number: int) -> None:
    def holds(r: Round, card: Card, trick: Trick) -> bool:
        return r.tricks.index(trick) != number - 1

    text = f"{award} is given to nobody if the {CARD_NAME[award]} falls in trick {number}"
    _award(award, f"missed-in-trick-{number}", text, _if(award, holds), kind="condition")


for _name in RANK:
    _missed_in_trick(_name, 26)
    _missed_in_trick(_name, 1)


def _never_for(award: AwardOfCard, seat: Seat) -> None:
    text = f"{award} is never given to {seat}"
    taker = _if(award, lambda r, card, trick: trick.winner != seat)
    _award(award, f"never-for-{seat}", text, taker, kind="condition")


_never_for("high", "north")
_never_for("low", "south")
_never_for("jack", "north")
_never_for("jack", "south")


def _high_and_low_swapped(when: Condition) -> None:
    class HighAndLowSwapped(Rules):
        def awards(self, r: Round, scoring: ScoringMode) -> Awards:
            right = super().awards(r, scoring)
            if not when.holds(r):
                return right
            return Awards(right.low, right.high, right.jack, right.game)

    fault_id = f"award.high-and-low-swapped-{when.slug}"
    text = f"high and low are mixed up {when.words}"
    add(Fault(fault_id, text, "award.high", "condition", HighAndLowSwapped))


for _when in EACH_TRUMP:
    _high_and_low_swapped(_when)


def _jack_of_another_suit(trump: Suit, taken: Suit, words: str) -> None:
    _award(
        "jack",
        f"of-the-other-{words}-suit",
        f"the jack of the other {words} suit counts when {words} is trump",
        lambda rules, r: rules.captor(r, "J" + {trump: taken, taken: trump}.get(r.trump, r.trump)),
        kind="condition",
        source="the bowers of other games",
    )


_jack_of_another_suit("C", "S", "black")
_jack_of_another_suit("D", "H", "red")

# --- one point each -------------------------------------------------------------------------

_Points = Callable[[Rules, Match, Round, Awards], BySeat[int]]


def _points(slug: str, text: str, points: _Points, kind: FaultKind = "misreading") -> None:
    """The awards are right, and what they bring is not."""

    class OtherPoints(Rules):
        def new_scores(self, m: Match, r: Round, awards: Awards) -> BySeat[int]:
            brought = points(self, m, r, awards)
            return BySeat(m.scores.north + brought.north, m.scores.south + brought.south)

    add(Fault(f"award.{slug}", text, "award.one-point-each", kind, OtherPoints))


def _right(awards: Awards) -> BySeat[int]:
    return BySeat(awards.points("north"), awards.points("south"))


def _more(awards: Awards, seat: Seat | None, by: int = 1) -> BySeat[int]:
    right = _right(awards)
    return right.put(seat, right[seat] + by) if seat else right


_points(
    "jack-counts-two",
    "the award jack counts two game points",
    lambda rules, m, r, awards: _more(awards, awards.jack),
)
_points(
    "high-counts-two",
    "the award high counts two game points",
    lambda rules, m, r, awards: _more(awards, awards.high),
)
_points(
    "low-counts-two",
    "the award low counts two game points",
    lambda rules, m, r, awards: _more(awards, awards.low),
)
_points(
    "game-counts-two",
    "the award game counts two game points",
    lambda rules, m, r, awards: _more(awards, awards.game),
)
_points(
    "high-counts-four",
    "the award high counts four game points, like an ace in trick points",
    lambda rules, m, r, awards: _more(awards, awards.high, 3),
)
_points(
    "five-for-all-four",
    "all four awards in one hand bring a fifth point",
    lambda rules, m, r, awards: BySeat(
        *(points + (points == 4) for _, points in _right(awards).items())
    ),
)
_points(
    "all-to-the-round-winner",
    "the player with more awards gets a point for each of them, the other nothing",
    lambda rules, m, r, awards: BySeat(
        *(
            awards.points(seat) if awards.points(seat) >= awards.points(other(seat)) else 0
            for seat in SEATS
        )
    ),
)
_points(
    "difference-alone",
    "only the difference of the awards is scored",
    lambda rules, m, r, awards: BySeat(
        *(max(awards.points(seat) - awards.points(other(seat)), 0) for seat in SEATS)
    ),
)
_points(
    "one-for-the-round",
    "the player with more awards gets one game point for the round",
    lambda rules, m, r, awards: BySeat(
        *(int(awards.points(seat) > awards.points(other(seat))) for seat in SEATS)
    ),
)
_points(
    "ace-of-another-suit",
    "each captured ace of a plain suit brings a point too",
    lambda rules, m, r, awards: BySeat(
        *(
            awards.points(seat)
            + sum(card[0] == "A" and suit_of(card) != r.trump for card in r.captured[seat])
            for seat in SEATS
        )
    ),
)

# --- game in full scoring -------------------------------------------------------------------

_Game = Callable[[Rules, Round, ScoringMode], Seat | None]


def _game(slug: str, text: str, clause: str, taker: _Game, kind: FaultKind = "misreading") -> None:
    class OtherGame(Rules):
        def game(self, r: Round, scoring: ScoringMode) -> Seat | None:
            return taker(Rules(), r, scoring)

    add(Fault(f"award.game-{slug}", text, clause, kind, OtherGame))


def _in_full(slug: str, text: str, taker: _Taker, clause: str = "award.game") -> None:
    """Game in full scoring goes to another seat; simplified scoring is right."""
    _game(
        slug,
        text,
        clause,
        lambda rules, r, scoring: taker(rules, r) if scoring == "full" else rules.game(r, scoring),
    )


def _in_simplified(slug: str, text: str, taker: _Taker, clause: str = "award.most-tricks") -> None:
    """Game in simplified scoring goes to another seat; full scoring is right."""
    _game(
        slug,
        text,
        clause,
        lambda rules, r, scoring: (
            taker(rules, r) if scoring == "simplified" else rules.game(r, scoring)
        ),
    )


def _more_of(count: Callable[[Round, Seat], int]) -> _Taker:
    def taker(rules: Rules, r: Round) -> Seat | None:
        north, south = count(r, "north"), count(r, "south")
        if north == south:
            return None
        return "north" if north > south else "south"

    return taker


def _at_least(points: int) -> _Taker:
    def taker(rules: Rules, r: Round) -> Seat | None:
        seat = rules.most_trick_points(r)
        return seat if seat and rules.trick_points(r, seat) >= points else None

    return taker


_in_full(
    "to-fewer-points",
    "game goes to the player with fewer trick points",
    lambda rules, r: _opposite(rules.most_trick_points(r)),
)
_in_full(
    "to-most-tens",
    "game goes to the player with more tens",
    _more_of(lambda r, seat: sum(card[0] == "T" for card in r.captured[seat])),
)
_in_full(
    "to-last-trick",
    "game goes to the player who took the last trick",
    lambda rules, r: r.tricks[-1].winner if r.tricks else None,
)
_in_full("needs-fifty", "game asks for fifty trick points", _at_least(50))
_in_full("needs-a-lead-of-four", "game asks for a lead of four trick points", _at_least(42))
_in_full(
    "never-for-north",
    "game is never given to north in full scoring",
    lambda rules, r: "south" if rules.most_trick_points(r) == "south" else None,
)
_in_full(
    "by-trumps",
    "game goes to the player with more trick points in trumps",
    _more_of(
        lambda r, seat: sum(
            Rules().card_points(r, card) for card in r.captured[seat] if suit_of(card) == r.trump
        )
    ),
)
_in_full(
    "by-tricks-in-full",
    "most tricks take game in full scoring as well",
    lambda rules, r: rules.most_tricks(r),
)


def _opposite(seat: Seat | None) -> Seat | None:
    return other(seat) if seat else None


_TIE = "award.trick-point-tie"


def _at_forty_all(slug: str, text: str, taker: Callable[[Round], Seat | None]) -> None:
    _in_full(
        f"at-40-40-{slug}", text, lambda rules, r: rules.most_trick_points(r) or taker(r), _TIE
    )


_at_forty_all(
    "to-non-dealer", "the player opposite the dealer takes game at 40–40", lambda r: other(r.dealer)
)
_at_forty_all("to-dealer", "the dealer takes game at 40–40", lambda r: r.dealer)
_at_forty_all("to-north", "north takes game at 40–40", lambda r: "north")
_at_forty_all(
    "to-last-trick",
    "the player who took the last trick takes game at 40–40",
    lambda r: r.tricks[-1].winner if r.tricks else None,
)
_at_forty_all(
    "to-most-tricks", "most tricks decide game at 40–40", lambda r: Rules().most_tricks(r)
)


def _both_at_a_tie(scoring: ScoringMode, tie: str, clause: str) -> None:
    """Both get the point though nobody is named."""

    class BothAtATie(Rules):
        def new_scores(self, m: Match, r: Round, awards: Awards) -> BySeat[int]:
            right = super().new_scores(m, r, awards)
            if awards.game or m.scoring != scoring:
                return right
            return BySeat(right.north + 1, right.south + 1)

    fault_id = f"award.game-at-{tie.replace('–', '-')}-to-both"
    add(Fault(fault_id, f"both get a point for game at {tie}", clause, "misreading", BothAtATie))


_both_at_a_tie("full", "40–40", _TIE)
_both_at_a_tie("simplified", "13–13", "award.trick-count-tie")

# --- game in simplified scoring -------------------------------------------------------------


def _tricks_from(first: int, last: int) -> Callable[[Round, Seat], int]:
    return lambda r, seat: sum(trick.winner == seat for trick in r.tricks[first:last])


_in_simplified(
    "to-fewer-tricks",
    "game goes to the player with fewer tricks in simplified scoring",
    lambda rules, r: _opposite(rules.most_tricks(r)),
)
_in_simplified(
    "by-tricks-that-draw",
    "only the tricks that draw are counted in simplified scoring",
    _more_of(_tricks_from(0, 20)),
)
_in_simplified(
    "by-last-six-tricks",
    "only the last six tricks are counted in simplified scoring",
    _more_of(_tricks_from(20, 26)),
)
_in_simplified(
    "without-the-last-trick",
    "trick 26 is not counted in simplified scoring, so that 13–13 is no tie",
    _more_of(_tricks_from(0, 25)),
    "award.trick-count-tie",
)
_in_simplified(
    "needs-fifteen-tricks",
    "game asks for more than fourteen tricks in simplified scoring",
    lambda rules, r: next((seat for seat in SEATS if r.tricks_won(seat) > 14), None),
)
_in_simplified(
    "most-captured-trumps",
    "most trumps captured take game in simplified scoring",
    _more_of(lambda r, seat: sum(suit_of(card) == r.trump for card in r.captured[seat])),
)
_INSTEAD = "award.most-tricks-instead"
_in_simplified(
    "by-points-in-simplified",
    "trick points take game in simplified scoring as well",
    lambda rules, r: rules.most_trick_points(r),
    _INSTEAD,
)
_in_simplified(
    "by-tricks-and-points",
    "game in simplified scoring asks for most tricks and most trick points together",
    lambda rules, r: (
        rules.most_tricks(r) if rules.most_tricks(r) == rules.most_trick_points(r) else None
    ),
    _INSTEAD,
)
_in_simplified(
    "by-the-sum",
    "tricks and trick points are added up for game in simplified scoring",
    _more_of(lambda r, seat: r.tricks_won(seat) + Rules().trick_points(r, seat)),
    _INSTEAD,
)
_in_simplified(
    "by-points-if-close",
    "trick points decide game in simplified scoring where tricks are 14 to 12",
    lambda rules, r: (
        rules.most_trick_points(r)
        if abs(r.tricks_won("north") - r.tricks_won("south")) == 2
        else rules.most_tricks(r)
    ),
    _INSTEAD,
)
_game(
    "modes-swapped",
    "the two ways of scoring are mixed up",
    _INSTEAD,
    lambda rules, r, scoring: rules.game(r, "full" if scoring == "simplified" else "simplified"),
    "bug",
)


def _both_points(scoring: ScoringMode, slug: str, text: str, clause: str) -> None:
    """A fifth point: for tricks beside trick points, or the other way round."""

    class BothPoints(Rules):
        def new_scores(self, m: Match, r: Round, awards: Awards) -> BySeat[int]:
            right = super().new_scores(m, r, awards)
            instead = self.most_trick_points(r) if scoring == "simplified" else self.most_tricks(r)
            if m.scoring != scoring or instead is None:
                return right
            return right.put(instead, right[instead] + 1)

    add(Fault(f"award.game-{slug}", text, clause, "misreading", BothPoints))


_both_points(
    "simplified",
    "points-on-top",
    "most trick points bring a point beside the tricks in simplified scoring",
    _INSTEAD,
)
_both_points(
    "full",
    "tricks-on-top",
    "most tricks bring a point beside the trick points in full scoring",
    "award.one-point-each",
)

_COUNT_TIE = "award.trick-count-tie"


def _at_thirteen_all(slug: str, text: str, taker: Callable[[Round], Seat | None]) -> None:
    _in_simplified(
        f"at-13-13-{slug}", text, lambda rules, r: rules.most_tricks(r) or taker(r), _COUNT_TIE
    )


_at_thirteen_all(
    "to-non-dealer", "the player opposite the dealer takes game at 13–13", lambda r: other(r.dealer)
)
_at_thirteen_all("to-dealer", "the dealer takes game at 13–13", lambda r: r.dealer)
_at_thirteen_all("to-south", "south takes game at 13–13", lambda r: "south")
_at_thirteen_all(
    "to-most-points",
    "trick points decide game at 13–13",
    lambda r: Rules().most_trick_points(r),
)
_at_thirteen_all(
    "to-last-trick",
    "the player who took the last trick takes game at 13–13",
    lambda r: r.tricks[-1].winner if r.tricks else None,
)


@fault(
    "award.before-the-last-trick",
    "the awards are worked out before the last trick is laid on its pile",
    clause="award.for-captured-cards",
    kind="bug",
)
class BeforeTheLastTrick(Rules):
    def captor(self, r: Round, card: Card) -> Seat | None:
        trick = _trick_of(r, card)
        last = len(r.tricks) == 26 and trick == r.tricks[-1]
        return None if last else super().captor(r, card)


@fault(
    "award.fails-at-a-tie",
    "the player who has the award is looked up at 40–40 and does not exist",
    clause="award.trick-point-tie",
    kind="bug",
    source=PUBLIC,
)
class FailsAtATie(Rules):
    def game(self, r: Round, scoring: ScoringMode) -> Seat | None:
        seat = super().game(r, scoring)
        if scoring == "full" and seat is None:
            raise LookupError("no player None")
        return seat
