"""Replies from bytes to values; each one that is none is told with the field that is wrong."""

import json
from typing import Any

import pytest

from conformance.protocol.codec import (
    QUOTED,
    ReplyError,
    decode_hello,
    decode_run,
    encode,
    printable,
    quote,
)
from conformance.protocol.messages import Draws
from reference_engine.rules import Rules
from tests.conformance.making import TRICK, Message, altered, answer, request, scenario, shipped

# What the rulebook gives for the trick of the scenario format's example.
TRICK_REPLY = answer(Rules(), request(scenario(TRICK)))
HELLO: Message = {
    "id": "1",
    "protocol": 1,
    "implementation": {"name": "acme-jack"},
    "scoring": ["full"],
}


def _line(message: Any) -> bytes:
    return json.dumps(message).encode()


def _fault(line: bytes) -> str:
    with pytest.raises(ReplyError) as caught:
        decode_run(line, "1")
    return str(caught.value)


def _hello_fault(**changes: Any) -> str:
    with pytest.raises(ReplyError) as caught:
        decode_hello(_line(HELLO | changes), "1")
    return str(caught.value)


def test_a_request_is_one_line_of_utf_8() -> None:
    line = encode({"cmd": "run", "card": "10♣\n"})
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1
    assert json.loads(line.decode("utf-8")) == {"cmd": "run", "card": "10♣\n"}


def test_a_trace_is_read() -> None:
    reply = decode_run(_line(TRICK_REPLY), "1")
    assert reply.rounds
    trick = reply.rounds[0].tricks[0]  # type: ignore[index]  # it is there
    assert (trick.leader, trick.winner, trick.draws) == ("south", "south", Draws("9D", "5H"))
    assert reply.rounds[0].result is None
    assert reply.winner is None


def test_unknown_fields_are_ignored_everywhere() -> None:
    more = altered(TRICK_REPLY, {"took_ms": 3, "rounds.0.mood": [], "rounds.0.plays.0.x": None})
    assert decode_run(_line(more), "1") == decode_run(_line(TRICK_REPLY), "1")


@pytest.mark.parametrize("end", [b"", b"\r", b" "])
def test_white_space_around_a_reply_does_no_harm(end: bytes) -> None:
    assert decode_run(_line(TRICK_REPLY) + end, "1").winner is None


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        ({"id": "1", "unsupported": {"feature": "views"}}, "unsupported"),
        ({"id": "1", "refused": {"reason": "invalid-deal"}}, "refused"),
        ({"id": "1", "error": {"message": "no such deck"}}, "error"),
        ({"id": "1", "error": {}}, "error"),
    ],
)
def test_replies_without_a_trace_are_read(reply: Message, kind: str) -> None:
    assert getattr(decode_run(_line(reply), "1"), kind)


# --- cards --------------------------------------------------------------------------------------


@pytest.mark.parametrize("written", ["TS", "10S", "ts", "10s", "T♠", "10♠", " TS "])
def test_cards_are_read_in_all_their_spellings(written: str) -> None:
    reply = altered(
        TRICK_REPLY,
        {
            "rounds.0.plays.0.legal": [written],
            "rounds.0.tricks.0.draws": {"north": written, "south": "5h"},
            "rounds.0.hands": {"north": [written], "south": []},
            "rounds.0.dealt": {},
        },
    )
    reply["rounds"][0]["dealt"] = {"north": ["2c"], "south": [written]}
    read = decode_run(_line(reply), "1")
    assert read.rounds
    shown: Any = read.rounds[0]
    assert shown.plays[0].legal == ["TS"]
    assert shown.tricks[0].draws == Draws("TS", "5H")
    assert (shown.hands.north, shown.hands.south) == (["TS"], [])
    assert (shown.dealt.north, shown.dealt.south) == (["2C"], ["TS"])


@pytest.mark.parametrize("written", ["1S", "0C", "XS", "S", "", "AS KS", "joker"])
def test_a_card_that_is_none_is_told_with_its_place(written: str) -> None:
    fault = _fault(_line(altered(TRICK_REPLY, {"rounds.0.plays.1.legal": ["KD", written]})))
    assert f"Invalid enum value {written!r}" in fault
    assert "$.rounds[0].plays[1].legal[1]" in fault


