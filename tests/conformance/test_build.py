"""A document of the right form to a scenario: cards read, deals completed and checked."""

import pytest

from conformance.errors import Problem, ScenarioFileError
from conformance.scenarios.build import build_scenario, expected_in
from conformance.scenarios.model import AuthoredTrick, Try
from reference_engine.cards import DECK
from reference_engine.state import BySeat
from tests.conformance.making import TRICK, document, scenario

HANDS = "{dealer: north, south: JC 4C 9H 2D 7S 8S, north: KD QD 3H 5S 6S TS"


def _round(rest: str = "", hands: str = HANDS) -> str:
    comma = ", " if rest else ""
    return (
        f"title: A round of its own\nclauses: [deal.stock]\nrounds:\n  - {hands}{comma}{rest}}}\n"
    )


def _problems(text: str) -> list[Problem]:
    with pytest.raises(ScenarioFileError) as caught:
        build_scenario(document(text), "case")
    return caught.value.problems


def _said(text: str) -> list[str]:
    return [problem.message for problem in _problems(text)]


@pytest.mark.parametrize(
    "written", ["TS 9H", "10S 9H", "ts 9h", "10s 9♥", "T♠ 9♥", "10♠ 9♡", "T♠\ufe0f 9♥\ufe0f"]
)
def test_cards_are_read_in_all_their_spellings(written: str) -> None:
    text = _round(hands=HANDS.replace("9H", "3C").replace("TS", "4H"), rest=f"stock: {written}")
    assert scenario(text).rounds[0].stock[:2] == ("TS", "9H")


@pytest.mark.parametrize("suit", ["H", "♥"])
def test_the_trump_suit_is_read_as_letter_or_symbol(suit: str) -> None:
    assert scenario(_round(f'stock: 5H, trump: "{suit}"')).rounds[0].expects == {
        "dealer": "north",
        "trump": "H",
    }


def test_a_stock_is_completed_in_deck_order_with_the_cards_that_are_left() -> None:
    dealt = scenario(TRICK).rounds[0]
    assert dealt.hands is not None
    assert dealt.stock[:6] == ("5H", "9D", "2C", "3C", "5C", "6C")
    assert dealt.stock[-1] == "AS"
    rest = [c for c in DECK if c not in {*dealt.hands.north, *dealt.hands.south, "5H", "9D"}]
    assert list(dealt.stock[2:]) == rest
    assert sorted(dealt.hands.north + dealt.hands.south + dealt.stock) == sorted(DECK)


def test_a_stock_that_is_not_written_is_the_rest_of_the_pack() -> None:
    assert scenario(_round()).rounds[0].stock[:3] == ("2C", "3C", "5C")


def test_a_deck_is_completed_to_the_pack() -> None:
    asked = scenario(_round(hands="{dealer: south, deck: AS KS QS 2C")).rounds[0]
    assert asked.deck is not None
    assert asked.deck[:6] == ("AS", "KS", "QS", "2C", "3C", "4C")
    assert sorted(asked.deck) == sorted(DECK)
    assert asked.hands is None


def test_51_cards_are_no_pack() -> None:
    # Five cards for south: the stock is completed to 40 and one card of the pack is left over.
    problems = _problems(_round(hands=HANDS.replace(" 8S", "")))
    assert [p.message for p in problems] == ["south has 5 cards and not 6"]
    assert (problems[0].line, problems[0].column) == (4, 21)


def test_a_stock_of_41_is_too_much() -> None:
    rest = [card for card in DECK if card not in HANDS]
    assert _said(_round(f"stock: {' '.join([*rest, '8S'])}")) == [
        "8S stands twice in this deal",
        "stock has 41 cards and not 40",
    ]


@pytest.mark.parametrize(
    ("hands", "card"),
    [
        pytest.param(HANDS.replace("7S 8S", "7S 7S"), "7S", id="in-one-hand"),
        pytest.param(HANDS.replace("KD", "JC"), "JC", id="in-both-hands"),
        pytest.param(HANDS + ", stock: JC", "JC", id="in-hand-and-stock"),
        pytest.param(HANDS + ", stock: 2S 2S", "2S", id="twice-in-the-stock"),
        pytest.param("{dealer: north, deck: AS KS AS", "AS", id="twice-in-the-deck"),
        pytest.param(HANDS.replace("TS", "10♣ ").replace("9H", "tc"), "TC", id="in-two-spellings"),
    ],
)
def test_a_card_may_not_stand_twice(hands: str, card: str) -> None:
    assert f"{card} stands twice in this deal" in _said(_round(hands=hands))


def test_a_word_that_is_no_card_is_told_at_its_hand() -> None:
    problems = _problems(TRICK.replace("9H", "0C"))
    assert problems[0].message.startswith("'0C' is not a card")
    assert (problems[0].line, problems[0].column) == (5, 5)


def test_all_problems_of_a_file_are_told_together() -> None:
    text = TRICK.replace("north: KD QD", "north: KD XX").replace("south: 5H,", "south: 5X,")
    assert [said.partition(" ")[0] for said in _said(text)] == ["'XX'", "'5X'"]


