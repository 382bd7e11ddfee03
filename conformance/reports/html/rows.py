"""The scenarios and the clauses of the page, each clause with its sources and its scenarios."""

from collections.abc import Iterable
from dataclasses import dataclass

from conformance import resources
from conformance.compiled import load_plain
from conformance.grading.outcome import Kind, Outcome
from conformance.reports.cases import topic_of
from conformance.reports.html.replays import key_of
from conformance.reports.model import Report
from conformance.rulebook import Clause


@dataclass(frozen=True, slots=True)
class ScenarioRow:
    """A scenario in the modes that it was run in. ``state`` is its worst, for the filter;
    ``tags`` tell what came of it but passes, each in words and with its kind."""

    id: str
    title: str
    topic: str
    clauses: tuple[str, ...]
    tags: tuple[tuple[str, Kind], ...]
    state: str


@dataclass(frozen=True, slots=True)
class SourceRow:
    """The lines of one edition that state a clause."""

    language: str
    lines: tuple[int, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ClauseRow:
    """``shows`` counts the passing replays that show the clause, ``shown_by`` names what would
    show it where it was not observed."""

    clause: Clause
    topic: str
    state: str
    shows: int
    shown_by: tuple[str, ...]
    sources: tuple[SourceRow, ...]
    scenarios: tuple[ScenarioRow, ...]


def scenario_rows(report: Report) -> tuple[ScenarioRow, ...]:
    """A row for each scenario that was run."""
    by_id: dict[str, list[Outcome]] = {}
    for outcome in report.outcomes:
        by_id.setdefault(key_of(outcome), []).append(outcome)
    return tuple(_scenario_row(key, outcomes, report) for key, outcomes in by_id.items())


def _scenario_row(key: str, outcomes: list[Outcome], report: Report) -> ScenarioRow:
    kinds = {outcome.kind for outcome in outcomes}
    if kinds - {"pass", "unsupported"}:
        state = "failed"
    else:
        state = "passed" if "pass" in kinds else "not observed"
    first = outcomes[0]
    return ScenarioRow(
        key, first.title, topic_of(key), first.clauses, _tags(outcomes, report), state
    )


def _tags(outcomes: list[Outcome], report: Report) -> tuple[tuple[str, Kind], ...]:
    told = [
        (outcome.kind + (", known" if report.known_as(outcome) else ""), outcome.kind)
        for outcome in outcomes
    ]
    if len(set(told)) > 1:
        told = [
            (f"{o.scoring}: {text}", kind) for o, (text, kind) in zip(outcomes, told, strict=True)
        ]
    return tuple(dict.fromkeys(tag for tag in told if tag[1] != "pass"))


def clause_rows(report: Report, rows: Iterable[ScenarioRow]) -> tuple[ClauseRow, ...]:
    """A row for each clause of the rulebook, in its order."""
    citing: dict[str, list[ScenarioRow]] = {}
    for row in rows:
        for slug in row.clauses:
            citing.setdefault(slug, []).append(row)
    results = {result.slug: result for result in report.judgement.clauses}
    languages = _languages()
    made = []
    for slug, clause in report.book.clauses.items():
        result = results.get(slug)
        made.append(
            ClauseRow(
                clause,
                slug.partition(".")[0],
                result.state if result else "not claimed",
                result.scenarios if result else 0,
                result.shown_by if result else (),
                _sources(clause, languages),
                tuple(citing.get(slug, ())),
            )
        )
    return tuple(made)


def _languages() -> dict[str, str]:
    editions = load_plain(resources.SPEC / "sources.yaml")["editions"]
    return {edition["edition"]: edition["language"] for edition in editions}


def _sources(clause: Clause, languages: dict[str, str]) -> tuple[SourceRow, ...]:
    rows = []
    for edition, language in languages.items():
        of_edition = [source for source in clause.sources if source.edition == edition]
        if of_edition:
            notes = tuple(
                f"line {source.line}: {note}"
                for source in of_edition
                for note in (source.note, source.diverges)
                if note
            )
            rows.append(SourceRow(language, tuple(s.line for s in of_edition), notes))
    return tuple(rows)