# --- fields -------------------------------------------------------------------------------------

RESULT = {
    "tricks": {"north": 12, "south": 14},
    "trick_points": {"north": 60, "south": 20},
    "awards": {"high": "south", "low": "north", "jack": "south", "game": None},
    "scores": {"north": 1, "south": 2},
}


@pytest.mark.parametrize(
    ("path", "value", "field"),
    [
        ("rounds", None, "$.rounds"),
        ("rounds", {}, "$.rounds"),
        ("rounds.0", [], "$.rounds[0]"),
        ("rounds.0.dealer", ..., "`dealer`"),
        ("rounds.0.dealer", "west", "$.rounds[0].dealer"),
        ("rounds.0.dealer", None, "$.rounds[0].dealer"),
        ("rounds.0.leader", ..., "`leader`"),
        ("rounds.0.leader", 0, "$.rounds[0].leader"),
        ("rounds.0.trump", ..., "`trump`"),
        ("rounds.0.trump", "hearts", "$.rounds[0].trump"),
        ("rounds.0.result", ..., "`result`"),
        ("rounds.0.result", [], "$.rounds[0].result"),
        ("rounds.0.plays", None, "$.rounds[0].plays"),
        ("rounds.0.plays.1", "KD", "$.rounds[0].plays[1]"),
        ("rounds.0.plays.1.accepted", ..., "`accepted`"),
        ("rounds.0.plays.1.accepted", 1, "$.rounds[0].plays[1].accepted"),
        ("rounds.0.plays.1.accepted", "true", "$.rounds[0].plays[1].accepted"),
        ("rounds.0.plays.1.reason", "revoke", "$.rounds[0].plays[1].reason"),
        ("rounds.0.plays.1.legal", "KD QD", "$.rounds[0].plays[1].legal"),
        ("rounds.0.plays.1.sees", [], "$.rounds[0].plays[1].sees"),
        ("rounds.0.tricks.0.leader", ..., "`leader`"),
        ("rounds.0.tricks.0.winner", ..., "`winner`"),
        ("rounds.0.tricks.0.winner", "dealer", "$.rounds[0].tricks[0].winner"),
        ("rounds.0.tricks.0.draws", None, "$.rounds[0].tricks[0].draws"),
        ("rounds.0.tricks.0.draws", {"north": "9D", "south": None}, "draws.south"),
        ("rounds.0.hands", {"north": []}, "`south`"),
        ("rounds.0.hands.north", "KD", "$.rounds[0].hands.north"),
        ("winner", ..., "`winner`"),
        ("winner", "nobody", "$.winner"),
    ],
)
def test_a_wrong_field_of_a_trace_is_named(path: str, value: Any, field: str) -> None:
    fault = _fault(_line(altered(TRICK_REPLY, {path: value})))
    assert field in fault
    assert 'in the reply {"id": "1"' in fault


@pytest.mark.parametrize(
    ("path", "value", "field"),
    [
        ("tricks", ..., "`tricks`"),
        ("tricks", [12, 14], "$.rounds[0].result.tricks"),
        ("tricks.north", ..., "`north`"),
        ("tricks.north", "12", "$.rounds[0].result.tricks.north"),
        ("tricks.north", 12.5, "$.rounds[0].result.tricks.north"),
        ("tricks.north", True, "$.rounds[0].result.tricks.north"),
        ("trick_points.south", None, "$.rounds[0].result.trick_points.south"),
        ("awards", ..., "`awards`"),
        ("awards.game", ..., "`game`"),
        ("awards.game", "tie", "$.rounds[0].result.awards.game"),
        ("awards.high", ["north"], "$.rounds[0].result.awards.high"),
    ],
)
def test_a_wrong_field_of_a_result_is_named(path: str, value: Any, field: str) -> None:
    reply = altered(TRICK_REPLY, {"rounds.0.result": altered(RESULT, {path: value})})
    assert field in _fault(_line(reply))


