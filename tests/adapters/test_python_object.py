"""An engine in this process: what it is given, what it may give, what it cannot spoil."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from conformance.adapters.python_object import PythonObject
from conformance.adapters.session import NoReply, Session
from reference_engine.adapter import handle
from reference_engine.rules import Rules

LONG = 20.0
Message = dict[str, Any]
REQUEST: Message = {"scoring": "full", "list": [1]}


class Table:
    """What :func:`make` gives is set by each test."""

    handler: Callable[[Message], Any]


def make() -> Any:
    return Table.handler


def _session(handler: Callable[[Message], Any]) -> Session:
    def with_greeting(request: Message) -> Any:
        return handle(Rules(), request) if request["cmd"] == "hello" else handler(request)

    Table.handler = with_greeting
    return Session(("--python", f"{__name__}:make"), LONG)


def _fails(handler: Callable[[Message], Any]) -> NoReply:
    found = _session(handler).run(dict(REQUEST))
    assert isinstance(found, NoReply)
    return found


def test_what_it_raises_is_a_crash_with_the_end_of_the_traceback() -> None:
    def play(request: Message) -> Message:
        raise KeyError("no such card")

    found = _fails(play)
    assert found.outcome == "crash"
    assert found.message == "no reply: it raised KeyError: 'no such card'"
    first, *_, last = found.stderr.splitlines()
    assert first == "Traceback (most recent call last):"
    assert 'raise KeyError("no such card")' in found.stderr
    assert last == "KeyError: 'no such card'"
    assert "conformance/adapters" not in found.stderr


def test_leaving_the_program_is_a_crash_too() -> None:
    assert _fails(lambda request: sys.exit(2)).message == "no reply: it raised SystemExit: 2"


def test_a_long_traceback_is_cut_at_its_beginning() -> None:
    def deeper(depth: int) -> Message:
        if depth:
            return deeper(depth - 1)
        raise ValueError("at the bottom")

    found = _fails(lambda request: deeper(20)).stderr.splitlines()
    assert len(found) == 10
    assert found[-1] == "ValueError: at the bottom"


@pytest.mark.parametrize(
    ("reply", "told"),
    [
        ({1, 2}, "Object of type set is not JSON serializable"),
        (object(), "Object of type object is not JSON serializable"),
        (Path(), "is not JSON serializable"),
    ],
)
def test_what_json_cannot_hold_is_no_reply(reply: Any, told: str) -> None:
    found = _fails(lambda request: reply)
    assert found.outcome == "protocol"
    assert found.message.startswith("the reply cannot be written as JSON: ")
    assert told in found.message


def test_a_reply_that_holds_itself_is_no_reply() -> None:
    reply: Message = {}
    reply["reply"] = reply
    assert _fails(lambda request: reply).outcome == "protocol"


@pytest.mark.parametrize("reply", [None, "taken", 4, [], {}, {"id": 1}, {"id": "x"}, float("nan")])
def test_what_is_no_message_is_no_reply(reply: Any) -> None:
    assert _fails(lambda request: reply).outcome == "protocol"


def test_what_it_prints_is_shown_beside_a_failure(capsys: pytest.CaptureFixture[str]) -> None:
    def play(request: Message) -> None:
        print("south leads")

    assert _fails(play).stderr == "south leads"
    assert capsys.readouterr().out == ""


def test_it_cannot_change_what_others_are_asked() -> None:
    def play(request: Message) -> Message:
        request["list"].clear()
        return {"id": request["id"], "error": {"message": "changed"}}

    asked: Message = {"scoring": "full", "list": [1]}
    _session(play).run(asked)
    assert asked == {"scoring": "full", "list": [1]}


def test_after_trouble_a_fresh_one_is_made() -> None:
    made = []

    def play(request: Message) -> Message:
        made.append(request["id"])
        raise ValueError

    session = _session(play)
    greeted: list[str] = []
    inner = Table.handler

    def counting(request: Message) -> Any:
        if request["cmd"] == "hello":
            greeted.append(request["id"])
        return inner(request)

    Table.handler = counting
    session.run(dict(REQUEST))
    session.run(dict(REQUEST))
    assert len(greeted) == 2


def test_an_object_with_a_method_handle_is_asked_by_it() -> None:
    class Engine:
        def handle(self, request: Message) -> Message:
            return handle(Rules(), request)

        def __call__(self, request: Message) -> Message:
            raise AssertionError

    Table.handler = Engine()
    session = Session(("--python", f"{__name__}:make"), LONG)
    assert session.greet().implementation.name == "reference-engine"


@pytest.mark.parametrize("name", ["a:b", "a.b:c.d", "größe:spiel", "_a1:B2"])
def test_names_of_objects(name: str) -> None:
    assert PythonObject.is_name(name)
