"""Readings: what a log declares it is held to, what it does not is found out."""

from collections.abc import Iterable

import pytest

from conformance.audit.game import GameError
from conformance.audit.grade import grade
from conformance.audit.readings import Witnesses, infer
from conformance.grading.readings import Reading
from conformance.rulebook import load_rulebook
from reference_engine.rules import Rules
from reference_engine.state import ScoringMode
from tests.audit.making import Message, game, match_log, without

BOOK = load_rulebook()
WINNER_DEALS = Rules(dealer_rotation="winner_deals")
# Found by looking for them: each of these matches holds a round with 40 trick points each, or
# one with 13 tricks each.
SEEDS: dict[ScoringMode, tuple[int, ...]] = {"full": (1, 2, 7), "simplified": (0, 1, 2)}


def readings(logs: Iterable[Message]) -> tuple[Rules, dict[str, Reading]]:
    witnesses = Witnesses()
    for number, log in enumerate(logs, start=1):
        witnesses.add(game(log, number))
    return infer(witnesses, BOOK)


def matches(rules: Rules, scoring: ScoringMode) -> list[Message]:
    return [match_log(seed, rules, scoring) for seed in SEEDS[scoring]]


def test_without_anything_to_tell_by_the_default_is_assumed() -> None:
    _, found = readings([match_log(1, max_rounds=1)])
    assert found["dealer_rotation"] == Reading("dealer_rotation", "alternate", "assumed")


@pytest.mark.parametrize(
    ("rules", "scoring"),
    [
        (Rules(trick_point_tie="dealer"), "full"),
        (Rules(trick_count_tie="most_trick_points", dealer_rotation="loser_deals"), "simplified"),
        (Rules(trick_count_tie="non_dealer", dealer_rotation="winner_deals"), "simplified"),
        (Rules(dealer_rotation="same_dealer", first_card_to="dealer"), "full"),
    ],
)
def test_the_options_of_a_log_are_found_out(rules: Rules, scoring: ScoringMode) -> None:
    logs = matches(rules, scoring)
    held_to, found = readings(logs)
    told = {name: reading.option for name, reading in found.items() if reading.how == "inferred"}
    assert all(getattr(rules, name) == option for name, option in told.items())
    assert {"dealer_rotation", "first_card_to"} <= told.keys()
    assert {"trick_point_tie", "trick_count_tie"} & told.keys()
    assert all(grade(game(log), held_to).divergence is None for log in logs)


@pytest.mark.parametrize("rotation", ["winner_deals", "loser_deals"])
def test_options_are_found_out_without_results(rotation: str) -> None:
    rules = Rules(trick_count_tie="dealer", dealer_rotation=rotation)  # type: ignore[arg-type]
    logs = [without(log, "result") for log in matches(rules, "simplified")]
    held_to, found = readings(logs)
    assert found["dealer_rotation"].option == rotation
    assert all(grade(game(log), held_to).divergence is None for log in logs)


def test_a_declared_option_is_held_to() -> None:
    logs = [log | {"rulings": {"dealer_rotation": "alternate"}} for log in [match_log(1)]]
    _, found = readings([*logs, match_log(2, WINNER_DEALS)])
    assert found["dealer_rotation"] == Reading("dealer_rotation", "alternate", "declared")


def test_a_log_that_mixes_options_fails_where_it_leaves_the_one_it_follows_most() -> None:
    mixed = [match_log(seed) for seed in range(4)] + [match_log(9, WINNER_DEALS)]
    held_to, found = readings(mixed)
    assert found["dealer_rotation"].option == "alternate"
    wrong = [grade(game(log), held_to).divergence for log in mixed]
    assert [d.clause for d in wrong if d] == ["deal.rotation"]


def test_declarations_that_contradict_each_other_are_refused() -> None:
    witnesses = Witnesses()
    witnesses.add(game(match_log(1) | {"rulings": {"trick_point_tie": "dealer"}}))
    with pytest.raises(GameError, match="trick_point_tie"):
        witnesses.add(game(match_log(2) | {"rulings": {"trick_point_tie": "nobody"}}))
