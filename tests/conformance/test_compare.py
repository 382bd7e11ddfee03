"""The first divergence of a reported trace, in the order of play."""

from typing import Any

import pytest

from conformance.grading.compare import Difference
from reference_engine.adapter import Announcement
from reference_engine.rules import Rules
from tests.conformance.making import (
    ALL,
    EVERY_FEATURE,
    TRICK,
    Message,
    all_shipped,
    altered,
    answer,
    claims,
    difference,
    request,
    scenario,
    shipped,
)

# South takes the first trick and leads again to the second.
TWO = scenario(TRICK + "      - 4C QD\n")
REPLY = answer(Rules(), request(TWO))
ROUND = shipped("award/game-most-trick-points")
ROUND_REPLY = answer(Rules(), request(ROUND))


def _first(changes: dict[str, Any], **given: Any) -> Difference:
    found = difference(TWO, altered(REPLY, changes), **given)
    assert found is not None
    return found


def _of_round(changes: dict[str, Any], scoring: Any = "full", **given: Any) -> Difference | None:
    reply = altered(answer(Rules(), request(ROUND, scoring)), changes)
    return difference(ROUND, reply, scoring=scoring, **given)


def test_the_rulebook_itself_does_not_differ() -> None:
    assert difference(TWO, REPLY) is None
    assert difference(ROUND, ROUND_REPLY) is None


def test_a_difference_of_a_trick_names_round_trick_play_seat_and_card() -> None:
    assert _first({"rounds.0.tricks.1.winner": "north"}) == Difference(
        "trick.winner", "south", "north", round=1, trick=2, play=4, seat="north", card="QD"
    )


@pytest.mark.parametrize(
    ("changes", "field", "told"),
    [
        ({"rounds.0.dealer": "south"}, "dealer", ("north", "south")),
        ({"rounds.0.leader": "north"}, "leader", ("south", "north")),
        ({"rounds.0.trump": "S"}, "trump", ("H", "S")),
        ({"rounds.0.plays.1.accepted": False}, "accepted", (True, False)),
        (
            {"rounds.0.plays.1.legal": ["3H"]},
            "legal",
            (["KD", "QD", "3H", "5S", "6S", "TS"], ["3H"]),
        ),
        ({"rounds.0.tricks.0.leader": "north"}, "trick.leader", ("south", "north")),
        (
            {"rounds.0.tricks.0.draws": {"north": "5H", "south": "9D"}},
            "draws",
            ({"south": "5H", "north": "9D"}, {"north": "5H", "south": "9D"}),
        ),
        (
            {"rounds.0.tricks.0.draws": {}},
            "draws",
            ({"south": "5H", "north": "9D"}, {}),
        ),
        ({"winner": "south"}, "winner", (None, "south")),
        ({"rounds.0.plays.0.sees.stock_top": None}, "sees.stock_top", ("5H", None)),
        ({"rounds.0.plays.0.sees.stock_count": 39}, "sees.stock_count", (40, 39)),
        ({"rounds.0.plays.1.sees.trick": []}, "sees.trick", (["JC"], [])),
    ],
)
def test_what_was_expected_and_what_was_reported(
    changes: dict[str, Any], field: str, told: tuple[Any, Any]
) -> None:
    found = _first(changes)
    assert found.field == field
    assert (found.expected, found.reported) == told


# --- order --------------------------------------------------------------------------------------

# From the first thing that is seen to the last; each is the answer if all after it differ too.
IN_ORDER: list[tuple[str, dict[str, Any]]] = [
    ("dealer", {"rounds.0.dealer": "south"}),
    ("leader", {"rounds.0.leader": "north"}),
    ("trump", {"rounds.0.trump": "S"}),
    ("legal", {"rounds.0.plays.0.legal": ["JC"]}),
    ("accepted", {"rounds.0.plays.1.accepted": False}),
    ("trick.leader", {"rounds.0.tricks.0.leader": "north"}),
    ("trick.winner", {"rounds.0.tricks.0.winner": "north"}),
    ("draws", {"rounds.0.tricks.0.draws": {}}),
    ("sees.stock_count", {"rounds.0.plays.2.sees.stock_count": 40}),
    ("legal", {"rounds.0.plays.3.legal": ["5S"]}),
    ("trick.winner", {"rounds.0.tricks.1.winner": "north"}),
    ("hands", {"rounds.0.hands.north": []}),
    ("winner", {"winner": "north"}),
]


@pytest.mark.parametrize("at", range(len(IN_ORDER)))
def test_the_first_difference_is_the_first_in_the_order_of_play(at: int) -> None:
    changes: dict[str, Any] = {}
    for _, change in IN_ORDER[at:]:
        changes |= change
    assert _first(changes).field == IN_ORDER[at][0]


