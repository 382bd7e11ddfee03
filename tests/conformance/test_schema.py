"""Faults of form in scenario files, each told at its place and with a way out."""

import pytest

from conformance.errors import Problem
from conformance.scenarios.schema import schema_problems
from tests.conformance.making import TRICK, document


def _problems(text: str) -> list[Problem]:
    return schema_problems(document(text))


def _only(text: str) -> Problem:
    problems = _problems(text)
    assert len(problems) == 1
    return problems[0]


def test_a_right_file_has_no_problems() -> None:
    assert _problems(TRICK) == []


@pytest.mark.parametrize(
    ("line", "key", "at", "meant"),
    [
        ("clause: [draw.top-card]\n", "clause", (14, 1), "clauses"),
        ("winer: north\n", "winer", (14, 1), "winner"),
        ("byruling: {}\n", "byruling", (14, 1), "by_ruling"),
        ("        wins: south\n", "wins", (14, 9), "winner"),
        ("    trumps: H\n", "trumps", (14, 5), "trump"),
    ],
)
def test_an_unknown_key_is_told_with_the_one_that_may_be_meant(
    line: str, key: str, at: tuple[int, int], meant: str
) -> None:
    problem = _only(TRICK + line)
    assert problem.message == f"unknown key `{key}`"
    assert problem.hint == f"did you mean `{meant}`?"
    assert (problem.file, problem.line, problem.column) == ("case.yaml", *at)


def test_an_unknown_key_like_no_other_is_told_with_all_that_are_allowed() -> None:
    problem = _only(TRICK + "zzz: 1\n")
    assert problem.hint.startswith("allowed: title, clauses, ")


def test_every_unknown_key_is_told() -> None:
    assert len(_problems(TRICK + "zzz: 1\nyyy: 2\n")) == 2


@pytest.mark.parametrize("key", ["title", "clauses", "rounds"])
def test_a_missing_key_is_named(key: str) -> None:
    kept = {"title": "A trick and no more", "clauses": ["draw.top-card"], "rounds": [{}]}
    lines = [f"{k}: {v}\n" for k, v in kept.items() if k != key]
    problem = _only("".join(lines))
    assert problem.message == f"`{key}` is missing in the document"


def test_each_of_several_missing_keys_is_named() -> None:
    said = [p.message for p in _problems("edge: Nothing else is written here\n")]
    assert said == [
        f"`{key}` is missing in the document" for key in sorted(("title", "clauses", "rounds"))
    ]


@pytest.mark.parametrize(
    ("wrong", "right", "at", "says"),
    [
        ("dealer: west", "dealer: north", (4, 5), 'rounds.0.dealer: "west" is not allowed'),
        ("winner: 3", "winner: south", (12, 9), "rounds.0.tricks.0.winner: 3 is not allowed"),
        ("clauses: draw", "clauses: [trick.highest-of-led-suit]", (2, 1), "not of type 'array'"),
        ("clauses: []", "clauses: [trick.highest-of-led-suit]", (2, 1), "clauses: "),
        ("south: [JC, 4C]", "south: JC 4C 9H 2D 7S 8S", (5, 5), "not of type 'string'"),
    ],
)
def test_a_wrong_value_is_told_at_its_place(
    wrong: str, right: str, at: tuple[int, int], says: str
) -> None:
    problem = _only(TRICK.replace(right, wrong))
    assert says in problem.message
    assert (problem.line, problem.column) == at


def test_a_word_that_is_nearly_right_is_told_with_the_right_one() -> None:
    problem = _only(TRICK.replace("winner: south", "winner: suoth"))
    assert problem.hint == 'did you mean `"south"`?'


def test_a_document_that_is_no_mapping_has_no_place_but_its_beginning() -> None:
    problem = _only("- title\n- clauses\n")
    assert (problem.line, problem.column) == (1, 1)
    assert "not of type 'object'" in problem.message


def test_problems_come_in_the_order_of_the_file() -> None:
    text = "zzz: 1\n" + TRICK.replace("winner: south", "winner: 3") + "yyy: 2\n"
    assert [p.line for p in _problems(text)] == [1, 13, 15]
