"""The matrix fault × scenario: who is caught, by which scenario, under which clause."""

import functools
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import Literal

from conformance.faults.catalogue import all_faults
from conformance.faults.model import Fault
from conformance.faults.serve import faulty_engine
from conformance.grading.outcome import Kind
from conformance.plans import Plans
from conformance.rulebook import load_rulebook
from conformance.runner import Options, run_suite
from conformance.scenarios.load import Suite, shipped_suite
from conformance.scenarios.model import Scenario
from reference_engine.state import ScoringMode


@dataclass(frozen=True, slots=True)
class Catch:
    """One scenario that catches a fault; ``clause`` is the one that the divergence names (none
    where the engine broke down)."""

    scenario: str
    scoring: ScoringMode
    kind: Kind
    clause: str | None


@dataclass(frozen=True, slots=True)
class Row:
    """One fault and all that catches it."""

    fault: str
    catches: tuple[Catch, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """Why a scenario is in the suite."""

    scenario: str
    role: Literal["only catcher", "edge", "ruling", "plain", "none"]
    says: str


def matrix(fault_ids: Sequence[str], jobs: int = 1) -> list[Row]:
    """A row for each fault, in the order of ``fault_ids``; ``jobs`` is a number of processes."""
    if jobs <= 1:
        return [row(fault_id) for fault_id in fault_ids]
    with ProcessPoolExecutor(jobs) as pool:
        return list(pool.map(row, fault_ids, chunksize=4))


def row(fault_id: str) -> Row:
    """Run the shipped scenarios against the engine with this fault, in this process."""
    fault = all_faults()[fault_id]
    run = run_suite(
        suite().scenarios, lambda: faulty_engine(fault), load_rulebook(), Options(), _plans()
    )
    catches = tuple(
        Catch(o.scenario, o.scoring, o.kind, o.divergence.clause if o.divergence else None)
        for o in run.outcomes
        if o.kind not in ("pass", "unsupported")
    )
    return Row(fault_id, catches)


def uncaught(rows: Iterable[Row]) -> list[str]:
    """Faults that no scenario catches."""
    return [row.fault for row in rows if not row.catches]


def caught_elsewhere(
    rows: Iterable[Row], faults: dict[str, Fault], scenarios: Iterable[Scenario]
) -> list[str]:
    """Faults that no scenario catches which cites their clause."""
    citing = {scenario.id: scenario.clauses for scenario in scenarios}
    return [
        row.fault
        for row in rows
        if not any(faults[row.fault].clause in citing[c.scenario] for c in row.catches)
    ]


def places(
    rows: Sequence[Row], faults: dict[str, Fault], scenarios: Sequence[Scenario]
) -> list[Place]:
    """Why each scenario is in the suite, in the order of ids."""
    catchers = {row.fault: sorted({c.scenario for c in row.catches}) for row in rows}
    caught_by: dict[str, list[str]] = {}
    for fault_id, ids in catchers.items():
        for scenario_id in ids:
            caught_by.setdefault(scenario_id, []).append(fault_id)
    plain: dict[str, str] = {}
    for scenario in sorted(scenarios, key=_length):
        if not scenario.edge:
            for clause in scenario.clauses:
                plain.setdefault(clause, scenario.id)
    return [_place(scenario, caught_by, catchers, faults, plain) for scenario in scenarios]


def _length(scenario: Scenario) -> tuple[int, int, str]:
    """The plain case of a clause is the shortest that shows little else."""
    plays = sum(len(asked.tries) for asked in scenario.rounds)
    return len(scenario.clauses), plays, scenario.id


def _place(
    scenario: Scenario,
    caught_by: dict[str, list[str]],
    catchers: dict[str, list[str]],
    faults: dict[str, Fault],
    plain: dict[str, str],
) -> Place:
    caught = caught_by.get(scenario.id, [])
    alone = [fault_id for fault_id in caught if len(catchers[fault_id]) == 1]
    if alone:
        return Place(scenario.id, "only catcher", f"alone catches {', '.join(alone)}")
    under_cited = [f for f in caught if faults[f].clause in scenario.clauses]
    if scenario.edge and under_cited:
        return Place(scenario.id, "edge", f"its edge catches {under_cited[0]}")
    if scenario.by_ruling:
        return Place(scenario.id, "ruling", f"tells apart {', '.join(scenario.by_ruling)}")
    shows = [clause for clause in scenario.clauses if plain.get(clause) == scenario.id]
    if shows:
        return Place(scenario.id, "plain", f"is the plain case of {', '.join(shows)}")
    return Place(scenario.id, "none", "catches nothing under its clauses that no other catches")


@functools.cache
def suite() -> Suite:
    """The shipped suite, read once in each process."""
    return shipped_suite()


@functools.cache
def _plans() -> Plans:
    return Plans()
