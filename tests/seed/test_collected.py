"""Replies are kept as far as there is room: those of failures longest."""

from typing import Any

from conformance.adapters.in_process import InProcess
from conformance.collected import Collected
from conformance.grading.outcome import Outcome
from conformance.protocol.messages import AdapterFault, RunReply
from conformance.sharing import Kept
from reference_engine.adapter import EVERYTHING, handle
from reference_engine.rules import Rules

ADAPTER = InProcess(lambda request: handle(Rules(), request, EVERYTHING))


def _kept(name: str, kind: Any, size: int) -> Kept:
    reply = RunReply(name, error=AdapterFault("x" * size))
    outcome = Outcome(name, name, "full", kind, (), reply=reply)
    return Kept(outcome, ADAPTER, range(0))


def _with_reply(collected: Collected) -> list[str]:
    return [kept.outcome.scenario for kept in collected.in_order() if kept.outcome.reply]


def test_while_there_is_room_all_are_kept() -> None:
    collected = Collected(ADAPTER, room=10_000)
    for place, name in enumerate("abc"):
        collected.add(place, _kept(name, "pass", 3000))
    assert _with_reply(collected) == ["a", "b", "c"]


def test_replies_of_passes_go_first_then_those_of_failures_and_no_outcome() -> None:
    collected = Collected(ADAPTER, room=10_000)
    collected.add(0, _kept("failed", "fail", 4000))
    collected.add(1, _kept("passed", "pass", 4000))
    collected.add(2, _kept("failed too", "fail", 4000))
    assert _with_reply(collected) == ["failed", "failed too"]
    collected.add(3, _kept("and again", "fail", 4000))
    assert _with_reply(collected) == ["failed too", "and again"]
    assert [kept.outcome.scenario for kept in collected.in_order()] == [
        "failed",
        "passed",
        "failed too",
        "and again",
    ]


def test_outcomes_stand_in_the_order_of_the_suite_whenever_they_came() -> None:
    collected = Collected(ADAPTER)
    for place in (2, 0, 1):
        collected.add(place, _kept(str(place), "pass", 1))
    assert [kept.outcome.scenario for kept in collected.in_order()] == ["0", "1", "2"]
