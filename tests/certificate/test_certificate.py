"""What a certificate states, and that it is graded again without the implementation."""

import json
from dataclasses import replace
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from conformance import resources
from conformance.adapters.in_process import InProcess
from conformance.adapters.session import NoReply, Withdrawn
from conformance.certificate.statement import OWN, written
from conformance.certificate.transcript import bytes_of, sha256, unpack
from conformance.exhaustive.held_out import HeldOut
from conformance.exhaustive.tier import Tier
from conformance.protocol.messages import RunReply
from reference_engine.rules import Rules
from tests.certificate.making import (
    SILENT,
    LoserDrawsFirst,
    Mute,
    answering,
    certified,
    engine,
    graded_again,
    right,
    tier,
)


def _schema(name: str) -> Any:
    return json.loads((resources.SCHEMAS / f"{name}.schema.json").read_text("utf-8"))


def _complaints(value: Any) -> list[str]:
    report = _schema("report")
    registry = Registry().with_resource(report["$id"], Resource.from_contents(report))
    validator = Draft202012Validator(_schema("certificate"), registry=registry)
    return [error.message for error in validator.iter_errors(value)]


# --- what it states -------------------------------------------------------------------------


def test_it_is_a_test_result_as_in_toto_has_them() -> None:
    value = right().value
    assert value["_type"] == "https://in-toto.io/Statement/v1"
    assert value["predicateType"] == "https://in-toto.io/attestation/test-result/v0.1"
    assert [subject["name"] for subject in value["subject"]] == ["reference-engine 1.0.0"]
    # A few scenarios do not show every clause.
    assert value["predicate"]["result"] == "WARNED"
    assert "draw/losing-on-purpose-for-the-next-card (full)" in value["predicate"]["passedTests"]
    assert value["predicate"]["failedTests"] == []
    suite, generated = value["predicate"]["configuration"]
    assert suite["digest"] == {"sha256": "5" * 64}
    assert generated["name"].endswith("/generated")


def test_a_wrong_engine_gets_a_certificate_that_says_so() -> None:
    predicate = certified(engine(LoserDrawsFirst())).value["predicate"]
    assert predicate["result"] == "FAILED"
    assert predicate[OWN]["verdict"] == "does-not-conform"
    assert "draw/losing-on-purpose-for-the-next-card (full)" in predicate["failedTests"]
    states = {clause["slug"]: clause["state"] for clause in predicate[OWN]["clauses"]}
    assert states["draw.winner-first"] == "failed"


def test_the_readings_that_were_found_out_are_stated() -> None:
    stated = certified(engine(Rules(trick_point_tie="dealer"))).value["predicate"][OWN]
    assert stated["rulings"]["trick_point_tie"] == {"option": "dealer", "how": "inferred"}


@pytest.mark.parametrize("make", [engine(Rules()), engine(LoserDrawsFirst()), Mute])
def test_it_is_of_the_form_that_its_schema_tells(make: Any) -> None:
    assert _complaints(certified(make, asked=tier()).value) == []


def test_its_schema_turns_down_what_a_certificate_does_not_hold() -> None:
    value = json.loads(right().raw)
    value["predicate"][OWN]["command"] = ["node", "adapter.js"]
    assert _complaints(value) != []


def test_how_the_adapter_was_started_is_not_told() -> None:
    assert b"secret" not in certified(engine(LoserDrawsFirst())).raw


def test_the_subject_is_the_transcript_and_each_line_of_it_is_json() -> None:
    value = right().value
    stated = value["predicate"][OWN]["transcript"]
    content = unpack(bytes_of(stated["data"]))
    assert value["subject"][0]["digest"]["sha256"] == sha256(content)
    first, *exchanges = map(json.loads, content.splitlines())
    assert first["hello"]["implementation"]["name"] == "reference-engine"
    assert len(exchanges) == stated["lines"] - 1 == len(right().transcript.exchanges)
    for exchange in exchanges:
        assert exchange.keys() == {"request", "reply"}
        assert exchange["request"].keys() == {"scoring", "detail", "start", "rounds"}
        assert "id" not in exchange["reply"]


