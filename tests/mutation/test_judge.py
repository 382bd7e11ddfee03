"""The judge of mutants: what it lets pass, and what it kills."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from tests.mutation.judge import Examiner, Kill
from tests.mutation.listed import listed_mutants

ENGINE = Path(__file__).parents[2] / "reference_engine"


@pytest.fixture(scope="module")
def examiner() -> Examiner:
    return Examiner()


def engine_with(folder: Path, module: str = "", line: str = "", becomes: str = "") -> Path:
    """A copy of the engine, in which a text that stands once in a module is another."""
    package = folder / ENGINE.name
    shutil.copytree(ENGINE, package, ignore=shutil.ignore_patterns("__pycache__"))
    if module:
        source = (package / module).read_text("utf-8")
        assert source.count(line) == 1
        (package / module).write_text(source.replace(line, becomes), "utf-8")
    return folder


def test_the_engine_itself_passes(examiner: Examiner, tmp_path: Path) -> None:
    some = replace(examiner, tasks=examiner.tasks[::5])
    assert some.examine(engine_with(tmp_path), ["scenarios", "readings", "exchanges"]) is None


def test_a_lower_card_that_wins_is_killed_by_a_scenario(examiner: Examiner, tmp_path: Path) -> None:
    engine = engine_with(
        tmp_path,
        "rules.py",
        "rank_value(card) > rank_value(best)",
        "rank_value(card) < rank_value(best)",
    )
    kill = examiner.examine(engine, ["scenarios"])
    assert isinstance(kill, Kill)
    assert (kill.stage, kill.kind) == ("scenarios", "fail")


def test_a_branch_of_another_reading_is_killed_by_an_engine_of_that_reading(
    examiner: Examiner, tmp_path: Path
) -> None:
    engine = engine_with(
        tmp_path,
        "rules.py",
        'winner if self.dealer_rotation == "winner_deals" else other(winner)',
        'other(winner) if self.dealer_rotation == "winner_deals" else winner',
    )
    rotation = [task for task in examiner.tasks if "dealer_rotation" in task.scenario.by_ruling]
    of_rotation = replace(examiner, tasks=rotation)
    assert of_rotation.examine(engine, ["scenarios"]) is None
    kill = of_rotation.examine(engine, ["readings"])
    assert isinstance(kill, Kill)
    assert (kill.stage, kill.kind) == ("readings", "fail")


def test_an_engine_that_does_not_start_is_killed(examiner: Examiner, tmp_path: Path) -> None:
    engine = engine_with(tmp_path, "cards.py", 'SUITS = "CDHS"', "SUITS = 4")
    kill = examiner.examine(engine, ["scenarios"])
    assert isinstance(kill, Kill)
    assert kill.by == "hello"


def test_what_is_listed_still_stands_in_the_engine() -> None:
    for entry in listed_mutants():
        source = (ENGINE / entry.file).read_text("utf-8")
        lines = " ".join(line.strip() for line in source.splitlines())
        name = entry.function.rpartition(".")[2]
        assert (entry.line or "") in lines, entry
        assert f"def {name}(" in source or f"class {name}" in source or not name, entry
