"""The report of a run as one value, whatever it is shown as."""

from dataclasses import dataclass

from conformance.grading.claims import Claims
from conformance.grading.outcome import Outcome
from conformance.grading.readings import Reading
from conformance.grading.verdict import Judgement
from conformance.protocol.messages import Implementation
from conformance.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class Report:
    """``command`` is that of the adapter, as separate words."""

    suite_version: str
    suite_digest: str
    command: tuple[str, ...]
    implementation: Implementation
    claims: Claims
    readings: dict[str, Reading]
    outcomes: tuple[Outcome, ...]
    judgement: Judgement
    book: Rulebook

    @property
    def exit_status(self) -> int:
        return 1 if self.judgement.verdict == "does-not-conform" else 0