def test_an_earlier_round_comes_before_a_later_one() -> None:
    asked = shipped("match/three-rounds-to-exactly-ten")
    reply = answer(Rules(), request(asked))
    both = {"rounds.2.dealer": "south", "rounds.1.result.scores.south": 99}
    found = difference(asked, altered(reply, both))
    assert found is not None
    assert (found.field, found.round) == ("result.scores", 2)


RESULT_IN_ORDER: list[tuple[str, dict[str, Any]]] = [
    ("result.tricks", {"rounds.0.result.tricks.south": 0}),
    ("result.trick_points", {"rounds.0.result.trick_points.north": 81}),
    ("result.awards.high", {"rounds.0.result.awards.high": None}),
    ("result.awards.low", {"rounds.0.result.awards.low": None}),
    ("result.awards.jack", {"rounds.0.result.awards.jack": None}),
    ("result.awards.game", {"rounds.0.result.awards.game": None}),
    ("result.scores", {"rounds.0.result.scores.north": 9}),
    ("winner", {"winner": "north"}),
]


@pytest.mark.parametrize("at", range(len(RESULT_IN_ORDER)))
def test_a_result_is_compared_from_tricks_to_scores(at: int) -> None:
    changes: dict[str, Any] = {}
    for _, change in RESULT_IN_ORDER[at:]:
        changes |= change
    found = _of_round(changes)
    assert found is not None
    assert found.field == RESULT_IN_ORDER[at][0]


# --- what is the same ---------------------------------------------------------------------------


def test_sets_of_cards_may_come_in_any_order() -> None:
    shown = REPLY["rounds"][0]
    other_way = {
        "rounds.0.plays.1.legal": shown["plays"][1]["legal"][::-1],
        "rounds.0.plays.1.sees.hand": shown["plays"][1]["sees"]["hand"][::-1],
        "rounds.0.hands.south": shown["hands"]["south"][::-1],
    }
    assert difference(TWO, altered(REPLY, other_way)) is None


def test_a_card_that_is_named_twice_is_no_legal_set() -> None:
    legal = REPLY["rounds"][0]["plays"][0]["legal"]
    assert _first({"rounds.0.plays.0.legal": [*legal, legal[0]]}).field == "legal"


def test_cards_of_a_view_are_read_in_all_spellings() -> None:
    changes = {
        "rounds.0.plays.0.sees.stock_top": "5♥",
        "rounds.0.plays.0.sees.hand": ["jc", "4♣", "9h", "2d", "7s", "8S"],
    }
    assert difference(TWO, altered(REPLY, changes)) is None


# --- refusals -----------------------------------------------------------------------------------

REFUSED = scenario(
    TRICK.replace("- lead: JC", "- refused_lead: [{card: XX, seat: north}]\n        lead: JC")
)
REFUSED_REPLY = answer(Rules(), request(REFUSED))


@pytest.mark.parametrize("reason", ["unknown-card", "not-your-turn", "card-not-in-hand", None, ...])
def test_any_of_the_reasons_that_apply_will_do_and_none_too(reason: Any) -> None:
    assert difference(REFUSED, altered(REFUSED_REPLY, {"rounds.0.plays.0.reason": reason})) is None


@pytest.mark.parametrize("reason", ["must-follow-suit", "round-over"])
def test_a_reason_that_does_not_apply_differs(reason: str) -> None:
    found = difference(REFUSED, altered(REFUSED_REPLY, {"rounds.0.plays.0.reason": reason}))
    assert found is not None
    assert (found.field, found.play, found.card) == ("reason", 1, "XX")


def test_an_illegal_play_that_is_let_through_differs() -> None:
    found = difference(REFUSED, altered(REFUSED_REPLY, {"rounds.0.plays.0.accepted": True}))
    assert found is not None
    assert (found.field, found.expected, found.reported) == ("accepted", False, True)


# --- what a seat sees ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "shown",
    [
        {"their_hand": ["KD"]},
        {"log": [{"turn": 1, "text": "north was dealt K♦, 5S"}]},
        {"KD": 3},
        {"deck": {"rest": [["as"]]}},
    ],
)
def test_a_hidden_card_may_not_stand_anywhere_in_a_view(shown: Message) -> None:
    view = REPLY["rounds"][0]["plays"][0]["sees"] | shown
    found = _first({"rounds.0.plays.0.sees": view})
    assert found.field == "sees"
    assert set(found.reported) <= {"KD", "5S", "AS"}


def test_more_may_be_shown_of_what_is_not_hidden() -> None:
    # After the first trick: what was played, and what lay face up when it was drawn.
    view = REPLY["rounds"][0]["plays"][2]["sees"] | {"seen": ["JC", "KD", "9D"], "turn": 2}
    assert difference(TWO, altered(REPLY, {"rounds.0.plays.2.sees": view})) is None


