"""What is sent: the whole position, with the deck in the order in which it is dealt."""

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from conformance import resources
from reference_engine.cards import DECK
from reference_engine.rules import Rules
from tests.conformance.making import TRICK, all_shipped, request, scenario, shipped

NORTH, SOUTH = "KD QD 3H 5S 6S TS".split(), "JC 4C 9H 2D 7S 8S".split()  # noqa: SIM905
# One card at a time and by turns, south first and north first.
SOUTH_FIRST = "JC KD 4C QD 9H 3H 2D 5S 7S 6S 8S TS".split()  # noqa: SIM905
NORTH_FIRST = "KD JC QD 4C 3H 9H 5S 2D 6S 7S TS 8S".split()  # noqa: SIM905


def test_a_request_says_what_is_played_and_nothing_of_what_is_expected() -> None:
    asked = request(scenario(TRICK))
    assert {key: asked[key] for key in ("scoring", "detail", "start")} == {
        "scoring": "full",
        "detail": "trace",
        "start": {"scores": {"north": 0, "south": 0}},
    }
    (sent,) = asked["rounds"]
    assert set(sent) == {"dealer", "hands", "stock", "deck", "plays"}
    assert sent["dealer"] == "north"
    assert sent["hands"] == {"north": NORTH, "south": SOUTH}
    assert sent["stock"][:3] == ["5H", "9D", "2C"]
    assert sent["plays"] == [{"seat": "south", "card": "JC"}, {"seat": "north", "card": "KD"}]


def test_mode_and_scores_are_those_of_the_replay() -> None:
    asked = request(scenario(TRICK + "start: {scores: {north: 9, south: 8}}\n"), "simplified")
    assert asked["scoring"] == "simplified"
    assert asked["start"] == {"scores": {"north": 9, "south": 8}}


@pytest.mark.parametrize(
    ("dealer", "rules", "dealt"),
    [
        ("north", Rules(), SOUTH_FIRST),
        ("south", Rules(), NORTH_FIRST),
        ("north", Rules(first_card_to="dealer"), NORTH_FIRST),
        ("south", Rules(first_card_to="dealer"), SOUTH_FIRST),
    ],
)
def test_the_deck_is_laid_out_for_the_dealer(dealer: str, rules: Rules, dealt: list[str]) -> None:
    text = TRICK.partition("    tricks:")[0].replace("dealer: north", f"dealer: {dealer}")
    (sent,) = request(scenario(text), rules=rules)["rounds"]
    assert sent["deck"][:12] == dealt
    assert sent["deck"][12:] == sent["stock"]
    assert sorted(sent["deck"]) == sorted(DECK)


@pytest.mark.parametrize(
    ("rules", "first"),
    [
        # North dealt the first round and lost it.
        (Rules(), "north"),
        (Rules(dealer_rotation="loser_deals"), "south"),
        (Rules(first_card_to="dealer"), "south"),
        (Rules(dealer_rotation="loser_deals", first_card_to="dealer"), "north"),
    ],
)
def test_the_deck_of_a_later_round_is_laid_out_for_whoever_deals_it(
    rules: Rules, first: str
) -> None:
    sent = request(shipped("rulings/rotation-north-deals-and-loses"), rules=rules)["rounds"][1]
    second = "south" if first == "north" else "north"
    by_turns: list[str] = []
    for own, other in zip(sent["hands"][first], sent["hands"][second], strict=True):
        by_turns += [own, other]
    assert sent["deck"] == by_turns + sent["stock"]


def test_the_dealer_is_told_of_the_first_round_alone() -> None:
    rounds = request(shipped("rulings/rotation-north-deals-and-loses"))["rounds"]
    assert ["dealer" in sent for sent in rounds] == [True, False]


def test_a_deck_alone_asks_the_implementation_to_deal() -> None:
    (sent,) = request(shipped("deal/one-card-at-a-time"))["rounds"]
    assert set(sent) == {"dealer", "deck", "plays"}
    assert len(sent["deck"]) == 52


def test_an_invalid_deal_is_sent_with_the_same_wrong_cards_thrice() -> None:
    text = TRICK.partition("    tricks:")[0].replace("KD QD", "JC QD") + "refused: invalid-deal\n"
    (sent,) = request(scenario(text))["rounds"]
    assert sent["hands"]["north"][0] == "JC"
    assert sent["deck"][:4] == ["JC", "JC", "4C", "QD"]
    held = sent["hands"]["north"] + sent["hands"]["south"] + sent["stock"]
    assert sorted(sent["deck"]) == sorted(held)


def test_hands_of_five_and_seven_lose_no_card_in_the_deck() -> None:
    (sent,) = request(shipped("setup/five-and-seven-cards"))["rounds"]
    held = sent["hands"]["north"] + sent["hands"]["south"] + sent["stock"]
    assert sorted(sent["deck"]) == sorted(held)


def test_a_round_that_will_not_be_played_is_sent_all_the_same() -> None:
    won, later = request(shipped("match/no-round-after-ten"))["rounds"]
    assert len(won["plays"]) == 52
    assert later["plays"] == []
    assert len(later["deck"]) == 52


def test_every_request_of_the_suite_is_one_that_the_protocol_describes() -> None:
    schema: Any = json.loads((resources.SCHEMAS / "run-request.schema.json").read_text("utf-8"))
    validator = Draft202012Validator(schema)
    for found in all_shipped().values():
        for mode in found.scoring:
            sent = {"cmd": "run", "id": "1", **request(found, mode)}
            assert [e.message for e in validator.iter_errors(sent)] == [], found.id
