"""Whatever comes in, nothing but the named errors comes out, and only a right trace passes."""

import copy
import functools
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from conformance.adapters.in_process import InProcess
from conformance.adapters.session import NoReply
from conformance.errors import Problem, ScenarioFileError
from conformance.grading.claims import Claims
from conformance.grading.outcome import judge
from conformance.protocol.codec import ReplyError, decode_hello, decode_run
from conformance.resources import SCENARIOS
from conformance.scenarios.document import parse_document
from conformance.scenarios.lint import lint_scenario, read_scenario
from reference_engine.cards import KNOWN_CARDS, parse_card
from tests.conformance.making import (
    ALL,
    BOOK,
    DOCUMENTED,
    Message,
    answer,
    claims,
    expected,
    request,
    shipped,
)

ASKED = (
    "trick/discarded-king-never-beats-led-jack",
    "play/refused-then-played-rightly",
    "setup/card-in-both-hands",
    "view/top-of-the-stock",
    "match/nine-to-twelve-wins",
)
BARE = claims(features=[])
LONGEST_MESSAGE = 2000

json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=12)
    | st.sampled_from(["north", "south", "H", "AS", "10♠", "must-follow-suit", "JC"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=6,
)


def _assert_told(error: ReplyError) -> None:
    text = str(error)
    assert text.isprintable()
    assert len(text) <= LONGEST_MESSAGE


# --- bytes --------------------------------------------------------------------------------------


@pytest.mark.parametrize("decode", [decode_run, decode_hello])
@given(line=st.binary() | st.text().map(str.encode) | json_values.map(json.dumps).map(str.encode))
@example(line=b'{"id": "1", "error": {"message": "' + b"x" * 100_000 + b'"}}')
@example(line=b'{"id": "1", "winner": "' + b"\\u001b[31m" * 10_000 + b'"}')
@example(line=b'{"id": "' + b"1" * 100_000 + b'", "error": {}}')
@example(line=b'{"id": 1' + b"0" * 100_000 + b"}")
@example(line=b'{"id": "1", "rounds": [' + b"[" * 100_000)
def test_any_line_is_read_or_told_in_a_printable_line(
    decode: Callable[[bytes, str], object], line: bytes
) -> None:
    try:
        decode(line, "1")
    except ReplyError as error:
        _assert_told(error)


# --- replies that are nearly right --------------------------------------------------------------


@functools.cache
def _right(scenario_id: str) -> str:
    return json.dumps(answer(DOCUMENTED, request(shipped(scenario_id))))


@st.composite
def spoiled_replies(draw: st.DrawFn, scenario_id: str) -> Message:
    """A right reply after one to three changes: a value, a field or an entry."""
    reply: Message = json.loads(_right(scenario_id))
    for _ in range(draw(st.integers(1, 3))):
        holder = _holder(draw, reply)
        if not holder:
            break
        keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
        _change(draw, holder, draw(st.sampled_from(keys)), reply)
    return reply


def _holder(draw: st.DrawFn, reply: Message) -> Any:
    """An object or a list somewhere in the reply: the few large ones as likely as the many
    small ones."""
    holder: Any = reply
    while inner := [item for item in _values(holder) if item and isinstance(item, dict | list)]:
        if draw(st.integers(0, 5)) == 0:
            break
        holder = draw(st.sampled_from(inner))
    return holder


def _change(draw: st.DrawFn, holder: Any, key: Any, reply: Message) -> None:
    match draw(st.sampled_from(["replace", "borrow", "flip", "drop", "add", "repeat"])):
        case "replace":
            holder[key] = draw(json_values)
        case "borrow":
            holder[key] = copy.deepcopy(
                draw(st.sampled_from(_values(_holder(draw, reply)) or [None]))
            )
        case "flip":
            holder[key] = _flipped(draw, holder[key])
        case "drop":
            del holder[key]
        case "add" if isinstance(holder, dict):
            holder[draw(st.text(min_size=1, max_size=5))] = draw(json_values)
        case _ if isinstance(holder, list):
            holder.insert(draw(st.integers(0, len(holder))), copy.deepcopy(holder[key]))


def _flipped(draw: st.DrawFn, value: Any) -> Any:
    """Another value of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + draw(st.sampled_from([-1, 1]))
    if value in ("north", "south"):
        return "south" if value == "north" else "north"
    if isinstance(value, str) and value in KNOWN_CARDS:
        return draw(st.sampled_from(sorted(KNOWN_CARDS)))
    return draw(st.sampled_from([None, "north", "south", "C", "D", "H", "S", []]))


def _values(holder: Any) -> list[Any]:
    return list(holder.values() if isinstance(holder, dict) else holder)


def _shown(reply: Message, of: Claims) -> Any:
    """What a reply says of the game with the announced features, whatever else stands in it."""
    if "rounds" not in reply:
        return reply.get("refused", {}).get("reason")
    return [_round_shown(told, of.features) for told in reply["rounds"]], reply["winner"]


def _round_shown(told: Message, features: frozenset[str]) -> Any:
    return (
        [told[key] for key in ("dealer", "leader", "trump")],
        [_play_shown(play, features) for play in told["plays"]],
        [_trick_shown(trick, features) for trick in told["tricks"]],
        "hands" in features and {seat: _cards(told["hands"][seat]) for seat in ("north", "south")},
        _result_shown(told["result"]),
    )


def _play_shown(play: Message, features: frozenset[str]) -> Any:
    sees: Any = None
    if "views" in features:
        seen = play["sees"]
        top = seen["stock_top"]
        sees = (
            _cards(seen["hand"]),
            _cards(seen["trick"]),
            top and _card(top),
            seen["stock_count"],
        )
    return play["accepted"], "legal_plays" in features and sorted(map(_card, play["legal"])), sees


def _trick_shown(trick: Message, features: frozenset[str]) -> Any:
    draws = {}
    if "draws" in features:
        draws = {s: _card(c) for s, c in trick["draws"].items() if s in ("north", "south")}
    return trick["leader"], trick["winner"], draws


def _result_shown(result: Message | None) -> Any:
    if result is None:
        return None
    counts = [
        result[key][seat]
        for key in ("tricks", "trick_points", "scores")
        for seat in ("north", "south")
    ]
    return counts, [result["awards"][name] for name in ("high", "low", "jack", "game")]


def _cards(cards: list[str]) -> frozenset[str]:
    return frozenset(map(_card, cards))


def _card(text: str) -> str:
    return parse_card(text)


@pytest.mark.parametrize("of", [ALL, BARE], ids=["all features", "no feature"])
@pytest.mark.parametrize("scenario_id", ASKED)
@given(data=st.data())
@settings(max_examples=120)
def test_only_a_right_trace_passes(scenario_id: str, of: Claims, data: st.DataObject) -> None:
    reply = data.draw(spoiled_replies(scenario_id))
    try:
        read = decode_run(json.dumps(reply).encode(), "1")
    except ReplyError as error:
        _assert_told(error)
        return
    outcome = judge(expected(shipped(scenario_id)), read, of, BOOK)
    if outcome.kind == "pass":
        assert _shown(reply, of) == _shown(json.loads(_right(scenario_id)), of)
        assert "error" not in reply
        assert "unsupported" not in reply
    else:
        assert outcome.message.isprintable()
        assert len(outcome.message) <= LONGEST_MESSAGE


@pytest.mark.parametrize("scenario_id", ASKED)
def test_the_right_trace_itself_passes(scenario_id: str) -> None:
    read = decode_run(_right(scenario_id).encode(), "1")
    assert judge(expected(shipped(scenario_id)), read, ALL, BOOK).kind == "pass"


@given(reply=json_values | st.builds(object))
def test_an_engine_in_this_process_can_return_anything(reply: Any) -> None:
    adapter = InProcess(lambda asked: reply)
    found = adapter.run(request(shipped(ASKED[0])))
    if not isinstance(found, NoReply):
        assert judge(expected(shipped(ASKED[0])), found, ALL, BOOK).kind != "pass"


# --- scenario files -----------------------------------------------------------------------------


def _check(raw: bytes) -> None:
    """Read and lint ``raw``; what is wrong is told with its place."""
    try:
        document = parse_document(raw, "case.yaml")
        problems = lint_scenario(document, read_scenario(document, "case"), BOOK)
    except ScenarioFileError as error:
        problems = error.problems or [Problem("", 0, 0, "an error without a problem")]
    for problem in problems:
        assert problem.line >= 1
        assert problem.column >= 1
        assert all(map(str.isprintable, str(problem).split("\n")))


yaml_pieces = st.sampled_from(
    [
        *("title: ", "clauses: ", "rounds:", "- ", "\n", "  ", "{", "}", "[", "]", ": ", ", "),
        *("&a ", "*a", "!!int ", "!x ", "? ", "| ", "> ", "'", '"', "# ", "---\n", "...\n", "%"),
        *("north: KD QD", "stock: 5H", "dealer: north", "~", "1e9", "0x1F", ".nan", "2026-01-01"),
        *("\x00", "\x1b", "\x85", "\u2028", "\ufeff", "\t", "\\", "é"),
    ]
)


@given(raw=st.binary() | st.lists(yaml_pieces | st.text(max_size=4)).map("".join).map(str.encode))
@example(raw=b"[" * 10_000)
@example(raw=b"a: " * 10_000)
@example(raw=b"x" * 300_000)
@example(raw=b"1" * 10_000)
@example(raw=b'"\\ud800"')
def test_any_bytes_are_read_as_a_scenario_or_told(raw: bytes) -> None:
    _check(raw)


@pytest.mark.parametrize("scenario_id", ASKED)
@given(data=st.data())
@settings(max_examples=60)
def test_a_spoiled_scenario_file_is_read_or_told(scenario_id: str, data: st.DataObject) -> None:
    text = (SCENARIOS / f"{scenario_id}.yaml").read_text("utf-8")
    lines = text.splitlines(keepends=True)
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(lines) - 1))
        cut = data.draw(st.integers(0, len(lines[at])))
        piece = data.draw(
            st.sampled_from(["", "AS", "north", " 7", "-1", "[]", "{}", "~", "x: 1\n", lines[at]])
        )
        lines[at] = lines[at][:cut] + piece + lines[at][data.draw(st.integers(cut, cut + 4)) :]
    _check("".join(lines).encode())
