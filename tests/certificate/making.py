"""Certificates of engines in this process, by a suite of a few scenarios."""

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from conformance.adapters.in_process import InProcess
from conformance.adapters.session import NoReply
from conformance.certificate.recorder import Recording
from conformance.certificate.statement import Packed, statement, written
from conformance.certificate.transcript import Transcript
from conformance.certificate.verifying import Verified, verify
from conformance.exhaustive.tier import Tier, shipped_tier
from conformance.protocol.messages import RunReply
from conformance.reports.model import Report
from conformance.runner import Adapter, Options, Run, run_suite
from conformance.scenarios.load import Suite
from conformance.version import __version__
from reference_engine.adapter import Announcement, handle
from reference_engine.rules import Rules
from reference_engine.state import ScoringMode
from tests.conformance.making import BOOK, all_shipped

SILENT = Announcement(rulings=False)
"""Shows everything, and leaves its readings to be found out."""


@functools.cache
def suite() -> Suite:
    """Draws, and ties, of which the reading has to be found out."""
    topics = ("draw/loser", "draw/losing", "draw/no", "rulings/forty-all-north-deals")
    found = [each for name, each in all_shipped().items() if name.startswith(topics)]
    return Suite(tuple(found), "5" * 64)


@functools.cache
def tier() -> Tier:
    """A few generated rounds; some requests come twice."""
    return shipped_tier(("generated/0001", "generated/0002", "generated/repeat/1"))


class LoserDrawsFirst(Rules):
    def drawers(self, r: Any, winner: Any) -> Any:
        return super().drawers(r, winner)[::-1]


class Mute(InProcess):
    """Answers by the documented rules, but every fifth request not at all."""

    def __init__(self) -> None:
        super().__init__(answering(Rules()))

    def run(self, request: dict[str, Any]) -> RunReply | NoReply:
        reply = super().run(request)
        return reply if self.asked % 5 else NoReply("timeout", "no reply within 1 s", "thinking\n")


def answering(rules: Rules, announced: Announcement = SILENT) -> Any:
    return lambda request: handle(rules, request, announced)


def engine(rules: Rules, announced: Announcement = SILENT) -> Callable[[], Adapter]:
    return lambda: InProcess(answering(rules, announced))


@dataclass(frozen=True)
class Certified:
    """A certificate, and the run that it is about."""

    raw: bytes
    value: dict[str, Any]
    run: Run
    transcript: Transcript


def certified(
    open_adapter: Callable[[], Adapter],
    *,
    scoring: ScoringMode | None = None,
    jobs: int = 1,
    asked: Tier | None = None,
    seed: int | None = None,
) -> Certified:
    """The certificate of an implementation that was asked the scenarios, and ``asked``."""
    recording = Recording()
    options = Options(scoring, jobs, tier=asked, on_asked=recording.keep, seed=seed)
    run = run_suite(suite().scenarios, recording.opening(open_adapter), BOOK, options)
    report = Report(
        suite_version=__version__,
        suite_digest=suite().digest,
        command=("node", "secret/adapter.js"),
        implementation=run.hello.implementation,
        claims=run.claims,
        readings=run.readings,
        outcomes=run.outcomes,
        judgement=run.judgement(BOOK),
        book=BOOK,
        generated=run.generated,
    )
    transcript = recording.transcript(run.hello)
    value = statement(report, Packed.of(transcript.content()), options)
    return Certified(written(value), value, run, transcript)


@functools.cache
def right() -> Certified:
    """That of the reference engine."""
    return certified(engine(Rules()), asked=tier())


def graded_again(raw: bytes, by: Suite | None = None, **given: Any) -> Verified:
    return verify(raw, by or suite(), tier(), BOOK, **given)
