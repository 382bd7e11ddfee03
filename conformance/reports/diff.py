"""Two JSON reports compared: what broke, what was mended, what is new, what went away."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Literal

import msgspec

from conformance.errors import UsageError
from conformance.exhaustive.tier import is_held_out
from conformance.grading.outcome import Kind
from conformance.text import printable
from reference_engine.state import ScoringMode

FORMAT = 1
Sort = Literal["broke", "mended", "fails otherwise", "no longer shown", "new", "went away"]
SORTS: tuple[Sort, ...] = (
    "broke",
    "mended",
    "fails otherwise",
    "no longer shown",
    "new",
    "went away",
)


# --- as much of a report as is compared ---------------------------------------------------------


class Named(msgspec.Struct, frozen=True):
    name: str
    version: str


class SuiteNamed(msgspec.Struct, frozen=True):
    version: str
    digest: str


class Broken(msgspec.Struct, frozen=True):
    clause: str


class Told(msgspec.Struct, frozen=True):
    """One outcome; ``digest`` is empty in reports that do not have it yet."""

    scenario: str
    scoring: ScoringMode
    outcome: Kind
    digest: str = ""
    divergence: Broken | None = None

    @property
    def failed(self) -> bool:
        return self.outcome not in ("pass", "unsupported")

    @property
    def words(self) -> str:
        return f"{self.outcome} under {self.divergence.clause}" if self.divergence else self.outcome


class ClauseTold(msgspec.Struct, frozen=True):
    slug: str
    state: Literal["passed", "failed", "not observed"]


class HeldOutTold(msgspec.Struct, frozen=True):
    seed: int
    rounds: int


class GeneratedTold(msgspec.Struct, frozen=True):
    left_out: int
    failures: tuple[Told, ...]
    digest: str = ""
    held_out: HeldOutTold | None = None


class ReportRead(msgspec.Struct, frozen=True):
    format: int
    suite: SuiteNamed
    implementation: Named
    verdict: str
    clauses: tuple[ClauseTold, ...]
    outcomes: tuple[Told, ...]
    generated: GeneratedTold | None = None


def read_report(raw: bytes, file: str) -> ReportRead:
    """A JSON report.

    Raises:
        UsageError: it is none, or of a format that this version does not know.
    """
    hint = "give two files that `cjack certify --json FILE` wrote"
    try:
        report = msgspec.json.decode(raw, type=ReportRead)
    except (msgspec.DecodeError, ValueError, RecursionError) as fault:
        raise UsageError(f"{file} is no report: {printable(str(fault))}", hint) from None
    if report.format != FORMAT:
        raise UsageError(
            f"{file} has format {report.format}; this version knows {FORMAT}",
            "compare it with the version of the suite that wrote it, or a later one",
        )
    return report


# --- the comparison -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Change:
    """Something that differs: a clause (``scoring`` is empty) or a scenario in one mode.

    ``before`` and ``now`` are the state or outcome in words, empty where there is none;
    ``edited`` tells that the scenario itself is not the same.
    """

    name: str
    scoring: str
    before: str
    now: str
    edited: bool = False


@dataclass(frozen=True, slots=True)
class Diff:
    """All changes by what they mean, clauses before scenarios; ``edited`` names the scenarios
    whose content changed, whether or not their outcome did."""

    changes: dict[Sort, list[Change]] = field(default_factory=lambda: {sort: [] for sort in SORTS})
    edited: tuple[str, ...] = ()

    @property
    def exit_status(self) -> int:
        return 1 if self.changes["broke"] else 0


def compare(old: ReportRead, new: ReportRead) -> Diff:
    """What is different in ``new``.

    A failure that the old report did not have is something broken, if the old one asked for the
    same; a scenario or a clause that it did not have at all is new, however it ended.
    """
    before = {(told.scenario, told.scoring): told for told in old.outcomes}
    now = {(told.scenario, told.scoring): told for told in new.outcomes}
    edited = {
        scenario
        for scenario, scoring in before.keys() & now.keys()
        if _is_edited(before[scenario, scoring], now[scenario, scoring])
    }
    diff = Diff(edited=tuple(sorted(edited)))
    for sort, change in _clauses(old, new):
        diff.changes[sort].append(change)
    for key in sorted(before.keys() | now.keys()):
        for sort, change in _outcome(*key, before.get(key), now.get(key), key[0] in edited):
            diff.changes[sort].append(change)
    for sort, change in _generated(old, new):
        diff.changes[sort].append(change)
    return diff


Sorted = Iterator[tuple[Sort, Change]]


def _is_edited(old: Told, new: Told) -> bool:
    return bool(old.digest and new.digest) and old.digest != new.digest


def _clauses(old: ReportRead, new: ReportRead) -> Sorted:
    before = {clause.slug: clause.state for clause in old.clauses}
    now = {clause.slug: clause.state for clause in new.clauses}
    for slug in [*before, *(slug for slug in now if slug not in before)]:
        states = (before.get(slug, ""), now.get(slug, ""))
        sort = _sort(*states, shown="passed", failed=lambda state: state == "failed")
        if sort:
            yield sort, Change(slug, "", *states)


def _outcome(
    scenario: str, scoring: str, old: Told | None, new: Told | None, edited: bool
) -> Sorted:
    kinds = (old.outcome if old else "", new.outcome if new else "")
    sort = _sort(*kinds, shown="pass", failed=lambda kind: kind not in ("", "pass", "unsupported"))
    words = (old.words if old else "", new.words if new else "")
    if sort is None and old and old.failed and words[0] != words[1]:
        sort = "fails otherwise"
    if sort:
        yield sort, Change(scenario, scoring, *words, edited)


def _sort(before: str, now: str, *, shown: str, failed: Callable[[str], bool]) -> Sort | None:
    """What the change means; None if it is none, or from one failure to another."""
    if not before or not now:
        return None if before == now else "new" if now else "went away"
    if failed(before) == failed(now):
        return "no longer shown" if before == shown != now else None
    if failed(now):
        return "broke"
    return "mended" if now == shown else "no longer shown"


def _generated(old: ReportRead, new: ReportRead) -> Sorted:
    """The generated rounds that failed, if the same rounds were asked and none left out where
    the other report has a failure."""
    then, this = old.generated, new.generated
    if not then or not this or then.digest != this.digest:
        return
    before = {(told.scenario, told.scoring): told for told in then.failures}
    now = {(told.scenario, told.scoring): told for told in this.failures}
    if then.held_out != this.held_out:  # other deals, which cannot be compared one by one
        before = {key: told for key, told in before.items() if not is_held_out(key[0])}
        now = {key: told for key, told in now.items() if not is_held_out(key[0])}
    for key in sorted(before.keys() | now.keys()):
        if key not in before and not then.left_out:
            yield "broke", Change(*key, "pass", now[key].words)
        elif key not in now and not this.left_out:
            yield "mended", Change(*key, before[key].words, "pass")