@pytest.mark.parametrize("number", [-1, 2**63, 10**400])
def test_numbers_that_no_round_brings_are_read_and_left_to_grading(number: int) -> None:
    reply = altered(TRICK_REPLY, {"rounds.0.result": altered(RESULT, {"scores.north": number})})
    read = decode_run(_line(reply), "1")
    assert read.rounds
    assert read.rounds[0].result
    assert read.rounds[0].result.scores.north == number


def test_a_number_of_thousands_of_digits_is_told_with_its_place() -> None:
    line = _line(altered(TRICK_REPLY, {"rounds.0.result": altered(RESULT, {"scores.north": 77})}))
    assert "$.rounds[0].result.scores.north" in _fault(line.replace(b"77", b"7" * 5000))


KINDS: Message = {
    "unsupported": {"feature": "views"},
    "refused": {"reason": "invalid-deal"},
    "error": {"message": "no"},
}


@pytest.mark.parametrize(
    ("reply", "found"),
    [
        ({}, "none"),
        ({"winner": None}, "none"),
        ({"unsupported": KINDS["unsupported"], "error": KINDS["error"]}, "unsupported and error"),
        (KINDS, "unsupported and refused and error"),
        ({"rounds": [], "winner": None, "refused": KINDS["refused"]}, "rounds and refused"),
    ],
)
def test_exactly_one_kind_of_reply_is_given(reply: Message, found: str) -> None:
    assert (
        "exactly one of rounds, unsupported, refused and error is given; found "
        f"{found}" in _fault(_line({"id": "1", **reply}))
    )


@pytest.mark.parametrize(
    ("reply", "field"),
    [
        ({"unsupported": {}}, "`feature`"),
        ({"unsupported": "views"}, "$.unsupported"),
        ({"refused": {"reason": "bad-deal"}}, "$.refused.reason"),
        ({"error": "no"}, "$.error"),
        ({"error": {"message": None}}, "$.error.message"),
    ],
)
def test_a_wrong_field_of_another_reply_is_named(reply: Message, field: str) -> None:
    assert field in _fault(_line({"id": "1", **reply}))


# --- the id -------------------------------------------------------------------------------------


def test_another_id_is_told_with_both() -> None:
    fault = _fault(_line(altered(TRICK_REPLY, {"id": "0"})))
    assert fault == "the reply has id '0'; the request had '1'"


def test_no_id_with_a_trace_is_another_id() -> None:
    assert "id None" in _fault(_line(altered(TRICK_REPLY, {"id": None})))


@pytest.mark.parametrize(("id_", "says"), [(1, "$.id"), (["1"], "$.id"), (..., "`id`")])
def test_an_id_is_a_text(id_: Any, says: str) -> None:
    assert says in _fault(_line(altered(TRICK_REPLY, {"id": id_})))


def test_a_request_that_could_not_be_read_is_told_as_such() -> None:
    reply = {"id": None, "error": {"message": "line too long"}}
    assert _fault(_line(reply)) == "the adapter could not read the request: line too long"


# --- lines that are no message ------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"hello?", id="text"),
        pytest.param(b'{"id": "1", "rounds": [', id="cut-off"),
        pytest.param(b"{'id': '1', 'error': {}}", id="single-quotes"),
        pytest.param(b'{"id": "1", "error": {}} {"id": "1", "error": {}}', id="two-on-a-line"),
        pytest.param(b'{"id": "1", "error": {"message": NaN}}', id="nan"),
        pytest.param(b'{"id": "1", "error": {}, "x": -Infinity}', id="infinity"),
        pytest.param(b'\xef\xbb\xbf{"id": "1", "error": {}}', id="byte-order-mark"),
        pytest.param('{"id": "1", "error": {}}'.encode("utf-16"), id="utf-16"),
        pytest.param(b'{"id": "1", "error": {"message": "\xff"}}', id="no-utf-8"),
        pytest.param(b'{"id": "1", "error": {"message": "\\ud800"}}', id="half-a-surrogate-pair"),
        pytest.param(b"[" * 100_000, id="nested-brackets"),
        pytest.param(
            b'{"id": "1", "x": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", id="nested-unknown-field"
        ),
    ],
)
def test_a_line_that_is_no_message_is_quoted(line: bytes) -> None:
    fault = _fault(line)
    assert fault.startswith(("not a JSON message: ", "Invalid UTF-8", "Expected `object`"))
    assert quote(line) in fault


