"""Grading a game: right ones pass whatever was logged, wrong ones fail under their clause."""

from collections.abc import Callable
from typing import Any

import pytest

from conformance.audit.grade import grade
from conformance.grading.compare import Difference
from conformance.grading.outcome import Divergence
from reference_engine.rules import Rules
from tests.audit.making import (
    EndsInMidRound,
    LedSuitIsFree,
    LoserDrawsFirst,
    LowToWhoPlayedIt,
    Message,
    SouthAlwaysLeads,
    TrumpIsNothing,
    game,
    match_log,
    plays_only,
    without,
)

# South leads the jack of clubs; north is void in clubs, and discards.
STOCK = (
    "5H 9D 2C 3C 5C 6C 7C 8C 9C TC QC KC AC 3D 4D 5D 6D 7D 8D TD JD AD 2H 4H 6H 7H 8H TH JH QH "
    "KH AH 2S 3S 4S 9S JS QS KS AS"
)


def one_round(**given: Any) -> Message:
    """North has dealt; hearts are trump."""
    deal = {
        "hands": {"north": "KD QD 3H 5S 6S TS", "south": "JC 4C 9H 2D 7S 8S"},
        "stock": STOCK,
        "plays": [],
    }
    return {"scoring": "full", "dealer": "north", "rounds": [deal | given]}


def divergence(log: Message, rules: Rules | None = None) -> Divergence | None:
    return grade(game(log), rules or Rules()).divergence


def found(log: Message) -> tuple[str, Difference]:
    """The clause and the difference of a game that leaves the rules."""
    wrong = divergence(log)
    assert wrong is not None
    return wrong.clause, wrong.difference


def everything(log: Message) -> Message:
    return log


def no_tricks(log: Message) -> Message:
    return without(log, "tricks", "legal", "leader", "deck")


styles = pytest.mark.parametrize("style", [everything, no_tricks, plays_only])
Style = Callable[[Message], Message]


# --- right games ----------------------------------------------------------------------------


@styles
@pytest.mark.parametrize("seed", range(4))
def test_a_right_game_has_no_divergence(style: Style, seed: int) -> None:
    assert divergence(style(match_log(seed))) is None
    assert divergence(style(match_log(seed, scoring="simplified", dealer="south"))) is None


@pytest.mark.parametrize(
    "rules",
    [
        Rules(dealer_rotation="winner_deals"),
        Rules(dealer_rotation="same_dealer"),
        Rules(first_card_to="dealer"),
        Rules(trick_point_tie="dealer", trick_count_tie="most_trick_points"),
    ],
)
def test_a_game_under_another_reading_has_none_under_it(rules: Rules) -> None:
    assert divergence(match_log(5, rules), rules) is None


@pytest.mark.parametrize("plays", [0, 1, 2, 3, 40, 51])
def test_an_unfinished_game_has_none(plays: int) -> None:
    log = match_log(6, max_rounds=1)
    log["rounds"][0] |= {"plays": log["rounds"][0]["plays"][:plays], "tricks": [], "result": None}
    log["rounds"][0]["legal"] = log["rounds"][0]["legal"][:plays]
    assert divergence(log) is None


def test_a_part_that_is_not_logged_is_not_compared() -> None:
    log = one_round(plays=[["south", "JC"], ["north", "KD"]], tricks=[{"leader": "south"}])
    assert divergence(log) is None


def test_seats_may_be_left_to_the_turn() -> None:
    log = match_log(7)
    for round_ in log["rounds"]:
        round_["plays"] = [[None, card] for _, card in round_["plays"]]
    assert divergence(log) is None


# --- planted faults -------------------------------------------------------------------------


@styles
@pytest.mark.parametrize("seed", range(3))
def test_the_loser_drawing_first_shows_at_the_first_trick(style: Style, seed: int) -> None:
    clause, difference = found(style(match_log(seed, LoserDrawsFirst())))
    assert clause == "draw.winner-first"
    assert (difference.field, difference.round, difference.trick) == ("draws", 1, 1)


def test_low_to_who_played_it_shows_in_the_awards() -> None:
    clause, difference = found(match_log(0, LowToWhoPlayedIt()))
    assert clause == "award.low"
    assert difference.field == "result.awards.low"


@styles
def test_a_seat_that_always_leads_shows_by_its_leads(style: Style) -> None:
    clause, _ = found(style(match_log(1, SouthAlwaysLeads())))
    assert clause == "lead.winner-leads"


@styles
def test_a_revoke_shows_by_the_play_or_the_legal_cards(style: Style) -> None:
    clause, _ = found(style(match_log(2, LedSuitIsFree())))
    assert clause == "follow.must-follow-suit"


