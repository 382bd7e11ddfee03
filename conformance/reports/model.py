"""The report of a run as one value, whatever it is shown as."""

from dataclasses import dataclass, field

from conformance.diagnosis.finding import Finding
from conformance.exhaustive.tier import GeneratedRun, Tier
from conformance.grading.claims import Claims
from conformance.grading.outcome import Outcome
from conformance.grading.readings import Reading
from conformance.grading.verdict import Judgement
from conformance.known_failures import Entry, KnownFailures
from conformance.plans import Plans
from conformance.protocol.messages import Implementation
from conformance.rulebook import Rulebook, with_fields
from conformance.scenarios.model import Scenario
from reference_engine.rules import Rules


@dataclass(frozen=True, slots=True)
class Report:
    """``command`` is that of the adapter, as separate words. ``generated`` is None where the
    exhaustive tier was left out, ``known`` where no failures are. ``diagnosis`` holds the known
    engines that a failing one behaves like, best first, and is None where none was made.
    ``judgement`` is over scenarios and generated rounds, its counts over the scenarios.

    ``seed`` decided the order and the form of what was sent, if one was given. A ``partial``
    report is of a run that was interrupted.

    ``scenarios``, ``tier`` and ``plans`` (what was worked out for the run already) are there for
    reports that show what was played; without them they show the outcomes alone."""

    suite_version: str
    suite_digest: str
    command: tuple[str, ...]
    implementation: Implementation
    claims: Claims
    readings: dict[str, Reading]
    outcomes: tuple[Outcome, ...]
    judgement: Judgement
    book: Rulebook
    generated: GeneratedRun | None = None
    known: KnownFailures | None = None
    diagnosis: tuple[Finding, ...] | None = None
    scenarios: tuple[Scenario, ...] = ()
    tier: Tier | None = None
    seed: int | None = None
    partial: bool = False
    plans: Plans = field(default_factory=Plans, compare=False, repr=False)

    @property
    def rules(self) -> Rules:
        """The reading that the implementation is held to."""
        return with_fields(Rules(), {r.ruling: r.option for r in self.readings.values()})

    @property
    def failures(self) -> tuple[Outcome, ...]:
        """Every outcome that speaks against the implementation, scenarios first."""
        failed = tuple(outcome for outcome in self.outcomes if outcome.failed)
        return failed + (self.generated.failures if self.generated else ())

    @property
    def new_failures(self) -> tuple[Outcome, ...]:
        """The failures that are not known."""
        return tuple(outcome for outcome in self.failures if not self.known_as(outcome))

    def known_as(self, outcome: Outcome) -> Entry | None:
        """The entry of the known failures that covers the outcome."""
        return self.known.entry_for(outcome) if self.known else None

    @property
    def exit_status(self) -> int:
        """0 if it conforms, or fails in what is known to fail alone; 1 otherwise, and where a
        known failure no longer fails as its entry says."""
        if self.new_failures or (self.known and self.known.stale):
            return 1
        excused = bool(self.failures)
        return 1 if self.judgement.verdict == "does-not-conform" and not excused else 0
