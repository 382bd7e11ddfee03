"""What lint tells of a file: where, what, the way out, and which side it doubts."""

import pytest

from conformance import resources
from conformance.errors import Problem
from conformance.scenarios.document import parse_document
from conformance.scenarios.lint import lint_scenario, read_scenario, title_problems
from tests.conformance.making import BOOK, TRICK, document

# A whole round at 40–40 trick points, with north as dealer; the file states every value.
TIED = (resources.SCENARIOS / "rulings" / "forty-all-north-deals.yaml").read_text("utf-8")


def _lint(text: str) -> list[Problem]:
    read = parse_document(text.encode(), "case.yaml")
    return lint_scenario(read, read_scenario(read, "case"), BOOK)


def _changed(text: str, right: str, wrong: str) -> tuple[str, int]:
    """The text with its one ``right`` made ``wrong``, and the line where that stands."""
    assert text.count(right) == 1
    line = text[: text.index(right)].count("\n") + 1
    return text.replace(right, wrong), line


@pytest.mark.parametrize("text", [TRICK, TIED], ids=["a-trick", "a-whole-round"])
def test_a_right_file_has_no_problems(text: str) -> None:
    assert _lint(text) == []


def test_an_unknown_clause_is_told_with_the_nearest_one() -> None:
    text = TRICK.replace("[trick.highest-of-led-suit]", "[draw.top-card, trick.highest-of-suit]")
    assert _lint(text) == [
        Problem(
            "case.yaml",
            2,
            26,
            "no clause trick.highest-of-suit",
            "did you mean trick.highest-of-led-suit? `cjack rules` lists all",
        )
    ]


def test_a_title_may_stand_in_one_file_alone() -> None:
    first = document(TRICK, "first.yaml")
    same = document("# Another file.\n" + TRICK.replace("A discarded", "a  DISCARDED"), "same.yaml")
    other = document(TRICK.replace("A discarded king", "A discarded queen"), "other.yaml")
    assert title_problems([first, other, same]) == [
        Problem(
            "same.yaml",
            2,
            1,
            "the title stands in first.yaml too",
            "say what only this file shows",
        )
    ]


# --- plays --------------------------------------------------------------------------------------


def test_a_play_that_cannot_be_made_is_told_with_the_hand_and_the_legal_cards() -> None:
    text, _ = _changed(TRICK, "follow: KD", "follow: 4C")
    problem = _lint(text)[0]
    assert problem.message == (
        "north cannot play 4C (card-not-in-hand); hand KD QD 3H 5S 6S TS, legal KD QD 3H 5S 6S TS"
    )
    assert problem.line == 9
    assert problem.hint == "the plays must be possible; a refused play goes under `refused`"


def test_a_revoke_is_told_with_what_might_have_been_played() -> None:
    text = TRICK.replace("KD QD 3H 5S 6S TS", "KD QD 3C 5S 6S TS")
    problem = _lint(text)[0]
    assert "north cannot play KD (must-follow-suit)" in problem.message
    assert problem.message.endswith("legal 3C")


def test_a_legal_play_cannot_be_stated_as_refused() -> None:
    text = TRICK.replace("- lead: JC", "- refused_lead: [{card: 4C}]\n        lead: JC")
    problem = _lint(text)[0]
    assert problem.message == "south may play 4C here: the rules do not refuse it"
    assert problem.line == 9


def test_a_round_may_not_follow_an_unfinished_one() -> None:
    second = "  - south: JC 4C 9H 2D 7S 8S\n    north: KD QD 3H 5S 6S TS\n    stock: 5H\n"
    problem = _lint(TRICK + second)[0]
    assert problem.message.startswith("the next round comes before this one is over")


def test_a_valid_deal_is_not_refused() -> None:
    text = TRICK.partition("    tricks:")[0] + "refused: invalid-deal\n"
    problem = _lint(text)[0]
    assert problem.message == "the deal is a valid one, so the request is not refused"
    assert problem.line == 8


def test_a_deal_that_is_invalid_on_purpose_is_no_problem() -> None:
    text = TRICK.replace("KD QD", "JC QD").partition("    tricks:")[0]
    assert _lint(text + "refused: invalid-deal\n") == []