def test_who_leads_and_draws_first_tells_who_was_taken_for_the_winner() -> None:
    log = match_log(0, TrumpIsNothing())
    told, derived = found(log), found(plays_only(log))
    assert told == derived
    assert told[0] == "trick.trump-wins"
    assert told[1].field == "trick.winner"


@styles
def test_a_round_that_ends_with_the_stock_is_not_over(style: Style) -> None:
    clause, difference = found(style(match_log(3, EndsInMidRound(), max_rounds=2)))
    assert clause == "round.all-cards-played"
    assert difference.round == 1


def test_a_match_that_goes_on_after_it_is_won() -> None:
    log = match_log(8)
    log["rounds"].append(log["rounds"][0])
    clause, difference = found(without(log, "winner"))
    assert clause.startswith("match.")
    assert difference.field == "rounds"
    assert difference.round == len(log["rounds"])


def test_a_match_that_ends_too_early() -> None:
    log = match_log(9, max_rounds=1) | {"winner": "north"}
    clause, difference = found(log)
    assert clause == "match.target-ten"
    assert (difference.expected, difference.reported) == (None, "north")


# --- single plays ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("plays", "clause"),
    [
        ([["south", "JC"], ["north", "2C"]], "draw.top-card"),  # lies in the stock
        ([["south", "JC"], ["north", "4C"]], "play.illegal-refused"),  # the other's card
        ([["south", "JC"], ["north", "ZZ"]], "play.illegal-refused"),
        ([["south", "JC"], ["south", "4C"]], "play.in-turn"),
        ([["north", "KD"]], "lead.non-dealer-first"),
        ([["south", "2D"], ["north", "3H"]], "follow.must-follow-suit"),
        # South took the trick and drew the five of hearts.
        ([["south", "JC"], ["north", "KD"], ["south", "9H"], ["north", "5H"]], "draw.winner-first"),
    ],
)
def test_a_play_that_the_rules_refuse_falls_under_its_clause(
    plays: list[list[str]], clause: str
) -> None:
    assert found(one_round(plays=plays))[0] == clause


def test_a_refused_attempt_that_the_rules_refuse_too_is_right() -> None:
    plays = [["south", "2D"], ["north", "3H", "must-follow-suit"], ["north", "KD"]]
    assert divergence(one_round(plays=plays)) is None


def test_a_refused_attempt_that_is_legal_is_wrong() -> None:
    clause, difference = found(one_round(plays=[["south", "JC"], ["north", "KD", "refused"]]))
    assert clause == "follow.void-any-card"
    assert (difference.expected, difference.reported) == (True, False)


def test_a_wrong_reason_is_wrong() -> None:
    plays = [["south", "2D"], ["north", "3H", "not-your-turn"]]
    assert found(one_round(plays=plays))[1].field == "reason"


# --- deals ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "clause"),
    [
        ({"stock": STOCK.replace("5H ", "")}, "deal.stock"),  # the turned-up card set aside
        ({"stock": STOCK.replace("9D", "5H")}, "setup.standard-deck"),  # one card twice
        (
            {"hands": {"north": "KD QD 3H 5S 6S", "south": "JC 4C 9H 2D 7S 8S TS"}},
            "deal.six-cards-each",
        ),
    ],
)
def test_a_deal_that_is_none_falls_under_its_clause(given: Message, clause: str) -> None:
    found_clause, difference = found(one_round(**given))
    assert found_clause == clause
    assert difference.round == 1


def test_a_deck_of_51_cards_is_no_pack() -> None:
    log = match_log(10, max_rounds=1)
    log["rounds"][0]["deck"].pop()
    assert found(log)[0] == "setup.standard-deck"


def test_hands_dealt_in_packets_show_beside_the_deck() -> None:
    log = match_log(11, Rules(packet=3), max_rounds=1)
    clause, difference = found(log)
    assert clause == "deal.one-at-a-time"
    assert difference.field == "dealt"


def test_hands_of_another_size_show_beside_the_deck() -> None:
    log = match_log(11, max_rounds=1)
    hands = log["rounds"][0]["hands"]
    log["rounds"][0]["stock"] = [hands["north"].pop(), *log["rounds"][0]["stock"]]
    assert found(log)[0] == "deal.six-cards-each"


def test_a_stock_that_lost_its_top_card_shows_beside_the_deck() -> None:
    log = match_log(11, max_rounds=1)
    log["rounds"][0]["stock"].pop(0)
    assert found(log)[0] == "deal.stock"


def test_a_bad_deal_in_a_later_round_leaves_the_earlier_ones_judged() -> None:
    log = match_log(12)
    log["rounds"][1]["deck"][0] = log["rounds"][1]["deck"][1]
    clause, difference = found(log)
    assert (clause, difference.round) == ("setup.standard-deck", 2)
