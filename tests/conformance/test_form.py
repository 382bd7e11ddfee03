"""Is a reply complete, and of the shape that was asked for?"""

from typing import Any

import pytest

from conformance.grading.form import form_fault
from reference_engine.adapter import Announcement
from reference_engine.rules import Rules
from tests.conformance.making import (
    EVERY_FEATURE,
    TRICK,
    altered,
    answer,
    expected,
    read,
    request,
    scenario,
    shipped,
)

ASKED = scenario(TRICK)
REPLY = answer(Rules(), request(ASKED))
LEAST = answer(Rules(), request(ASKED), Announcement(features=()))
EVERYTHING = frozenset(EVERY_FEATURE)


def _fault(
    changes: dict[str, Any], features: frozenset[str] = EVERYTHING, reply: Any = REPLY
) -> str | None:
    return form_fault(read(altered(reply, changes)), expected(ASKED).match, features)


def test_a_whole_reply_has_no_fault() -> None:
    assert _fault({}) is None


def test_the_least_reply_has_no_fault_if_nothing_more_was_announced() -> None:
    assert _fault({}, frozenset(), LEAST) is None


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"rounds": []}, "rounds: the first round is always played"),
        ({"rounds.0.plays": ...}, "rounds[0].plays is missing"),
        ({"rounds.0.tricks": ...}, "rounds[0].tricks is missing"),
        ({"rounds.0.plays.1": ...}, "rounds[0].plays has 1 entries; the request has 2 plays"),
        ({"rounds.0.hands": ...}, "rounds[0].hands is missing, and the feature hands"),
        ({"rounds.0.tricks.0.draws": ...}, "rounds[0].tricks[0].draws is missing"),
        ({"rounds.0.plays.1.legal": ...}, "rounds[0].plays[1].legal is missing"),
        ({"rounds.0.plays.0.sees": ...}, "rounds[0].plays[0].sees is missing"),
        ({"rounds.0.plays.0.sees.hand": ...}, "rounds[0].plays[0].sees.hand is missing"),
        ({"rounds.0.plays.0.sees.trick": ...}, "rounds[0].plays[0].sees.trick is missing"),
        ({"rounds.0.plays.0.sees.stock_top": ...}, "sees.stock_top is missing"),
        ({"rounds.0.plays.0.sees.stock_count": ...}, "sees.stock_count is missing"),
        ({"rounds.0.plays.0.sees.hand": "JC 4C"}, "sees.hand is not a list of cards"),
        ({"rounds.0.plays.0.sees.trick": None}, "sees.trick is not a list of cards"),
        ({"rounds.0.plays.0.sees.stock_top": ["5H"]}, "sees.stock_top is neither a card"),
        ({"rounds.0.plays.0.sees.stock_count": "40"}, "sees.stock_count is not a number"),
        ({"rounds.0.plays.0.sees.stock_count": True}, "sees.stock_count is not a number"),
    ],
)
def test_a_fault_is_told_with_its_field(changes: dict[str, Any], field: str) -> None:
    fault = _fault(changes)
    assert fault is not None
    assert field in fault


def test_more_rounds_than_were_asked_for() -> None:
    twice = altered(REPLY, {"rounds": REPLY["rounds"] * 2})
    fault = form_fault(read(twice), expected(ASKED).match, EVERYTHING)
    assert fault == "rounds: 2 are reported, 1 were asked for"


def test_hands_as_dealt_are_wanted_where_the_deck_came_alone() -> None:
    asked = shipped("deal/one-card-at-a-time")
    reply = altered(answer(Rules(), request(asked)), {"rounds.0.dealt": ...})
    match = expected(asked).match
    fault = form_fault(read(reply), match, EVERYTHING)
    assert fault == "rounds[0].dealt is missing, and the request sent the deck alone"
    assert form_fault(read(reply), match, EVERYTHING - {"deals_from_deck"}) is None


@pytest.mark.parametrize(
    "reply",
    [
        {"id": "1", "unsupported": {"feature": "views"}},
        {"id": "1", "refused": {"reason": "invalid-deal"}},
        {"id": "1", "error": {"message": "no"}},
    ],
)
def test_a_reply_without_a_trace_has_no_form(reply: dict[str, Any]) -> None:
    assert form_fault(read(reply), expected(ASKED).match, EVERYTHING) is None
