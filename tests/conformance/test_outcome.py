"""One scenario in one scoring mode, judged: which outcome, what was observed, what is lacking."""

from dataclasses import replace
from typing import Any

import pytest

from conformance.grading.claims import Claims, Lack, lack_for
from reference_engine.adapter import Announcement
from reference_engine.rules import Rules
from reference_engine.state import ScoringMode
from tests.conformance.making import (
    ALL,
    EVERY_FEATURE,
    TRICK,
    altered,
    answer,
    claims,
    judged,
    request,
    scenario,
    shipped,
)

ASKED = scenario(TRICK)
REPLY = answer(Rules(), request(ASKED))


def test_a_right_reply_passes_and_shows_the_cited_clauses() -> None:
    outcome = judged(ASKED, REPLY)
    assert (outcome.scenario, outcome.title) == ("case", ASKED.title)
    assert (outcome.scoring, outcome.kind) == ("full", "pass")
    assert outcome.observed == ("trick.highest-of-led-suit",)
    assert outcome.divergence is None


def test_a_wrong_reply_fails_with_the_first_difference_and_its_clause() -> None:
    outcome = judged(ASKED, altered(REPLY, {"rounds.0.tricks.0.winner": "north"}))
    assert outcome.kind == "fail"
    assert outcome.divergence
    assert outcome.divergence.difference.field == "trick.winner"
    assert outcome.divergence.clause == "trick.highest-of-led-suit"
    assert outcome.observed == ()


def test_an_incomplete_reply_breaks_the_protocol() -> None:
    outcome = judged(ASKED, altered(REPLY, {"rounds.0.tricks": ...}))
    assert (outcome.kind, outcome.message) == ("protocol", "rounds[0].tricks is missing")


def test_an_error_of_the_adapter_is_told_in_its_words() -> None:
    outcome = judged(ASKED, {"id": "1", "error": {"message": "no such card"}})
    assert outcome.kind == "error"
    assert outcome.message == "the adapter reports an error: no such card"


# --- declining ----------------------------------------------------------------------------------


@pytest.mark.parametrize("feature", ["draws", "scoring"])
def test_what_was_announced_may_not_be_declined(feature: str) -> None:
    outcome = judged(ASKED, {"id": "1", "unsupported": {"feature": feature}})
    assert outcome.kind == "protocol"
    assert feature in outcome.message


def test_what_was_not_announced_may_be_declined() -> None:
    reply = {"id": "1", "unsupported": {"feature": "draws", "reason": "none are shown here"}}
    outcome = judged(ASKED, reply, claims())
    assert outcome.kind == "unsupported"
    assert outcome.lack == Lack("draws", "none are shown here")


def test_the_reason_for_declining_may_be_left_out() -> None:
    outcome = judged(ASKED, {"id": "1", "unsupported": {"feature": "draws"}}, claims())
    assert outcome.lack == Lack("draws", "the adapter declines for want of draws")


# --- invalid deals ------------------------------------------------------------------------------

INVALID = shipped("setup/card-in-both-hands")
REFUSAL = {"id": "1", "refused": {"reason": "invalid-deal"}}


def test_an_invalid_deal_that_is_refused_passes() -> None:
    outcome = judged(INVALID, REFUSAL)
    assert outcome.kind == "pass"
    assert "setup.standard-deck" in outcome.observed


@pytest.mark.parametrize(
    ("asked", "reply", "told"),
    [
        (INVALID, REPLY, ("refused as an invalid deal", "played")),
        (ASKED, REFUSAL, ("played", "refused as an invalid deal")),
    ],
)
def test_refused_and_played_are_not_the_same(asked: Any, reply: Any, told: Any) -> None:
    outcome = judged(asked, reply)
    assert outcome.kind == "fail"
    assert outcome.divergence
    difference = outcome.divergence.difference
    assert (difference.field, difference.expected, difference.reported) == ("refused", *told)


# --- what a pass shows --------------------------------------------------------------------------


def _observed(cited: list[str], of: Claims, features: Any, scoring: ScoringMode = "full") -> Any:
    asked = replace(ASKED, clauses=tuple(cited))
    reply = answer(Rules(), request(asked, scoring), Announcement(features=tuple(features)))
    return judged(asked, reply, of, scoring)


def test_a_clause_that_the_features_do_not_show_is_not_observed() -> None:
    both = ["trick.highest-of-led-suit", "draw.winner-first"]
    assert _observed(both, claims(), ()).observed == ("trick.highest-of-led-suit",)
    with_draws = claims(features=["draws"])
    assert _observed(both, with_draws, ("draws",)).observed == tuple(both)


def test_a_replay_that_shows_none_of_its_clauses_counts_for_nothing() -> None:
    outcome = _observed(["view.stock-top"], claims(), ())
    assert outcome.kind == "unsupported"
    assert outcome.lack == Lack("views", "without views the replay does not show view.stock-top")


def test_a_clause_of_the_other_scoring_mode_is_not_observed() -> None:
    cited = ["trick.highest-of-led-suit", "award.most-tricks"]
    assert _observed(cited, ALL, EVERY_FEATURE).observed == ("trick.highest-of-led-suit",)
    simplified = _observed(cited, ALL, EVERY_FEATURE, "simplified")
    assert simplified.observed == tuple(cited)


def test_a_clause_of_a_class_that_is_not_claimed_is_not_observed() -> None:
    single = claims(features=EVERY_FEATURE, classes=["trick-play", "full-scoring"])
    cited = ["trick.highest-of-led-suit", "match.target-ten"]
    assert _observed(cited, single, EVERY_FEATURE).observed == ("trick.highest-of-led-suit",)


# --- what is not even sent ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scenario_id", "feature"),
    [
        ("setup/card-in-both-hands", "validates_deals"),
        ("deal/one-card-at-a-time", "deals_from_deck"),
        ("match/nine-to-twelve-wins", "start_scores"),
        ("play/follower-before-the-lead", "refusals"),
    ],
)
def test_a_scenario_that_needs_a_feature_is_sent_only_where_it_is_announced(
    scenario_id: str, feature: str
) -> None:
    asked = shipped(scenario_id)
    without = claims(features=[f for f in EVERY_FEATURE if f != feature])
    lack = lack_for(asked, "full", without)
    assert lack == Lack(feature, f"the feature {feature} is not announced")
    assert lack_for(asked, "full", ALL) is None


def test_a_mode_that_is_not_announced_is_not_asked_for() -> None:
    lack = lack_for(ASKED, "simplified", claims(scoring=["full"]))
    assert lack == Lack("scoring", "the scoring mode simplified is not announced")


@pytest.mark.parametrize("scenario_id", ["match/next-round-is-dealt", "match/nine-to-twelve-wins"])
def test_a_match_is_not_asked_of_one_that_plays_single_rounds(scenario_id: str) -> None:
    single = claims(features=EVERY_FEATURE, classes=["trick-play", "full-scoring"])
    lack = lack_for(shipped(scenario_id), "full", single)
    assert lack == Lack("match", "the class match is not claimed")


def test_classes_follow_from_the_scoring_modes_unless_they_are_announced() -> None:
    assert claims(scoring=["full"]).classes == {"trick-play", "match", "full-scoring"}
    assert claims(scoring=["full"], classes=["trick-play"]).classes == {"trick-play"}
