"""The report of a run as one value, whatever it is shown as."""

from dataclasses import dataclass

from conformance.exhaustive.tier import GeneratedRun
from conformance.grading.claims import Claims
from conformance.grading.outcome import Outcome
from conformance.grading.readings import Reading
from conformance.grading.verdict import Judgement
from conformance.protocol.messages import Implementation
from conformance.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class Report:
    """``command`` is that of the adapter, as separate words; ``generated`` is None where the
    exhaustive tier was left out. ``judgement`` is over both, its counts over the scenarios."""

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

    @property
    def failures(self) -> tuple[Outcome, ...]:
        """Every outcome that speaks against the implementation, scenarios first."""
        failed = tuple(o for o in self.outcomes if o.kind not in ("pass", "unsupported"))
        return failed + (self.generated.failures if self.generated else ())

    @property
    def exit_status(self) -> int:
        return 1 if self.judgement.verdict == "does-not-conform" else 0
