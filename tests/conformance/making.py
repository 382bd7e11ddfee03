"""Scenarios, replies and judgements for the tests, made with as little as they need."""

import copy
import functools
import json
import textwrap
from collections.abc import Mapping
from typing import Any

from conformance.grading.claims import Claims, claims_of
from conformance.grading.compare import Difference, first_difference
from conformance.grading.outcome import Expected, Outcome, judge
from conformance.protocol.codec import decode_hello, decode_run
from conformance.protocol.messages import HelloReply, RunReply
from conformance.protocol.requests import run_request
from conformance.rulebook import load_rulebook
from conformance.scenarios.document import Document, parse_document
from conformance.scenarios.lint import read_scenario
from conformance.scenarios.load import shipped_suite
from conformance.scenarios.model import Scenario
from conformance.scenarios.stage import stage
from reference_engine.adapter import EVERYTHING, Announcement, Feature, handle
from reference_engine.replay import InvalidDealError, replay
from reference_engine.rules import Rules
from reference_engine.state import ScoringMode

Message = dict[str, Any]
BOOK = load_rulebook()
DOCUMENTED = Rules()

# South leads the jack of clubs; north is void in clubs, may play anything, and discards.
TRICK = """\
title: A discarded king never beats the jack that was led
clauses: [trick.highest-of-led-suit]
rounds:
  - dealer: north
    south: JC 4C 9H 2D 7S 8S
    north: KD QD 3H 5S 6S TS
    stock: 5H 9D
    tricks:
      - lead: JC
        legal: KD QD 3H 5S 6S TS
        follow: KD
        winner: south
        draws: {south: 5H, north: 9D}
"""


def document(text: str, file: str = "case.yaml") -> Document:
    return parse_document(textwrap.dedent(text).encode(), file)


def scenario(text: str, scenario_id: str = "case") -> Scenario:
    return read_scenario(document(text), scenario_id)


@functools.cache
def all_shipped() -> dict[str, Scenario]:
    return {found.id: found for found in shipped_suite().scenarios}


def shipped(scenario_id: str) -> Scenario:
    return all_shipped()[scenario_id]


def hello(**given: Any) -> HelloReply:
    """The greeting of an adapter that says no more than it must, but for ``given``."""
    least: Message = {
        "id": "0",
        "protocol": 1,
        "implementation": {"name": "acme-jack"},
        "scoring": ["full", "simplified"],
    }
    return decode_hello(json.dumps(least | given).encode(), "0")


def claims(**given: Any) -> Claims:
    """What such an adapter claims."""
    return claims_of(hello(**given))


EVERY_FEATURE: list[Feature] = list(EVERYTHING.features)
ALL = claims(features=EVERY_FEATURE)
"""An adapter that shows everything and declares no ruling."""


def request(asked: Scenario, scoring: ScoringMode = "full", rules: Rules = DOCUMENTED) -> Message:
    """What is sent to an adapter that is held to ``rules``."""
    return run_request(stage(asked, scoring, rules), rules)


def answer(engine: Rules, asked: Message, announced: Announcement = EVERYTHING) -> Message:
    """The reply of ``engine``, right or wrong, to a request."""
    return handle(engine, {"cmd": "run", "id": "1", **asked}, announced)


def read(reply: Message) -> RunReply:
    return decode_run(json.dumps(reply).encode(), "1")


def altered(reply: Message, changes: Mapping[str, Any]) -> Message:
    """A copy with other values at dotted paths: ``{"rounds.0.trump": "S"}``; ``...`` takes the
    field away."""
    changed = copy.deepcopy(reply)
    for path, value in changes.items():
        *to, last = path.split(".")
        holder: Any = changed
        for step in to:
            holder = holder[int(step)] if isinstance(holder, list) else holder[step]
        key: Any = int(last) if isinstance(holder, list) else last
        if value is ...:
            del holder[key]
        else:
            holder[key] = value
    return changed


def expected(asked: Scenario, scoring: ScoringMode = "full", rules: Rules = DOCUMENTED) -> Expected:
    """The replay that is expected of an adapter which is held to ``rules``."""
    staged = stage(asked, scoring, rules)
    try:
        return Expected(asked, staged.match, replay(rules, staged.match))
    except InvalidDealError:
        return Expected(asked, staged.match, None)


def judged(
    asked: Scenario, reply: Message, of: Claims = ALL, scoring: ScoringMode = "full"
) -> Outcome:
    """The outcome of a reply of an adapter that is held to the documented rules."""
    return judge(expected(asked, scoring), read(reply), of, BOOK)


def difference(
    asked: Scenario, reply: Message, of: Claims = ALL, scoring: ScoringMode = "full"
) -> Difference | None:
    """The first difference of a reply from what is expected under the documented rules."""
    wanted = expected(asked, scoring)
    assert wanted.shown is not None
    return first_difference(wanted.match, wanted.shown, read(reply), of)