# --- expected values ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("right", "wrong", "at", "says"),
    [
        pytest.param(
            "winner: south",
            "winner: north",
            12,
            "the winner of trick 1: the file says north, the reference engine south",
            id="winner",
        ),
        pytest.param(
            "legal: KD QD 3H 5S 6S TS",
            "legal: KD QD",
            9,
            "the legal cards before KD: the file says KD QD, "
            "the reference engine 3H 5S 6S KD QD TS",
            id="legal",
        ),
        pytest.param(
            "draws: {south: 5H, north: 9D}",
            "draws: {north: 5H, south: 9D}",
            13,
            "the draws after trick 1: the file says north 5H, south 9D, "
            "the reference engine south 5H, north 9D",
            id="draws",
        ),
        pytest.param(
            "draws: {south: 5H, north: 9D}",
            "draws: {}",
            13,
            "the draws after trick 1: the file says nobody draws, "
            "the reference engine south 5H, north 9D",
            id="no-draws",
        ),
    ],
)
def test_a_value_of_a_trick_is_told_at_it(right: str, wrong: str, at: int, says: str) -> None:
    text, _ = _changed(TRICK, right, wrong)
    problem = _lint(text)[0]
    assert problem.line == at
    assert problem.message == f"{says} (full scoring)"
    assert problem.hint.startswith("doubt the engine if trick.highest-of-led-suit bears")


@pytest.mark.parametrize(
    ("right", "wrong", "says"),
    [
        ("trump: H", "trump: S", "the trump: the file says S, the reference engine H"),
        ("leader: south", "leader: north", "the leader: the file says north, the reference"),
        ("winner: null", "winner: south", "the winner of the match: the file says south, the"),
        ("high: north", "high: south", "the award high: the file says south, the reference"),
        ("tricks: {north: 15, south: 11}", "tricks: {north: 14, south: 12}", "tricks of north"),
    ],
)
def test_a_value_of_a_round_is_told_at_its_line(right: str, wrong: str, says: str) -> None:
    text, line = _changed(TIED, right, wrong)
    problem = _lint(text)[0]
    assert problem.message.startswith(says)
    assert problem.line == line


def test_both_readings_of_a_trick_without_a_winner_are_right() -> None:
    text = TRICK.replace("        winner: south\n", "")
    assert _lint(text) == []


@pytest.mark.parametrize(
    ("right", "wrong", "doubt"),
    [
        pytest.param(
            "tricks: {north: 15, south: 11}",
            "tricks: {north: 15, south: 12}",
            "its tricks do not add up to 26",
            id="tricks",
        ),
        pytest.param(
            "trick_points: {north: 40, south: 40}",
            "trick_points: {north: 40, south: 44}",
            "its trick_points do not add up to 80",
            id="trick-points",
        ),
        pytest.param(
            "      scores: {north: 1, south: 2}\n",
            "      scores: {north: 1, south: 3}\n",
            "its awards give south a score of 2, it says 3",
            id="scores",
        ),
    ],
)
def test_a_file_whose_sums_do_not_add_up_is_doubted(right: str, wrong: str, doubt: str) -> None:
    text, line = _changed(TIED, right, wrong)
    problem = _lint(text)[0]
    assert problem.line == line
    assert problem.hint == f"doubt the file: {doubt}"


def test_a_file_whose_value_is_that_of_another_ruling_is_doubted() -> None:
    text = TIED.partition("by_ruling:")[0]
    text, _ = _changed(text, "game: null", "game: north")
    text, _ = _changed(text, "scores: {north: 1, south: 2}", "scores: {north: 2, south: 2}")
    assert {p.hint for p in _lint(text)} == {
        "doubt the file: its value is that of trick_point_tie dealer"
    }


def test_a_file_whose_value_is_that_of_a_variant_is_doubted() -> None:
    # North, void in clubs, plays the one trump: Netplaces asks for it, the documents do not.
    text = TRICK.replace("follow: KD", "follow: 3H").replace("winner: south", "winner: north")
    text = text.replace("{south: 5H, north: 9D}", "{north: 5H, south: 9D}")
    text, _ = _changed(text, "legal: KD QD 3H 5S 6S TS", "legal: 3H")
    assert _lint(text)[0].hint == "doubt the file: its value is that of the variant Netplaces"


def test_what_an_option_expects_is_checked_under_that_option() -> None:
    text, _ = _changed(TIED, "dealer: {awards: {game: north}", "dealer: {awards: {game: south}")
    told = [p.message for p in _lint(text)]
    assert "under trick_point_tie dealer" in told[0]
    assert told[0].startswith("the award game: the file says south, the reference engine north")


def test_the_values_of_one_scoring_mode_leave_the_other_alone() -> None:
    text, _ = _changed(TRICK, "clauses:", "scoring: [simplified]\nclauses:")
    text, _ = _changed(text, "winner: south", "winner: north")
    assert [p.message.partition("(")[2] for p in _lint(text)] == ["simplified scoring)"]
