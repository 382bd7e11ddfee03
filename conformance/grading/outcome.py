"""One scenario in one scoring mode, judged."""

from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from msgspec import UNSET

from conformance.grading.attribution import clause_of
from conformance.grading.claims import CLASSES, Claims, Lack
from conformance.grading.compare import Difference, first_difference
from conformance.grading.form import form_fault
from conformance.protocol.codec import printable
from conformance.protocol.messages import Feature, RunReply
from conformance.rulebook import Rulebook
from conformance.scenarios.model import Scenario
from reference_engine.replay import MatchInput, MatchShown
from reference_engine.state import ScoringMode

Kind = Literal["pass", "fail", "unsupported", "error", "crash", "timeout", "protocol"]


@dataclass(frozen=True, slots=True)
class Divergence:
    """The first difference, and the clause that it breaks."""

    difference: Difference
    clause: str


@dataclass(frozen=True, slots=True)
class Sent:
    """The form that a request was sent in under a ``seed``: other ``suits`` for C D H S, the
    seats ``exchanged`` or not. ``difference`` is that of the divergence in the words of what was
    sent; all else that is told is in the words of the scenario."""

    seed: int
    suits: tuple[str, ...]
    exchanged: bool
    difference: Difference | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one scenario in one scoring mode.

    ``observed`` holds the cited clauses that this replay shows; ``divergence`` is given for a
    ``fail``, ``lack`` for an ``unsupported``, ``message`` and ``stderr`` for the other kinds.
    ``digest`` is that of the scenario's file. ``reply`` is kept for the diagnosis; it is no part
    of a report. ``sent`` is given where a seed decided the form of the request.
    """

    scenario: str
    title: str
    scoring: ScoringMode
    kind: Kind
    clauses: tuple[str, ...]
    observed: tuple[str, ...] = ()
    divergence: Divergence | None = None
    lack: Lack | None = None
    message: str = ""
    stderr: str = ""
    digest: str = ""
    reply: RunReply | None = field(default=None, compare=False, repr=False)
    sent: Sent | None = None

    @property
    def failed(self) -> bool:
        """Does it speak against the implementation?"""
        return self.kind not in ("pass", "unsupported")


@dataclass(frozen=True, slots=True)
class Expected:
    """The replay of a scenario under one reading; ``shown`` is None where the deal is invalid."""

    scenario: Scenario
    match: MatchInput
    shown: MatchShown | None


def judge(expected: Expected, reply: RunReply, claims: Claims, book: Rulebook) -> Outcome:
    """The outcome of a reply that was read."""
    scenario, scoring = expected.scenario, expected.match.scoring
    if reply.error is not UNSET:
        message = f"the adapter reports an error: {reply.error.message}"
        return blank(scenario, scoring, "error", message=message)
    if reply.unsupported is not UNSET:
        return _unsupported(scenario, scoring, reply.unsupported.feature, reply, claims)
    if reply.refused is not UNSET or expected.shown is None:
        return _judge_refusal(expected, reply, claims, book)
    fault = form_fault(reply, expected.match, claims.features)
    if fault:
        return blank(scenario, scoring, "protocol", message=fault, reply=reply)
    difference = first_difference(expected.match, expected.shown, reply, claims)
    if difference:
        clause = clause_of(difference, expected.match, expected.shown, scenario.clauses)
        divergence = Divergence(difference, clause)
        return blank(scenario, scoring, "fail", divergence=divergence, reply=reply)
    return _passed(scenario, scoring, claims, book, reply)


def blank(scenario: Scenario, scoring: ScoringMode, kind: Kind, **given: Any) -> Outcome:
    """An outcome of ``scenario`` with the fields in ``given``."""
    given.setdefault("digest", scenario.digest)
    return Outcome(scenario.id, scenario.title, scoring, kind, scenario.clauses, **given)


def _passed(
    scenario: Scenario, scoring: ScoringMode, claims: Claims, book: Rulebook, reply: RunReply
) -> Outcome:
    """A pass, unless none of the cited clauses can be seen with the announced features."""
    of_mode = [slug for slug in scenario.clauses if _concerns_mode(slug, scoring, claims, book)]
    observed = tuple(
        slug for slug in of_mode if book.clauses[slug].is_observed_with(claims.features)
    )
    if of_mode and not observed:
        ways = book.clauses[of_mode[0]].observed_with
        feature = " or ".join(" with ".join(together) for together in ways)
        lack = Lack(feature, f"without {feature} the replay does not show {of_mode[0]}")
        return blank(scenario, scoring, "unsupported", lack=lack)
    return blank(scenario, scoring, "pass", observed=observed, reply=reply)


def _concerns_mode(slug: str, scoring: ScoringMode, claims: Claims, book: Rulebook) -> bool:
    shown_in = {"trick-play", "match", f"{scoring}-scoring"}
    clause = book.clauses[slug]
    return claims.concerns(clause) and not shown_in.isdisjoint(clause.classes)


def _unsupported(
    scenario: Scenario, scoring: ScoringMode, feature: str, reply: RunReply, claims: Claims
) -> Outcome:
    """An adapter may decline nothing but what it did not announce."""
    announced = claims.features | claims.classes
    if feature in announced or (feature == "scoring" and scoring in claims.scoring):
        message = f"the adapter declines {printable(feature)}, which it announces"
        return blank(scenario, scoring, "protocol", message=message)
    if feature not in (*get_args(Feature), *CLASSES):
        message = f"the adapter declines for want of {printable(feature)}, which is no feature"
        return blank(scenario, scoring, "protocol", message=message)
    reason = reply.unsupported.reason if reply.unsupported is not UNSET else ""
    lack = Lack(feature, reason or f"the adapter declines for want of {feature}")
    return blank(scenario, scoring, "unsupported", lack=lack)


def _judge_refusal(expected: Expected, reply: RunReply, claims: Claims, book: Rulebook) -> Outcome:
    scenario, scoring = expected.scenario, expected.match.scoring
    refused = reply.refused is not UNSET
    if refused == (expected.shown is None):
        return _passed(scenario, scoring, claims, book, reply)
    said = {True: "refused as an invalid deal", False: "played"}
    difference = Difference("refused", said[not refused], said[refused], 1)
    divergence = Divergence(difference, "setup.standard-deck")
    return blank(scenario, scoring, "fail", divergence=divergence, reply=reply)
