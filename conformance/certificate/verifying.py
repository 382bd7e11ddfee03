"""A certificate graded again: what follows from its transcript, held against what it states."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal, NoReturn

import msgspec
from msgspec import Meta, Struct, field

from conformance.certificate.replaying import NOT_THERE, Replayed
from conformance.certificate.signing import PAYLOAD, Checking, SignatureError
from conformance.certificate.statement import (
    OWN,
    Packed,
    statement,
    written,
)
from conformance.certificate.transcript import (
    Transcript,
    TranscriptError,
    bytes_of,
    read_transcript,
    sha256,
    unpack,
)
from conformance.errors import UsageError
from conformance.exhaustive.held_out import SEEDS, HeldOut
from conformance.exhaustive.tier import Tier
from conformance.reports.model import Report
from conformance.rulebook import Rulebook
from conformance.runner import Options, run_suite
from conformance.scenarios.load import Suite
from conformance.text import excerpt
from conformance.version import __version__
from reference_engine.state import ScoringMode

Seed = Annotated[int, Meta(ge=0, lt=SEEDS)]
MOST_HELD_OUT = 10_000
"""So many deals are drawn to grade a certificate; one that asks for more is none."""
Signature = Literal["none", "not checked", "fits", "does not fit"]


@dataclass(frozen=True, slots=True)
class Verified:
    """What came of a certificate. It fits if there are no ``faults``; ``report`` is that of the
    transcript graded again, None where it could not be. ``notes`` say what else to know."""

    signature: Signature
    faults: tuple[str, ...]
    notes: tuple[str, ...] = ()
    report: Report | None = None

    @property
    def fits(self) -> bool:
        return not self.faults


class _SuiteStated(Struct, frozen=True):
    version: str
    digest: str


class _GeneratedStated(Struct, frozen=True):
    digest: str = ""


class _TranscriptStated(Struct, frozen=True):
    form: Literal["json-lines.xz.base64"]
    data: str
    sha256: str


class _HeldOutStated(Struct, frozen=True):
    seed: Seed
    rounds: Annotated[int, Meta(ge=1, le=MOST_HELD_OUT)]


class _Own(Struct, frozen=True):
    scoring: ScoringMode | None
    seed: Seed | None
    held_out: _HeldOutStated | None
    suite: _SuiteStated
    outcomes: list[dict[str, Any]]
    transcript: _TranscriptStated
    generated: _GeneratedStated | None = None


class _Predicate(Struct, frozen=True):
    own: _Own = field(name=OWN)


class _Stated(Struct, frozen=True):
    """As much of a certificate as is needed to grade it again."""

    type: Literal["https://in-toto.io/Statement/v1"] = field(name="_type")
    predicate_type: Literal["https://in-toto.io/attestation/test-result/v0.1"] = field(
        name="predicateType"
    )
    predicate: _Predicate


def verify(
    raw: bytes, suite: Suite, tier: Tier, book: Rulebook, key: Checking | None = None
) -> Verified:
    """Grade the certificate ``raw`` again by this suite, and see what of it does not fit.

    Raises:
        UsageError: it is no certificate, or has no signature where a ``key`` is given.
    """
    value = _load(raw)
    faults = [] if written(value) == raw else ["the file is not written as a certificate is"]
    signature: Signature = "none"
    if "payload" in value:
        signature = _check_signature(value, key, faults)
        raw = _payload(value, faults)
        value = _load(raw)
        if written(value) != raw:
            faults.append("the payload is not written as a certificate is")
    elif key:
        raise UsageError("the certificate is not signed", "leave --key out to grade it again")
    try:
        stated = msgspec.convert(value, _Stated)
    except msgspec.ValidationError as fault:
        raise _no_certificate(str(fault)) from None
    own = stated.predicate.own
    try:
        packed = bytes_of(own.transcript.data)
        if sha256(packed) != own.transcript.sha256:
            faults.append("the packed transcript is not the one whose digest is stated")
        content = unpack(packed)
        transcript = read_transcript(content)
        graded = _Graded.again(transcript, own, suite, tier, book)
    except TranscriptError as fault:
        return Verified(signature, (*faults, str(fault)))
    notes: list[str] = []
    if graded.by_the_same:
        faults += graded.not_asked()
        found = statement(graded.report, Packed(content, packed), graded.options)
        faults += _differences(value, found)
        if transcript.suite != __version__:
            notes.append(
                f"made by version {excerpt(transcript.suite)} of the suite, graded again by "
                f"{__version__}: the scenarios, the spec and the generated rounds are the same"
            )
    else:
        faults += _other_suite(own, suite)
        faults += graded.other_outcomes()
        notes += graded.compared()
    return Verified(signature, tuple(faults), tuple(notes), graded.report)


# --- the file -------------------------------------------------------------------------------


def _load(raw: bytes) -> dict[str, Any]:
    """Raises: UsageError: it is not one JSON object, read strictly."""
    try:
        value = json.loads(raw.decode(), object_pairs_hook=_once, parse_constant=_no_number)
    except (ValueError, RecursionError) as fault:
        raise _no_certificate(f"it is not JSON: {fault or 'nested too deep'}") from None
    if not isinstance(value, dict):
        raise _no_certificate("it is not a JSON object")
    return value


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key stands twice in one object")
    return found


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


def _no_certificate(why: str) -> UsageError:
    return UsageError(
        f"the file is no certificate: {excerpt(why)}",
        "`cjack certify --certificate FILE` writes one; spec/certificate.md tells the form",
    )


def _check_signature(
    envelope: dict[str, Any], key: Checking | None, faults: list[str]
) -> Signature:
    if key is None:
        return "not checked"
    try:
        key.check(envelope)
    except SignatureError as fault:
        faults.append(f"the signature does not fit: {fault}")
        return "does not fit"
    return "fits"


def _payload(envelope: dict[str, Any], faults: list[str]) -> bytes:
    """Raises: UsageError: there is none."""
    if envelope.keys() != {"payload", "payloadType", "signatures"}:
        faults.append("the envelope has other fields than payload, payloadType and signatures")
    if envelope.get("payloadType") != PAYLOAD:
        faults.append(f"the payload type of the envelope is not {PAYLOAD}")
    try:
        for signature in envelope.get("signatures", ()):
            bytes_of(signature["sig"])
        return bytes_of(envelope["payload"])
    except (TranscriptError, TypeError, KeyError, AttributeError) as fault:
        raise _no_certificate(f"its envelope cannot be read: {fault}") from None


# --- graded again ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Graded:
    """The transcript graded again; ``by_the_same`` tells that the same was asked then and now."""

    report: Report
    answers: Replayed
    own: _Own
    options: Options
    by_the_same: bool

    @classmethod
    def again(
        cls, transcript: Transcript, own: _Own, suite: Suite, tier: Tier, book: Rulebook
    ) -> "_Graded":
        """Raises: TranscriptError: a reply in it is none."""
        asked = _tier_asked(own, tier)
        tier_is_same = (asked is None) == (own.generated is None)
        options = Options(own.scoring, tier=asked, seed=own.seed)
        answers = Replayed(transcript)
        run = run_suite(suite.scenarios, lambda: answers, book, options)
        report = Report(
            suite_version=transcript.suite,
            suite_digest=suite.digest,
            command=(),
            implementation=run.hello.implementation,
            claims=run.claims,
            readings=run.readings,
            outcomes=run.outcomes,
            judgement=run.judgement(book),
            book=book,
            generated=run.generated,
        )
        suite_is_same = own.suite.digest == f"sha256:{suite.digest}"
        return cls(report, answers, own, options, suite_is_same and tier_is_same)

    def not_asked(self) -> Iterator[str]:
        """Where the transcript holds less or more than this suite asks for."""
        if missing := self.answers.missing:
            yield f"{_requests(missing)} of the suite {_are(missing)} not in the transcript"
        if left := self.answers.left_over:
            yield f"{_requests(left)} in the transcript {_are(left)} not the suite's"
        if not self.answers.in_order:
            yield "the requests stand in another order than they are asked in"

    def other_outcomes(self) -> Iterator[str]:
        """Scenarios that are the same there and here, and come out differently."""
        for before, kind in self._comparable():
            if before["outcome"] != kind:
                name = excerpt(f"{before['scenario']} ({before['scoring']})")
                told = excerpt(str(before["outcome"]))
                yield f"{name}: states {told}, the transcript gives {kind}"

    def compared(self) -> Iterator[str]:
        count = sum(1 for _ in self._comparable())
        yield f"graded again as far as it goes: {count} of {len(self.own.outcomes)} outcomes"

    def _comparable(self) -> Iterator[tuple[dict[str, Any], str]]:
        before = {
            (told.get("scenario"), told.get("scoring"), told.get("digest")): told
            for told in self.own.outcomes
        }
        for now in self.report.outcomes:
            told = before.get((now.scenario, now.scoring, f"sha256:{now.digest}"))
            if told and "outcome" in told and now.message != NOT_THERE:
                yield told, now.kind


def _tier_asked(own: _Own, tier: Tier) -> Tier | None:
    """What was asked beside the scenarios; None if nothing was, or what is not shipped here."""
    if own.generated is None:
        return None
    held_out = HeldOut(own.held_out.seed, own.held_out.rounds) if own.held_out else None
    if own.generated.digest == "":  # without the shipped rounds
        return Tier(held_out=held_out)
    if own.generated.digest == f"sha256:{tier.digest}":
        return replace(tier, held_out=held_out)
    return None


def _other_suite(own: _Own, suite: Suite) -> Iterator[str]:
    """What it means that the certificate was made by another suite."""
    version = excerpt(own.suite.version)
    if own.suite.digest != f"sha256:{suite.digest}":
        yield (
            f"it was made by a suite {version} whose scenarios and spec are not those of this "
            f"suite {__version__}: {_policy(version)}"
        )
    else:
        yield (
            f"it was made with other generated rounds than those of this suite {__version__}: "
            f"{_policy(version)}"
        )


def _policy(version: str) -> str:
    if version == __version__:
        return "the version is the same, so the certificate or one of the two suites was altered"
    there, here = _order(version), _order(__version__)
    install = f"`pip install california-jack-conformance=={version}` grades it whole"
    if there is None or here is None:
        return "its version is no version of the suite"
    if there > here:
        return f"it is newer than this suite; {install}"
    if there[0] < here[0]:
        return f"another major version, so the two are not to be compared; {install}"
    return f"an older certificate stands for its own version alone; {install}, or certify again"


def _order(version: str) -> tuple[int, ...] | None:
    parts = version.split(".")
    if len(parts) != 3 or not all(part.isascii() and part.isdigit() for part in parts):
        return None
    return tuple(int(part[:9]) for part in parts)


def _requests(count: int) -> str:
    return f"{count} request{'s' * (count != 1)}"


def _are(count: int) -> str:
    return "is" if count == 1 else "are"


# --- what differs ---------------------------------------------------------------------------

_NAMES = ("scenario", "slug", "name")


def _differences(stated: Any, found: Any, path: str = "") -> Iterator[str]:
    """Each value that is stated otherwise than the transcript gives it."""
    if isinstance(stated, dict) and isinstance(found, dict):
        for key in {**found, **stated}:
            here = f"{path}.{key}".removeprefix(".")
            if key not in found:
                yield f"{_shown(here)}: stated, and not a part of such a certificate"
            elif key not in stated:
                yield f"{_shown(here)}: not stated; the transcript gives {_brief(found[key])}"
            else:
                yield from _differences(stated[key], found[key], here)
        if list(stated) != list(found) and stated.keys() == found.keys():
            yield f"{_shown(path)}: the fields stand in another order"
    elif isinstance(stated, list) and isinstance(found, list):
        if len(stated) != len(found):
            yield f"{_shown(path)}: states {len(stated)}, the transcript gives {len(found)}"
            return
        for at, (one, other) in enumerate(zip(stated, found, strict=True)):
            yield from _differences(one, other, f"{path}[{_name(other, at)}]")
    elif type(stated) is not type(found) or stated != found:
        yield f"{_shown(path)}: states {_brief(stated)}, the transcript gives {_brief(found)}"


def _name(item: Any, at: int) -> str:
    if not isinstance(item, dict):
        return str(at)
    name = next((item[key] for key in _NAMES if key in item), at)
    return f"{name} {item['scoring']}" if "scoring" in item else str(name)


def _shown(path: str) -> str:
    short = path.replace(f"predicate.{OWN}.", "").replace(OWN, "certificate")
    return excerpt(short) or "the certificate"


def _brief(value: Any) -> str:
    return excerpt(json.dumps(value, ensure_ascii=False), 100)
