"""Failures that are known: they keep a run green, and turn it red once they are gone.

A file lists them (``spec/schemas/known-failures.schema.json``). The verdict is not touched: an
implementation with known failures does not conform; its build may be green all the same.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from conformance.errors import Problem, ScenarioFileError
from conformance.exhaustive.tier import is_name
from conformance.grading.outcome import Outcome
from conformance.grading.verdict import ClauseResult
from conformance.rulebook import Rulebook
from conformance.scenarios.document import Document, parse_document
from conformance.scenarios.schema import schema_problems
from reference_engine.state import ScoringMode

GUIDE = "docs/ci.md tells how known failures are written"
TO_BE_EXPLAINED = "not looked into yet"

State = Literal[
    "fails as known",
    "passes now",
    "fails otherwise",
    "not observed",
    "matches nothing",
    "not asked",
]
HOLDS: frozenset[State] = frozenset(("fails as known", "not asked"))
"""An entry in any other state turns the run red."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One known failure: of a scenario, under a clause, or both; ``line`` is where it stands.

    An empty ``scenario`` or ``clause`` and a ``scoring`` of None stand for any.
    """

    scenario: str
    scoring: ScoringMode | None
    clause: str
    reason: str
    issue: str = ""
    file: str = ""
    line: int = 0

    def covers(self, outcome: Outcome) -> bool:
        """Is this the failure that is known? A crash is not one under a clause."""
        fell_under = outcome.divergence.clause if outcome.divergence else ""
        return outcome.failed and self.is_about(outcome) and self.clause in ("", fell_under)

    def is_about(self, outcome: Outcome) -> bool:
        """Is it an outcome of the scenario, in the mode, whatever came of it?"""
        return self.scenario in ("", outcome.scenario) and self.scoring in (None, outcome.scoring)

    @property
    def name(self) -> str:
        """What it is about, in words."""
        parts = [self.scenario, f"({self.scoring} scoring)" if self.scoring else ""]
        parts.append(f"under {self.clause}" if self.clause and self.scenario else self.clause)
        return " ".join(filter(None, parts))


@dataclass(frozen=True, slots=True)
class Checked:
    """An entry, what became of it, and how many failures it covers."""

    entry: Entry
    state: State
    failures: int


@dataclass(frozen=True, slots=True)
class KnownFailures:
    """All entries held against a run."""

    checked: tuple[Checked, ...]

    def entry_for(self, outcome: Outcome) -> Entry | None:
        """The first entry that covers the outcome."""
        return next((c.entry for c in self.checked if c.entry.covers(outcome)), None)

    @property
    def stale(self) -> tuple[Checked, ...]:
        """The entries that no longer hold."""
        return tuple(c for c in self.checked if c.state not in HOLDS)


def check(
    entries: Iterable[Entry],
    outcomes: Sequence[Outcome],
    clauses: Sequence[ClauseResult],
    *,
    whole: bool,
    generated: bool,
) -> KnownFailures:
    """What became of each entry.

    ``whole`` tells that all scenarios were asked in both modes, ``generated`` that all generated
    cases were: what an entry names and a run leaves out says nothing against the entry.
    """
    states = {clause.slug: clause.state for clause in clauses}

    def state(entry: Entry, covered: int) -> State:
        if covered:
            return "fails as known"
        if entry.scenario:
            found = _state_of_scenario([o for o in outcomes if entry.is_about(o)])
        else:
            found = _state_of_clause(states.get(entry.clause))
        asked = generated if is_name(entry.scenario) else whole
        return "not asked" if not asked and found in _NOTHING_SEEN else found

    covered = ((entry, sum(map(entry.covers, outcomes))) for entry in entries)
    return KnownFailures(tuple(Checked(entry, state(entry, n), n) for entry, n in covered))


_NOTHING_SEEN = ("matches nothing", "not observed")


def _state_of_scenario(outcomes: Sequence[Outcome]) -> State:
    if any(outcome.failed for outcome in outcomes):
        return "fails otherwise"
    if any(outcome.kind == "pass" for outcome in outcomes):
        return "passes now"
    return "not observed" if outcomes else "matches nothing"


def _state_of_clause(state: str | None) -> State:
    if state is None:
        return "matches nothing"
    # Where it has failed all the same, it was in the other scoring mode.
    return "not observed" if state == "not observed" else "passes now"


# --- the file -----------------------------------------------------------------------------------


def read_entries(raw: bytes, file: str, book: Rulebook) -> tuple[Entry, ...]:
    """The entries of a file.

    Raises:
        ScenarioFileError: with every problem, each with file, line and column.
    """
    if not any(line.strip() and not line.lstrip().startswith(b"#") for line in raw.splitlines()):
        return ()
    document = parse_document(raw, file)
    problems = schema_problems(document, "known-failures", GUIDE)
    if not problems:
        problems = list(_problems(document, book))
    if problems:
        raise ScenarioFileError(sorted(problems))
    return tuple(
        Entry(
            scenario=data.get("scenario", ""),
            scoring=data.get("scoring"),
            clause=data.get("clause", ""),
            reason=data["reason"],
            issue=data.get("issue", ""),
            file=file,
            line=document.positions[(at,)][0],
        )
        for at, data in enumerate(document.data)
    )


def _problems(document: Document, book: Rulebook) -> Iterable[Problem]:
    seen: dict[tuple[Any, ...], int] = {}
    for at, data in enumerate(document.data):
        slug = data.get("clause", "")
        if slug and slug not in book.clauses:
            hint = f"did you mean `{book.nearest(slug)}`? `cjack rules` lists all"
            yield document.problem((at, "clause"), f"no clause {slug}", hint)
        key = (data.get("scenario"), data.get("scoring"), data.get("clause"))
        if key in seen:
            yield document.problem(
                (at,), f"the same as entry {seen[key]}", "keep one of them, with its reason"
            )
        seen.setdefault(key, at + 1)


def updated(known: KnownFailures, failures: Sequence[Outcome]) -> tuple[Entry, ...]:
    """The entries that hold, as they are, and one for each failure that was not known."""
    kept = tuple(c.entry for c in known.checked if c.state in HOLDS)
    found: dict[tuple[str, str], list[ScoringMode]] = {}
    for outcome in failures:
        if not any(entry.covers(outcome) for entry in kept):
            clause = outcome.divergence.clause if outcome.divergence else ""
            found.setdefault((outcome.scenario, clause), []).append(outcome.scoring)
    return kept + tuple(
        Entry(scenario, modes[0] if len(modes) == 1 else None, clause, TO_BE_EXPLAINED)
        for (scenario, clause), modes in sorted(found.items())
    )


HEADING = """\
# Failures that are known and keep the build green. `--update-known-failures` writes this file
# anew: entries that still hold stay as they are, comments do not.
"""


def written(entries: Sequence[Entry]) -> bytes:
    """The content of a file with these entries."""
    import yaml  # noqa: PLC0415 - for this alone

    plain = [
        {
            key: value
            for key in ("scenario", "scoring", "clause", "reason", "issue")
            if (value := getattr(entry, key))
        }
        for entry in entries
    ]
    text = yaml.safe_dump(plain, sort_keys=False, allow_unicode=True, width=100)
    return (HEADING + text).encode()
