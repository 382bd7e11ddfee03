"""The fault matrix as a picture: which topics of the suite catch the faults of which clause."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from conformance.faults.matrix import Place, Row
from conformance.faults.model import Fault
from conformance.reports.cases import topic_of
from conformance.reports.html.render import render
from conformance.rulebook import Rulebook
from conformance.scenarios.model import Scenario
from conformance.version import __version__

LEVELS = (1, 2, 5, 10, 20)
"""A cell is the darker the more of these its count reaches."""


@dataclass(frozen=True, slots=True)
class Cell:
    """How many there are of it, and how dark that is, 0 to 5. ``cited`` tells that a scenario
    which cites the clause is among them."""

    count: int
    level: int
    cited: bool


@dataclass(frozen=True, slots=True)
class FaultRow:
    fault: Fault
    caught_by: int
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class ClauseGroup:
    """The faults of one clause; ``cells`` count the faults that each topic catches."""

    slug: str
    text: str
    caught: int
    cells: tuple[Cell, ...]
    rows: tuple[FaultRow, ...]


def faults_page(
    rows: Sequence[Row],
    faults: Mapping[str, Fault],
    kept: Iterable[Place],
    scenarios: Iterable[Scenario],
    book: Rulebook,
) -> bytes:
    """The matrix as one HTML file; ``kept`` is empty where not all faults were run."""
    citing = {scenario.id: scenario.clauses for scenario in scenarios}
    topics = sorted({topic_of(scenario_id) for scenario_id in citing})
    groups = [
        _group(slug, clause.text, of_clause, faults, citing, topics)
        for slug, clause in book.clauses.items()
        if (of_clause := [row for row in rows if faults[row.fault].clause == slug])
    ]
    return render(
        "faults.html.j2",
        topics=topics,
        groups=groups,
        total=len(rows),
        caught=sum(bool(row.catches) for row in rows),
        kinds=sorted(Counter(faults[row.fault].kind for row in rows).items()),
        roles=sorted(Counter(place.role for place in kept).items()),
        levels=LEVELS,
        version=__version__,
    )


def _group(
    slug: str,
    text: str,
    rows: Sequence[Row],
    faults: Mapping[str, Fault],
    citing: Mapping[str, tuple[str, ...]],
    topics: Sequence[str],
) -> ClauseGroup:
    made = tuple(_row(row, faults[row.fault], citing, topics) for row in rows)
    cells = tuple(
        _cell(
            sum(bool(row.cells[at].count) for row in made), any(row.cells[at].cited for row in made)
        )
        for at in range(len(topics))
    )
    return ClauseGroup(slug, text, sum(bool(row.caught_by) for row in made), cells, made)


def _row(
    row: Row, fault: Fault, citing: Mapping[str, tuple[str, ...]], topics: Sequence[str]
) -> FaultRow:
    counts = Counter(topic_of(catch.scenario) for catch in row.catches)
    cited = {topic_of(c.scenario) for c in row.catches if fault.clause in citing[c.scenario]}
    cells = tuple(_cell(counts[topic], topic in cited) for topic in topics)
    return FaultRow(fault, len(row.catches), cells)


def _cell(count: int, cited: bool) -> Cell:
    return Cell(count, sum(count >= level for level in LEVELS), cited)