def test_the_same_run_gives_the_same_bytes_however_many_adapters_share_it() -> None:
    assert certified(engine(Rules()), jobs=3, asked=tier()).raw == right().raw


# --- graded again ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "make",
    [
        pytest.param(engine(Rules()), id="right"),
        pytest.param(engine(LoserDrawsFirst()), id="wrong"),
        pytest.param(engine(Rules(trick_point_tie="dealer")), id="another reading"),
        pytest.param(Mute, id="often silent"),
    ],
)
def test_it_fits_whatever_the_verdict_is(make: Any) -> None:
    made = certified(make, asked=tier())
    verified = graded_again(made.raw)
    assert verified.faults == ()
    assert verified.report
    assert verified.report.outcomes == made.run.outcomes
    assert verified.report.readings == made.run.readings


@pytest.mark.parametrize(
    "given",
    [
        pytest.param({}, id="no generated rounds"),
        pytest.param({"scoring": "full"}, id="one mode"),
        pytest.param({"seed": 7}, id="in another form"),
        pytest.param({"seed": 7, "jobs": 2}, id="in another form, by two"),
        pytest.param({"asked": Tier(held_out=HeldOut(5, 3))}, id="deals held out"),
        pytest.param({"asked": replace(tier(), held_out=HeldOut(5, 3))}, id="and shipped rounds"),
    ],
)
def test_it_fits_whatever_was_asked(given: Any) -> None:
    made = certified(engine(LoserDrawsFirst()), **given)
    verified = graded_again(made.raw)
    assert verified.faults == ()
    assert verified.report
    assert verified.report.outcomes == made.run.outcomes


def test_another_seed_makes_other_requests() -> None:
    value = json.loads(certified(engine(Rules()), seed=7).raw)
    value["predicate"][OWN]["seed"] = 8
    assert "are not in the transcript" in "".join(graded_again(written(value)).faults)


def test_an_engine_that_answers_differently_each_time_gets_one_that_fits() -> None:
    class Forgetful(InProcess):
        """Draws by the rules in every other answer."""

        def __init__(self) -> None:
            self.rules: list[Rules] = [Rules(), LoserDrawsFirst()]
            super().__init__(self.answer)

        def answer(self, request: dict[str, Any]) -> dict[str, Any]:
            reply: dict[str, Any] = answering(self.rules[self.asked % 2])(request)
            return reply

    made = certified(Forgetful, asked=tier())
    assert {"pass", "fail"} <= {outcome.kind for outcome in made.run.outcomes}
    assert graded_again(made.raw).faults == ()


class Spoiling(InProcess):
    """Writes more after a reply, which is noticed at the next request, or at the end."""

    def __init__(self, spoiled: int) -> None:
        super().__init__(answering(Rules(), SILENT))
        self.spoiled = spoiled
        self.last: RunReply | None = None

    def run(self, request: dict[str, Any]) -> RunReply | NoReply:
        self._look()
        answer = super().run(request)
        assert isinstance(answer, RunReply)
        self.last = answer
        return answer

    def close(self) -> None:
        self._look()

    def _look(self) -> None:
        if self.last and self.asked == self.spoiled + 1:
            told = NoReply("protocol", "after the reply it wrote more: hello")
            self.withdrawn.append(Withdrawn(self.spoiled, self.last, told))


@pytest.mark.parametrize("spoiled", [0, 9, len(right().transcript.exchanges) - 1])
def test_a_reply_that_was_withdrawn_is_withdrawn_again(spoiled: int) -> None:
    made = certified(lambda: Spoiling(spoiled), asked=tier())
    assert made.run.generated
    bad = [o.kind for o in (*made.run.outcomes, *made.run.generated.outcomes) if o.kind != "pass"]
    assert bad == ["protocol"]
    assert graded_again(made.raw).faults == ()


def test_what_json_cannot_hold_is_graded_as_it_is_written() -> None:
    def endless(request: dict[str, Any]) -> dict[str, Any]:
        reply: dict[str, Any] = answering(Rules(), SILENT)(request)
        for shown in reply.get("rounds", ()):
            for play in shown.get("plays", ()):
                play["sees"]["stock_count"] = float("inf")
        return reply

    assert graded_again(certified(lambda: InProcess(endless)).raw).faults == ()