@pytest.mark.parametrize("line", [b"[]", b"null", b'"done"', b"17"])
def test_a_line_that_is_json_and_no_object_is_told(line: bytes) -> None:
    assert "Expected `object`" in _fault(line)


def test_nan_is_turned_down_beside_a_card_in_another_spelling_too() -> None:
    line = _line(altered(TRICK_REPLY, {"rounds.0.plays.0.legal": ["10s"]}))
    assert decode_run(line, "1")
    _fault(line.replace(b'"winner": null}', b'"winner": null, "x": NaN}'))


def test_half_a_surrogate_pair_is_turned_down_beside_such_a_card_too() -> None:
    changes = {"rounds.0.plays.0.legal": ["10C"], "rounds.0.plays.0.sees": {"note": "\ud800"}}
    assert _fault(_line(altered(TRICK_REPLY, changes))).startswith("a text of the reply holds half")


def test_a_huge_number_in_an_unknown_field_beside_such_a_card_is_no_crash() -> None:
    line = _line(altered(TRICK_REPLY, {"rounds.0.plays.0.legal": ["10s"]}))
    _fault(line.replace(b'"winner": null}', b'"winner": null, "x": ' + b"9" * 5000 + b"}"))


# --- the greeting -------------------------------------------------------------------------------


def test_the_least_greeting_is_read() -> None:
    found = decode_hello(_line(HELLO), "1")
    assert found.implementation.name == "acme-jack"
    assert (found.features, found.rulings.declared()) == ([], {})


def test_declared_rulings_are_read() -> None:
    line = _line(HELLO | {"rulings": {"trick_count_tie": "most_trick_points"}})
    assert decode_hello(line, "1").rulings.declared() == {"trick_count_tie": "most_trick_points"}


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"protocol": "1"}, "$.protocol"),
        ({"implementation": "acme"}, "$.implementation"),
        ({"implementation": {}}, "`name`"),
        ({"implementation": {"name": "a", "version": 2}}, "$.implementation.version"),
        ({"scoring": "full"}, "$.scoring"),
        ({"scoring": ["full", "short"]}, "$.scoring[1]"),
        ({"features": ["draws", "magic"]}, "$.features[1]"),
        ({"rulings": {"trick_point_tie": "both"}}, "$.rulings.trick_point_tie"),
        ({"rulings": {"first_card_to": "most_trick_points"}}, "$.rulings.first_card_to"),
        ({"rulings": {"revokes": "nobody"}}, "`revokes`"),
        ({"rulings": []}, "$.rulings"),
        ({"classes": ["tricks"]}, "$.classes[0]"),
        ({"max_in_flight": "1"}, "$.max_in_flight"),
        ({"id": "7"}, "id '7'"),
    ],
)
def test_a_wrong_field_of_the_greeting_is_named(changes: Message, field: str) -> None:
    assert field in _hello_fault(**changes)


# --- quotations ---------------------------------------------------------------------------------


def test_a_long_line_is_quoted_in_part() -> None:
    assert quote(b"x" * QUOTED) == "x" * QUOTED
    assert quote(b"x" * (QUOTED + 1)) == "x" * QUOTED + "…"
    assert quote(b"x" * 10_000_000) == "x" * QUOTED + "…"


def test_what_a_terminal_would_act_upon_is_written_out() -> None:
    assert printable("\x1b[31mred\x07\t\u202e♠") == "\\x1b[31mred\\x07\\t\\u202e♠"
    assert quote(b"\x1b[2J\xff\n") == "\\x1b[2J\\xff"


def test_a_whole_round_is_read_as_it_was_written() -> None:
    asked = shipped("award/game-most-trick-points")
    reply = answer(Rules(), request(asked))
    read = decode_run(_line(reply), "1")
    assert read.rounds
    assert read.rounds[0].result
    told = read.rounds[0].result.trick_points
    assert {"north": told.north, "south": told.south} == asked.rounds[0].expects["result"][
        "trick_points"
    ]