def test_a_deal_that_is_invalid_on_purpose_is_left_as_it_is() -> None:
    text = _round("stock: 5H 0X", hands=HANDS.replace("KD", "JC")) + "refused: invalid-deal\n"
    asked = scenario(text)
    assert asked.refused
    assert asked.rounds[0].hands is not None
    assert asked.rounds[0].hands.north[0] == "JC"
    assert asked.rounds[0].stock[:2] == ("5H", "0X")


def test_a_deck_stands_alone() -> None:
    assert "`deck` stands alone" in _said(_round("deck: AS"))


def test_a_hand_that_is_missing_is_asked_for() -> None:
    problems = _problems(_round(hands="{dealer: north, south: JC 4C 9H 2D 7S 8S"))
    assert problems[0].message == "the hand of north is missing"
    assert problems[0].hint == "add `north:` with six cards"


def test_the_first_round_names_its_dealer_and_later_ones_need_not() -> None:
    assert "the first round names its dealer" in _said(
        _round(hands=HANDS.replace("dealer: north, ", ""))
    )
    two = _round() + "  - " + HANDS.replace("dealer: north, ", "") + "}\n"
    assert [r.dealer for r in scenario(two).rounds] == ["north", None]


# --- tricks -------------------------------------------------------------------------------------


def _tricks(written: str) -> str:
    return _round(f"stock: 5H 9D, tricks: [{written}]")


def test_a_short_trick_is_lead_follow_and_winner() -> None:
    asked = scenario(_tricks("JC KD south")).rounds[0]
    assert asked.tries == (Try(1, "JC"), Try(1, "KD"))
    assert asked.tricks == (AuthoredTrick("south"),)


def test_the_winner_of_a_short_trick_may_be_left_out() -> None:
    assert scenario(_tricks("10♣ kd".replace("10♣", "jc"))).rounds[0].tricks == (AuthoredTrick(),)


@pytest.mark.parametrize("written", ["JC", "JC KD east", "JC KD south north", "JC KD 4C"])
def test_what_is_no_short_trick(written: str) -> None:
    problems = _problems(_tricks(written))
    assert problems[0].message == f"{written!r} is not a trick"
    assert "JC KD south" in problems[0].hint


def test_a_long_trick_is_read_in_the_order_of_play() -> None:
    asked = scenario(
        _tricks(
            "{refused_lead: [{card: KD, seat: north, reason: not-your-turn}],"
            " legal_lead: JC 4C, sees_lead: {hand: JC, stock_top: 5h}, lead: JC,"
            " refused: [{card: joker}], legal: KD, sees: {stock_count: 40, trick: JC}, follow: KD,"
            " winner: south, draws: {south: 5H, north: 9d}}"
        )
    ).rounds[0]
    assert asked.tries == (
        Try(1, "KD", "north", refused=True, reason="not-your-turn"),
        Try(1, "JC", legal=frozenset({"JC", "4C"}), sees={"hand": {"JC"}, "stock_top": "5H"}),
        Try(1, "joker", refused=True),
        Try(1, "KD", legal=frozenset({"KD"}), sees={"stock_count": 40, "trick": {"JC"}}),
    )
    assert asked.tricks == (AuthoredTrick("south", {"south": "5H", "north": "9D"}),)


def test_no_draws_is_not_the_same_as_nothing_said_of_draws() -> None:
    asked = scenario(_tricks("{lead: JC, follow: KD, draws: {}}, 4C QD")).rounds[0]
    assert [trick.draws for trick in asked.tricks] == [{}, None]


def test_plays_refused_after_the_last_trick_come_last() -> None:
    asked = scenario(_round("tricks: [JC KD], refused_after: [{card: 10c, seat: south}]")).rounds[0]
    assert asked.tries[-1] == Try(2, "TC", "south", refused=True)


# --- the rest -----------------------------------------------------------------------------------


def test_what_is_left_out_has_its_plain_meaning() -> None:
    asked = scenario(TRICK, "trick/case")
    assert asked.id == "trick/case"
    assert asked.scoring == ("full", "simplified")
    assert asked.scores == BySeat(0, 0)
    assert not asked.starts_from_scores
    assert not asked.refused
    assert asked.edge == ""
    assert asked.expects == {}


def test_a_match_starts_from_its_scores() -> None:
    asked = scenario(TRICK + "start: {scores: {north: 9, south: 8}}\nwinner: null\n")
    assert asked.scores == BySeat(9, 8)
    assert asked.starts_from_scores
    assert asked.expects == {"winner": None}


@pytest.mark.parametrize(
    ("value", "scoring", "expected"),
    [
        ("north", "full", "north"),
        (None, "simplified", None),
        ({"full": "north", "simplified": "south"}, "simplified", "south"),
        ({"full": None}, "full", None),
        ({"full": "north"}, "simplified", ...),
        ({"north": 1, "south": 3}, "full", {"north": 1, "south": 3}),
    ],
)
def test_a_value_may_be_given_by_scoring_mode(
    value: object, scoring: str, expected: object
) -> None:
    assert expected_in(value, scoring) == expected
