"""Scenario files are untrusted YAML: what is read, with positions, and what is turned down."""

from typing import Any

import pytest

from conformance.errors import Problem, ScenarioFileError
from conformance.scenarios.document import MAX_BYTES, MAX_DEPTH, parse_document


def _fault(raw: bytes) -> Problem:
    with pytest.raises(ScenarioFileError) as caught:
        parse_document(raw, "case.yaml")
    assert len(caught.value.problems) == 1
    return caught.value.problems[0]


def test_values_are_plain() -> None:
    raw = b"title: A trick\nscoring: [full]\nplayed_rounds: 2\nwinner: null\nstock: 5H 9D\n"
    assert parse_document(raw, "case.yaml").data == {
        "title": "A trick",
        "scoring": ["full"],
        "played_rounds": 2,
        "winner": None,
        "stock": "5H 9D",
    }


@pytest.mark.parametrize("written", ["10C", "2H", "1_0", "0x1F", "1.5", "1e3", "2024-01-01"])
def test_whatever_is_no_whole_number_is_text(written: str) -> None:
    assert parse_document(f"card: {written}\n".encode(), "f").data == {"card": written}


@pytest.mark.parametrize(("written", "value"), [("0", 0), ("-3", -3), ("+7", 7)])
def test_whole_numbers_are_read(written: str, value: int) -> None:
    assert parse_document(f"a: {written}\n".encode(), "f").data == {"a": value}


def test_a_number_too_long_for_a_score_stays_text() -> None:
    digits = "9" * 5000
    assert parse_document(f"a: {digits}\n".encode(), "f").data == {"a": digits}


def test_a_problem_stands_at_the_key_or_the_item() -> None:
    raw = b"title: A trick\nrounds:\n  - dealer: north\n    tricks:\n      - JC KD\n      - 4C QD\n"
    found = parse_document(raw, "case.yaml")
    at_key = found.problem(("rounds", 0, "dealer"), "no seat", "write north or south")
    at_item = found.problem(("rounds", 0, "tricks", 1), "no trick")
    assert at_key == Problem("case.yaml", 3, 5, "no seat", "write north or south")
    assert at_item == Problem("case.yaml", 6, 9, "no trick")


def test_a_problem_of_something_unwritten_stands_at_what_would_hold_it() -> None:
    found = parse_document(b"title: A trick\nrounds:\n  - dealer: north\n", "case.yaml")
    missing = found.problem(("rounds", 0, "tricks", 4, "winner"), "unwritten")
    assert (missing.line, missing.column) == (3, 5)


def test_a_problem_is_shown_as_editors_read_it() -> None:
    told = Problem("a.yaml", 3, 5, "no seat", "write north or south")
    assert str(told) == "a.yaml:3:5: no seat\n    write north or south"
    assert str(Problem("a.yaml", 3, 5, "no seat")) == "a.yaml:3:5: no seat"


def test_a_byte_order_mark_is_no_part_of_the_first_key() -> None:
    found = parse_document(b"\xef\xbb\xbftitle: A trick\n", "f")
    assert found.data == {"title": "A trick"}
    assert found.positions[("title",)] == (1, 1)


def test_columns_are_counted_in_characters() -> None:
    found = parse_document("{♣♦: x, b: y}\n".encode(), "f")
    assert found.positions[("b",)] == (1, 9)


def test_windows_line_ends_are_line_ends() -> None:
    assert parse_document(b"a: x\r\nb: y\r\n", "f").positions[("b",)] == (2, 1)


@pytest.mark.parametrize(
    ("raw", "line", "column", "says"),
    [
        pytest.param(b"", 1, 1, "the file is empty", id="empty"),
        pytest.param(b"# nothing but a comment\n", 1, 1, "the file is empty", id="comment-alone"),
        pytest.param(b"a: x\nb: \xff\n", 2, 1, "the file is not UTF-8", id="not-utf-8"),
        pytest.param("a: x\n".encode("utf-16"), 1, 1, "the file is not UTF-8", id="utf-16"),
        pytest.param(b"a: \x00\n", 1, 1, "not valid YAML", id="control-character"),
        pytest.param(b"a:\n\tb: c\n", 2, 1, "cannot start any token", id="tab"),
        pytest.param(b"a: x\n---\nb: y\n", 2, 1, "another document", id="two-documents"),
        pytest.param(b"a: {b: x\n", 2, 1, "did not find expected", id="open-bracket"),
        pytest.param(b"a: x\nb: y\na: z\n", 3, 1, "the key `a` stands twice", id="key-twice"),
        pytest.param(b"a:\n  b: x\n  b: y\n", 3, 3, "`b` stands twice", id="inner-key-twice"),
        pytest.param(b"a: x\nb: &n y\n", 2, 4, "anchors and aliases", id="anchor"),
        pytest.param(b"a: [x, *n]\n", 1, 8, "anchors and aliases", id="alias"),
        pytest.param(b"? [a, b]\n: x\n", 1, 3, "a key must be a plain word", id="list-as-key"),
        pytest.param(b"a: x\nb: !card AS\n", 2, 4, "the tag !card is not used", id="tag"),
        pytest.param(b"a: !hand [AS]\n", 1, 4, "the tag !hand is not used", id="tagged-list"),
        pytest.param(b"!case {a: x}\n", 1, 1, "the tag !case is not used", id="tagged-mapping"),
        pytest.param(
            b"a: !!python/object/apply:os.getcwd []\n", 1, 4, "is not used", id="python-tag"
        ),
        pytest.param(b"a: !!python/name:os.getcwd x\n", 1, 4, "is not used", id="python-name"),
    ],
)
def test_what_is_turned_down(raw: bytes, line: int, column: int, says: str) -> None:
    fault = _fault(raw)
    assert (fault.file, fault.line, fault.column) == ("case.yaml", line, column)
    assert says in fault.message


def test_an_alias_bomb_is_not_unfolded() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 12)]
    assert "anchors and aliases" in _fault("\n".join(lines).encode()).message


def _nested(depth: int) -> bytes:
    """Lists in lists: ``depth`` of them, the mapping around them counted."""
    return b"a: " + b"[" * (depth - 1) + b"]" * (depth - 1) + b"\n"


def test_the_deepest_nesting_is_read() -> None:
    value: Any = parse_document(_nested(MAX_DEPTH), "f").data["a"]
    depth = 1
    while value:
        value = value[0]
        depth += 1
    assert depth == MAX_DEPTH - 1


def test_deeper_nesting_is_turned_down_where_it_begins() -> None:
    fault = _fault(_nested(MAX_DEPTH + 1))
    assert f"nested more than {MAX_DEPTH} deep" in fault.message
    assert (fault.line, fault.column) == (1, 4 + MAX_DEPTH - 1)


def test_a_nest_deeper_than_the_parser_itself_can_go_is_turned_down() -> None:
    assert "nest" in _fault(_nested(50_000)).message


def test_the_largest_file_is_read_and_a_larger_one_is_not() -> None:
    largest = b"a: x\n" + b"#" * (MAX_BYTES - 5)
    assert parse_document(largest, "f").data == {"a": "x"}
    fault = _fault(largest + b"#")
    assert f"the limit is {MAX_BYTES:,}" in fault.message
    assert fault.hint
