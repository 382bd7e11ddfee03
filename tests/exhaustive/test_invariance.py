"""Answers do not depend on what was asked before, nor on the names of suits and seats."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from conformance.adapters.in_process import InProcess
from conformance.exhaustive.invariance import difference
from conformance.exhaustive.requests import relabelled
from conformance.exhaustive.rounds import shipped_rounds
from conformance.exhaustive.tier import shipped_tier
from conformance.faults.serve import engine, handler
from conformance.grading.outcome import Outcome
from conformance.protocol.codec import decode_run
from conformance.rulebook import load_rulebook
from conformance.runner import Options, run_suite
from reference_engine.cards import Card
from reference_engine.replay import MatchShown, replay
from reference_engine.rules import Rules
from reference_engine.state import Deal, Round, Seat, other


def _failures(adapter: Callable[[], InProcess]) -> list[Outcome]:
    options = Options(tier=shipped_tier(("generated/repeat",)))
    run = run_suite([], adapter, load_rulebook(), options)
    assert run.generated
    assert len(run.generated.outcomes) == 8
    return list(run.generated.failures)


def test_an_engine_without_memory_answers_the_same() -> None:
    assert _failures(lambda: engine(Rules())) == []


def test_an_engine_that_is_spoiled_by_an_invalid_deal() -> None:
    @dataclass(frozen=True)
    class Spoiled(Rules):
        spoiled: list[bool] = field(default_factory=list, compare=False, hash=False)

        def is_valid_deal(self, deal: Deal) -> bool:
            valid = super().is_valid_deal(deal)
            if not valid:
                self.spoiled.append(True)
            return valid

        def first_leader(self, dealer: Seat) -> Seat:
            return dealer if self.spoiled else super().first_leader(dealer)

    found = _failures(lambda: engine(Spoiled()))
    assert found[0].scenario == "generated/repeat/1"
    assert found[0].kind == "fail"
    assert found[0].title.endswith("asked again after other requests")
    assert found[0].divergence
    assert found[0].divergence.clause == "lead.non-dealer-first"


def test_an_engine_that_is_spoiled_by_an_unknown_card() -> None:
    @dataclass(frozen=True)
    class Spoiled(Rules):
        spoiled: list[bool] = field(default_factory=list, compare=False, hash=False)

        def after_refusal(self, r: Round, seat: Seat, card: Card) -> Round:
            if card == "1X":
                self.spoiled.append(True)
            return r

        def card_points(self, r: Round, card: Card) -> int:
            return super().card_points(r, card) + (len(self.spoiled) > 0 and card == "AS")

    (found, *_) = _failures(lambda: engine(Spoiled()))
    assert found.kind == "fail"
    assert found.title.endswith("asked again after other requests")
    assert found.divergence
    assert found.divergence.difference.field == "result.trick_points"


def test_a_reply_that_changes_where_both_are_right_is_told_as_such() -> None:
    """Where several reasons apply any of them will do, but not now this one and then that."""
    rules, asked = handler(Rules()), {"times": 0}

    def handle(request: dict[str, Any]) -> dict[str, Any]:
        reply = rules(request)
        asked["times"] += 1
        for played in reply.get("rounds", ()):
            for play in played["plays"]:
                if not play["accepted"] and asked["times"] % 2:
                    del play["reason"]
        return reply

    found = _failures(lambda: InProcess(handle))
    assert found
    assert found[0].kind == "protocol"
    assert found[0].message.startswith("the same request gave another reply: rounds[0].plays[")


@pytest.mark.parametrize(
    ("was", "now", "told"),
    [
        ('"legal": ["2C", "3C"]', '"legal": ["3C", "2C"]', None),
        (
            '"legal": ["2C"]',
            '"legal": ["3C"]',
            "rounds[0].plays[0].legal[0] was 2C, now 3C",
        ),
        ('"sees": {"hand": ["2C"], "clock": 1}', '"sees": {"hand": ["2C"], "clock": 2}', None),
    ],
)
def test_replies_are_the_same_up_to_what_the_protocol_leaves_free(
    was: str, now: str, told: str | None
) -> None:
    def reply(request_id: str, play: str) -> Any:
        text = f"""{{"id": "{request_id}", "winner": null, "rounds": [{{"dealer": "north",
            "leader": "south", "trump": "H", "result": null,
            "plays": [{{"accepted": true, {play}}}], "tricks": []}}]}}"""
        return decode_run(text.replace("\n", "").encode(), request_id)

    assert difference(reply("1", was), reply("2", now)) == told


# --- other names ----------------------------------------------------------------------------


def _renamed(shown: MatchShown, suits: str) -> list[Any]:
    """What each trick and the result are with other suits and the seats exchanged."""
    table = str.maketrans("CDHS", suits)
    played = shown.rounds[0]
    assert played.result
    return [
        [
            (other(t.leader), t.lead.translate(table), t.follow.translate(table), other(t.winner))
            for t in played.tricks
        ],
        played.trump.translate(table),
        [taker and other(taker) for _, taker in played.result.awards.items()],
        (played.result.trick_points.south, played.result.trick_points.north),
    ]


@pytest.mark.parametrize("suits", ["DCSH", "SHDC"])
def test_the_rules_know_no_suit_and_no_seat_by_name(suits: str) -> None:
    for made in shipped_rounds()[::200]:
        swapped = relabelled(made, tuple(suits), swap=True)
        again = replay(Rules(), swapped.match("full"))
        told = again.rounds[0]
        assert told.result
        assert _renamed(replay(Rules(), made.match("full")), suits) == [
            [(t.leader, t.lead, t.follow, t.winner) for t in told.tricks],
            told.trump,
            [taker for _, taker in told.result.awards.items()],
            (told.result.trick_points.north, told.result.trick_points.south),
        ]


def test_an_engine_that_prefers_one_suit_is_found_by_its_new_name() -> None:
    @dataclass(frozen=True)
    class LowSpades(Rules):
        def beats(self, r: Round, card: Card, best: Card) -> bool:
            if card[1] == best[1] == "S" and r.trump == "C":
                return not super().beats(r, card, best)
            return super().beats(r, card, best)

    options = Options(tier=shipped_tier(("generated/relabelled",)))
    run = run_suite([], lambda: engine(LowSpades()), load_rulebook(), options)
    assert run.generated
    assert run.generated.failures
    assert all(o.scenario.startswith("generated/relabelled/") for o in run.generated.failures)
