"""Faults are caught, under their clauses; scenarios earn their places.

All faults are held to this by ``make gates``; here a share of them is.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from conformance.faults.catalogue import all_faults
from conformance.faults.matrix import Catch, Row, caught_elsewhere, places, row, uncaught
from conformance.faults.model import Fault
from conformance.faults.soundness import RightEngine, first_failure, right_engines
from conformance.scenarios.load import shipped_suite
from reference_engine.rules import Rules

FAULTS = all_faults()
SCENARIOS = shipped_suite().scenarios


@pytest.mark.parametrize("fault_id", list(FAULTS)[::24])
def test_a_fault_is_caught_under_its_clause(fault_id: str) -> None:
    found = row(fault_id)
    assert uncaught([found]) == []
    assert caught_elsewhere([found], FAULTS, SCENARIOS) == []


def test_a_fault_that_nothing_catches_is_told() -> None:
    rows = [Row("a.b", ()), Row("c.d", (Catch("draw/x", "full", "fail", "draw.top-card"),))]
    assert uncaught(rows) == ["a.b"]


def test_a_fault_that_is_caught_under_other_clauses_alone_is_told() -> None:
    scenario = next(s for s in SCENARIOS if s.clauses == ("draw.winner-first",))
    fault = Fault("x.y", "text", "award.high", "bug", Rules)
    catch = Catch(scenario.id, "full", "fail", "draw.winner-first")
    assert caught_elsewhere([Row("x.y", (catch,))], {"x.y": fault}, SCENARIOS) == ["x.y"]


def test_a_scenario_that_alone_catches_a_fault_has_its_place() -> None:
    scenario = SCENARIOS[0]
    fault = Fault("x.y", "text", scenario.clauses[0], "bug", Rules)
    catch = Catch(scenario.id, "full", "fail", scenario.clauses[0])
    (place,) = places([Row("x.y", (catch,))], {"x.y": fault}, [scenario])
    assert (place.role, place.says) == ("only catcher", "alone catches x.y")


def test_a_scenario_that_catches_nothing_and_shows_nothing_first_has_no_place() -> None:
    with_edge = next(s for s in SCENARIOS if s.edge and not s.by_ruling)
    (place,) = places([], {}, [with_edge])
    assert place.role == "none"


@pytest.mark.parametrize("right", list(right_engines())[::53], ids=str)
def test_a_right_engine_is_never_failed(right: RightEngine) -> None:
    assert first_failure(right) is None


def test_right_engines_are_all_readings_twice_and_all_sets_of_features() -> None:
    engines = list(right_engines())
    assert len(engines) == 2 * 3 * 4 * 2 * 4 * 2 + 2**8 - 1
    assert len(set(engines)) == len(engines)


def test_the_command_writes_the_matrix(tmp_path: Path) -> None:
    file = tmp_path / "matrix.json"
    command = ["-m", "conformance", "faults", "draw.loser-first", "--json", str(file)]
    done = subprocess.run([sys.executable, *command], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "1 of 1 faults are caught" in done.stdout
    caught = json.loads(file.read_text())["faults"]["draw.loser-first"]["caught_by"]
    assert {"draw.winner-first"} <= {catch["clause"] for catch in caught}


def test_an_unknown_fault_is_a_usage_error() -> None:
    command = [sys.executable, "-m", "conformance", "faults", "draw.nonsense"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "no fault draw.nonsense" in done.stderr


def test_a_fault_speaks_the_protocol() -> None:
    command = ["-m", "conformance", "run", "draw", "--"]
    adapter = [sys.executable, "-m", "conformance.faults", "draw.loser-first"]
    done = subprocess.run(
        [sys.executable, *command, *adapter], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "draw.winner-first" in done.stdout
    assert "behaves exactly like `draw.loser-first`" in " ".join(done.stdout.split())
