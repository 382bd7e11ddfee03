"""Whatever is changed in a certificate is found."""

import base64
import functools
import json
import lzma
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from conformance.certificate.statement import OWN, Packed, written
from conformance.certificate.transcript import (
    TranscriptError,
    bytes_of,
    pack,
    read_transcript,
    sha256,
    text_of,
    unpack,
)
from conformance.errors import UsageError
from conformance.scenarios.load import Suite
from reference_engine.rules import Rules
from tests.certificate.making import certified, engine, graded_again, right, suite
from tests.conformance.making import shipped

Value = dict[str, Any]


def _found(raw: bytes) -> bool:
    """Is something found, or can it not even be read?"""
    try:
        return not graded_again(raw).fits
    except UsageError:
        return True


def _changed(change: Callable[[Value], object]) -> bytes:
    value: Value = json.loads(right().raw)
    change(value)
    return written(value)


def _own(value: Value) -> Value:
    own: Value = value["predicate"][OWN]
    return own


def _faults(change: Callable[[Value], object]) -> str:
    return "\n".join(graded_again(_changed(change)).faults)


# --- any byte -------------------------------------------------------------------------------


@functools.cache
def _small() -> bytes:
    return certified(engine(Rules()), scoring="simplified").raw


def _places() -> list[int]:
    """Some in the packed transcript, and many in all that is around it."""
    raw = _small()
    start = raw.index(b'"data": "')
    end = raw.index(b'"', start + 9)
    around = [*range(0, start, start // 60), *range(end, len(raw))]
    return [*around, *range(start, end, (end - start) // 25), end - 1, end - 2, end - 3, end - 4]


@pytest.mark.parametrize("bit", [0, 2])
def test_a_changed_byte_is_found_wherever_it_stands(bit: int) -> None:
    raw = _small()
    assert not _found(raw)
    unnoticed = []
    for place in _places():
        flipped = bytearray(raw)
        flipped[place] ^= 1 << bit
        if not _found(bytes(flipped)):
            unnoticed.append(place)
    assert unnoticed == []


@pytest.mark.parametrize("raw", [right().raw[:-1], right().raw + b"\n", b" " + right().raw])
def test_a_byte_too_many_or_too_few_is_found(raw: bytes) -> None:
    assert _found(raw)


def test_white_space_that_means_nothing_is_found() -> None:
    verified = graded_again(json.dumps(right().value).encode())
    assert verified.faults == ("the file is not written as a certificate is",)


# --- what is stated -------------------------------------------------------------------------

STATED: dict[str, Callable[[Value], object]] = {
    "verdict: states": lambda v: _own(v).update(verdict="conforms"),
    "predicate.result: states": lambda v: v["predicate"].update(result="PASSED"),
    "classes.match: states": lambda v: _own(v)["classes"].update(match="passed"),
    "clauses[draw.top-card].scenarios": lambda v: _clause(v, "draw.top-card").update(scenarios=99),
    "rulings.dealer_rotation.how": lambda v: _own(v)["rulings"]["dealer_rotation"].update(
        how="declared"
    ),
    "implementation.name": lambda v: _own(v)["implementation"].update(name="acme-jack"),
    "subject[reference-engine 1.0.0].name": lambda v: v["subject"][0].update(name="acme-jack"),
    "subject[reference-engine 1.0.0].digest.sha256": lambda v: v["subject"][0].update(
        digest={"sha256": "0" * 64}
    ),
    "suite.version": lambda v: _own(v)["suite"].update(version="1.0.7"),
    "counts.pass": lambda v: _own(v)["counts"].update({"pass": 1000}),
    "counts.fail: stated, and not a part": lambda v: _own(v)["counts"].update(fail=0),
    "note: stated, and not a part": lambda v: _own(v).update(note="very good"),
    "url: stated, and not a part": lambda v: v["predicate"].update(url="https://acme.example"),
    "outcomes: states": lambda v: _own(v)["outcomes"].pop(),
    "claims: not stated": lambda v: _own(v).pop("claims"),
    "passedTests: states": lambda v: v["predicate"]["passedTests"].append("trick/other (full)"),
    "transcript.lines: states": lambda v: _own(v)["transcript"].update(lines=3),
    "the packed transcript is not the one": lambda v: _own(v)["transcript"].update(sha256="0" * 64),
    "in the transcript are not the suite's": lambda v: _own(v).pop("generated"),
    "generated.left_out: states false": lambda v: _own(v)["generated"].update(left_out=False),
}


def _clause(value: Value, slug: str) -> Value:
    found: Value = next(each for each in _own(value)["clauses"] if each["slug"] == slug)
    return found


@pytest.mark.parametrize("says", STATED)
def test_a_changed_statement_is_named(says: str) -> None:
    assert says in _faults(STATED[says])


def test_fields_in_another_order_are_found() -> None:
    def reverse(value: Value) -> None:
        own = _own(value)
        own["classes"] = dict(reversed(own["classes"].items()))

    assert _faults(reverse) == "classes: the fields stand in another order"


def test_a_key_that_stands_twice_is_no_json_of_ours() -> None:
    raw = right().raw.replace(b'"verdict": "', b'"verdict": "conforms", "verdict": "', 1)
    with pytest.raises(UsageError, match="a key stands twice"):
        graded_again(raw)


@pytest.mark.parametrize("raw", [b"", b"\xff", b"[]", b"{}", b"[" * 100_000, b'{"payload": 1}'])
def test_what_is_no_certificate_is_told(raw: bytes) -> None:
    with pytest.raises(UsageError, match="no certificate"):
        graded_again(raw)


# --- the transcript -------------------------------------------------------------------------


def _with_transcript(content: bytes) -> Callable[[Value], None]:
    """Another transcript, with all digests put right."""

    def change(value: Value) -> None:
        packed = Packed.of(content)
        value["subject"][0]["digest"]["sha256"] = sha256(content)
        _own(value)["transcript"] |= {
            "lines": content.count(b"\n"),
            "bytes": len(content),
            "sha256": sha256(packed.packed),
            "data": text_of(packed.packed),
        }

    return change


CONTENT = right().transcript.content()


def _lines(change: Callable[[list[bytes]], object]) -> bytes:
    lines = CONTENT.splitlines(keepends=True)
    change(lines)
    return b"".join(lines)


def test_a_reply_that_was_made_better_or_worse_shows_in_the_outcome() -> None:
    line = CONTENT.splitlines()[1]
    worse = re.sub(rb'"trump":"[CDH]"', b'"trump":"S"', line)
    assert worse != line
    faults = _faults(_with_transcript(CONTENT.replace(line, worse)))
    assert (
        'verdict: states "conforms-as-observed", the transcript gives "does-not-conform"' in faults
    )


def test_a_request_that_was_taken_out_is_missing() -> None:
    faults = _faults(_with_transcript(_lines(lambda lines: lines.pop(-1))))
    assert "1 request of the suite is not in the transcript" in faults


def test_a_request_that_the_suite_does_not_make_is_left_over() -> None:
    faults = _faults(_with_transcript(_lines(lambda lines: lines.append(lines[1]))))
    assert "1 request in the transcript is not the suite's" in faults


def test_requests_in_another_order_are_found() -> None:
    content = _lines(lambda lines: lines.insert(1, lines.pop(9)))
    assert "the requests stand in another order" in _faults(_with_transcript(content))


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (b',"reply":{', b', "reply":{', "it is not written as an exchange is written"),
        (b',"reply":{', b',"note":1,"reply":{', "unknown field `note`"),
        (b'"reply":{"rounds"', b'"reply":{"note":1,"rounds"', "the reply is not written as"),
        (b'"accepted":true', b'"accepted":1', "Expected `bool`, got `int`"),
        (b'{"suite":', b'{"sweet":', "line 1 of the transcript"),
        (b'"scoring":["full","simplified"]', b'"scoring":[]', "it announces no scoring mode"),
        (b'"max_in_flight":1', b'"max_in_flight":1,"more":2', "line 1 of the transcript"),
    ],
)
def test_a_transcript_has_one_way_to_be_written(old: bytes, new: bytes, says: str) -> None:
    assert old in CONTENT
    assert says in _faults(_with_transcript(CONTENT.replace(old, new, 1)))


@pytest.mark.parametrize("content", [b"", b"\n", CONTENT[:-1], CONTENT + b"\n", b"[]\n"])
def test_lines_that_are_no_transcript_are_none(content: bytes) -> None:
    with pytest.raises(TranscriptError):
        read_transcript(content)


def test_it_can_be_packed_otherwise_only_with_another_digest() -> None:
    other = text_of(lzma.compress(CONTENT, preset=0))
    assert unpack(bytes_of(other)) == CONTENT
    faults = _faults(lambda value: _own(value)["transcript"].update(data=other))
    assert "the packed transcript is not the one whose digest is stated" in faults


@pytest.mark.parametrize("packed", [b"", b"no xz", pack(b"x")[:-1], pack(b"x") + b"x"])
def test_what_cannot_be_unpacked_is_told(packed: bytes) -> None:
    with pytest.raises(TranscriptError):
        unpack(packed)


@pytest.mark.parametrize("text", ["QQ", "QR==", "QQ==\n", "Q Q==", "QQ=", "é"])
def test_base64_has_one_spelling(text: str) -> None:
    assert base64.b64encode(b"A") == b"QQ=="
    with pytest.raises(TranscriptError):
        bytes_of(text)


# --- another suite --------------------------------------------------------------------------


def test_a_suite_with_a_scenario_more_is_another_one_and_the_rest_still_comes_out() -> None:
    bigger = Suite(
        (*suite().scenarios, shipped("trick/discarded-king-never-beats-led-jack")), "6" * 64
    )
    verified = graded_again(right().raw, bigger)
    (fault,) = verified.faults
    assert "whose scenarios and spec are not those of this suite" in fault
    count = len(right().run.outcomes)
    assert f"{count} of {count} outcomes" in verified.notes[0]


def test_a_scenario_that_changed_is_not_compared() -> None:
    first, *rest = suite().scenarios
    other = Suite((replace(first, digest="0" * 64), *rest), "6" * 64)
    count = len(right().run.outcomes)
    (note,) = graded_again(right().raw, other).notes
    assert f"{count - len(first.scoring)} of {count} outcomes" in note


@pytest.mark.parametrize(
    ("version", "says"),
    [
        ("0.9.0", "another major version, so the two are not to be compared"),
        ("1.7.0", "it is newer than this suite; `pip install california-jack-conformance==1.7.0`"),
        (
            "1.0.0",
            "the version is the same, so the certificate or one of the two suites was altered",
        ),
        ("one", "its version is no version of the suite"),
    ],
)
def test_the_policy_for_a_certificate_of_another_suite_is_told(version: str, says: str) -> None:
    def change(value: Value) -> None:
        _own(value)["suite"] = {"version": version, "digest": f"sha256:{'7' * 64}"}

    assert says in _faults(change)


def test_an_outcome_that_was_changed_is_found_by_another_suite_too() -> None:
    def change(value: Value) -> None:
        _own(value)["suite"]["digest"] = f"sha256:{'7' * 64}"
        _own(value)["outcomes"][0]["outcome"] = "fail"

    name = right().run.outcomes[0].scenario
    assert f"{name} (full): states fail, the transcript gives pass" in _faults(change)