# --- what is claimed ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("feature", "changes"),
    [
        ("legal_plays", {"rounds.0.plays.0.legal": ["AS"]}),
        ("views", {"rounds.0.plays.0.sees": {"stock": ["AS"]}}),
        ("draws", {"rounds.0.tricks.0.draws": {}}),
        ("hands", {"rounds.0.hands.north": ["AS"]}),
    ],
)
def test_what_is_not_announced_is_not_compared(feature: str, changes: dict[str, Any]) -> None:
    announced = claims(features=[f for f in EVERY_FEATURE if f != feature])
    assert difference(TWO, altered(REPLY, changes), announced) is None
    if feature != "views":
        assert difference(TWO, altered(REPLY, changes), ALL) is not None


def test_scores_and_winner_belong_to_the_class_match() -> None:
    single = claims(features=EVERY_FEATURE, classes=["trick-play", "full-scoring"])
    changes = {"rounds.0.result.scores.north": 40, "winner": "north"}
    assert _of_round(changes, of=single) is None
    assert _of_round(changes) is not None


def test_awards_and_trick_points_belong_to_the_scoring_class_of_the_mode() -> None:
    tricks_only = claims(features=EVERY_FEATURE, classes=["trick-play", "full-scoring"])
    changes = {
        "rounds.0.result.awards.game": None,
        "rounds.0.result.trick_points.north": 0,
    }
    assert _of_round(changes, "simplified", of=tricks_only) is None
    found = _of_round(changes, "full", of=tricks_only)
    assert found is not None
    assert found.field == "result.trick_points"
    assert _of_round({"rounds.0.result.tricks.north": 0}, "simplified", of=tricks_only) is not None


def test_the_least_that_an_adapter_reports_is_compared() -> None:
    least = answer(Rules(), request(TWO), Announcement(features=()))
    assert difference(TWO, least, claims()) is None
    assert difference(TWO, altered(least, {"rounds.0.tricks.0.winner": "north"}), claims())


# --- tricks and rounds that are missing, or too many --------------------------------------------


def test_a_missing_trick_differs_where_it_should_be_complete() -> None:
    found = _first({"rounds.0.tricks": []})
    assert (found.field, found.trick, found.reported) == ("tricks", 1, "no such trick")


def test_a_trick_too_many_differs() -> None:
    tricks = REPLY["rounds"][0]["tricks"]
    found = _first({"rounds.0.tricks": [*tricks, tricks[0]]})
    assert (found.field, found.expected, found.reported) == ("tricks", 2, 3)


@pytest.mark.parametrize(
    ("reported", "told"),
    [(..., None), (None, ("the round is over", "the round goes on"))],
)
def test_a_round_is_over_or_goes_on(reported: Any, told: Any) -> None:
    if reported is ...:
        given = ROUND_REPLY["rounds"][0]["result"]
        found = _first({"rounds.0.result": given})
        assert (found.expected, found.reported) == ("the round goes on", "the round is over")
    else:
        over = _of_round({"rounds.0.result": None})
        assert over is not None
        assert (over.field, over.expected, over.reported) == ("result", *told)


def test_a_round_that_is_left_out_differs() -> None:
    asked = shipped("match/ten-all-goes-on")
    reply = answer(Rules(), request(asked))
    assert len(reply["rounds"]) == 2
    found = difference(asked, altered(reply, {"rounds.1": ...}))
    assert found is not None
    assert (found.field, found.round, found.reported) == ("rounds", 2, "the match is over before")


def test_a_round_after_the_match_is_won_differs() -> None:
    asked = shipped("match/no-round-after-ten")
    reply = answer(Rules(), request(asked))
    extra = altered(reply, {"rounds": [reply["rounds"][0], reply["rounds"][0]]})
    found = difference(asked, extra)
    assert found is not None
    assert (found.field, found.round, found.expected) == ("rounds", 2, "the match is over before")


def test_hands_as_dealt_are_compared_where_the_deck_came_alone() -> None:
    asked = shipped("deal/one-card-at-a-time")
    reply = answer(Rules(), request(asked))
    dealt = reply["rounds"][0]["dealt"]
    swapped = {"north": dealt["south"], "south": dealt["north"]}
    found = difference(asked, altered(reply, {"rounds.0.dealt": swapped}))
    assert found is not None
    assert (found.field, found.seat) == ("dealt", "north")


def test_the_reference_engine_differs_nowhere_in_the_suite() -> None:
    for asked in all_shipped().values():
        if not asked.refused:
            assert difference(asked, answer(Rules(), request(asked))) is None, asked.id
