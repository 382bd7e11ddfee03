"""The scenarios as items of pytest, in a project of somebody else."""

import re

import pytest

from conformance.plugin.marks import mark_name
from tests.conformance.making import BOOK, all_shipped
from tests.plugin.project import ADAPTER, SCENARIO, Project

ONE = "draw/losing-on-purpose-for-the-next-card"


# --- projects that do not use it ------------------------------------------------------------


def test_a_project_that_does_not_use_it_collects_nothing_of_it(project: Project) -> None:
    project.write("test_own.py", "def test_own(): assert True\n")
    project.write("tie.scenario.yaml", SCENARIO)
    told = project.pytest("-q")
    assert told.status == 0
    assert told.last_line.startswith("1 passed in")


def test_a_project_that_does_not_use_it_loads_nothing_of_it(project: Project) -> None:
    project.write(
        "test_own.py",
        "import sys\n"
        "def test_own():\n"
        "    assert 'conformance.pytest_plugin' in sys.modules\n"
        "    assert not {'conformance.rulebook', 'msgspec', 'rich', 'yaml'} & set(sys.modules)\n",
    )
    assert project.pytest("-q").status == 0


# --- passing, failing, skipped --------------------------------------------------------------


def test_an_adapter_that_is_right_passes_each_scenario_in_each_mode(project: Project) -> None:
    told = project.pytest("--cjack-adapter", ADAPTER, "-v", "-k", ONE)
    assert told.status == 0
    assert f"cjack::{ONE}[full] PASSED" in told.text
    assert f"cjack::{ONE}[simplified] PASSED" in told.text
    assert re.search(r"2 passed, \d+ deselected", told.last_line)


def test_a_failure_is_told_as_the_command_line_tells_it(project: Project) -> None:
    project.write(
        "adapter.py",
        "from reference_engine.__main__ import serve\n"
        "from reference_engine.adapter import EVERYTHING\n"
        "from engines import LoserDrawsFirst\n"
        "serve(LoserDrawsFirst(), EVERYTHING)\n",
    )
    command = f"{ADAPTER.partition(' ')[0]} adapter.py"
    told = project.pytest("--cjack-adapter", command, f"cjack::{ONE}[full]")
    assert told.status == 1
    expected = f"""\
FAIL {ONE} (full scoring)
  Who wants the second card of the stock loses the trick
  round 1, trick 1, after play 2, south's 7D: the draws after the trick
    expected  north 2C, south AC
    reported  north AC, south 2C
  draw.winner-first: After a trick its winner draws a card from the stock first
    and the other player the next one, both before the next lead.
  again: cjack run {ONE} --scoring full -- {command}
"""
    assert expected in told.text
    assert f"FAILED cjack::{ONE}[full]" in told.text
    assert "1 failed in" in told.last_line


def test_what_cannot_be_observed_is_skipped_with_the_feature(project: Project) -> None:
    told = project.pytest(
        "--cjack-python", "engines:silent", "-rs", "cjack::view", "cjack::trick/trump-wins"
    )
    assert told.status == 4
    told = project.pytest("--cjack-python", "engines:silent", "-rs", "cjack::draw")
    assert told.status == 0
    assert "not observed, for want of draws" in told.text
    assert "failed" not in told.last_line


def test_readings_are_found_out_and_held_to(project: Project) -> None:
    project.write(
        "own.py",
        "from engines import Announcement, Engine, Rules\n"
        "def dealer():\n"
        "    return Engine(Rules(trick_point_tie='dealer'), Announcement(rulings=False))\n",
    )
    told = project.pytest("--cjack-python", "own:dealer", "cjack::rulings/forty-all-north-deals")
    assert told.status == 0
    assert "1 passed in" in told.last_line


# --- selecting ------------------------------------------------------------------------------


def test_marks_are_the_clauses_and_the_classes(project: Project) -> None:
    options = ("--cjack-adapter", ADAPTER, "--collect-only", "-q")
    told = project.pytest(*options, "-m", "draw_winner_first and trick_play")
    assert told.status == 0
    ids = {line for line in told.text.splitlines() if line.startswith("cjack::")}
    assert f"cjack::{ONE}[full]" in ids
    assert not [each for each in ids if each.startswith("cjack::award/")]
    assert (
        "cjack::award/low-turned-up-two[full]" in project.pytest(*options, "-m", "award_low").text
    )


def test_marks_are_listed_with_the_sentences_of_the_clauses(project: Project) -> None:
    told = project.pytest("--cjack-adapter", ADAPTER, "--markers")
    assert f"@pytest.mark.draw_winner_first: {BOOK.clauses['draw.winner-first'].text}" in told.text
    assert "@pytest.mark.trick_play: scenarios of the class trick-play" in told.text


def test_each_clause_has_a_mark_of_its_own_that_is_an_identifier() -> None:
    names = [mark_name(slug) for slug in BOOK.clauses]
    assert len(set(names)) == len(names)
    assert all(name.isidentifier() for name in names)


def test_the_ids_that_pytest_tells_can_be_given_to_it(project: Project) -> None:
    project.write("test_own.py", "def test_own(): assert True\n")
    wanted = ("cjack::draw/both-draw-after-every-trick", f"cjack::{ONE}[simplified]")
    told = project.pytest("--cjack-adapter", ADAPTER, "-q", *wanted)
    assert told.last_line.startswith("3 passed in")


def test_an_id_that_no_scenario_has_is_told(project: Project) -> None:
    told = project.pytest("--cjack-adapter", ADAPTER, "cjack::draw/nothing-of-the-kind")
    assert told.status == 4
    assert "cjack: no scenario at cjack::draw/nothing-of-the-kind" in told.text


def test_an_adapter_in_a_file_leaves_runs_of_single_paths_alone(project: Project) -> None:
    project.write("test_own.py", "def test_own(): assert True\n")
    project.write(
        "pytest.ini",
        "[pytest]\naddopts = -p no:cacheprovider\ncjack_python = engines:right\n"
        "cjack_scoring = simplified\n",
    )
    assert project.pytest("-q", "test_own.py").last_line.startswith("1 passed in")
    told = project.pytest("-q", "--collect-only", "-k", f"test_own or {ONE}")
    listed = [line for line in told.text.splitlines() if "::" in line]
    assert listed == ["test_own.py::test_own", f"cjack::{ONE}[simplified]"]


# --- the project's own scenarios ------------------------------------------------------------


def test_scenario_files_of_the_project_are_run(project: Project) -> None:
    project.write("tests/jack.scenario.yaml", SCENARIO)
    told = project.pytest("--cjack-python", "engines:right", "-v", "-k", "jack.scenario")
    assert "tests/jack.scenario.yaml::full PASSED" in told.text
    assert "tests/jack.scenario.yaml::simplified PASSED" in told.text
    assert told.status == 0


def test_how_to_see_a_failure_of_an_own_scenario_again_is_told(project: Project) -> None:
    project.write("tests/jack.scenario.yaml", SCENARIO.replace("winner: south", "winner: north"))
    wrong = project.pytest("--cjack-python", "engines:right", "tests")
    assert wrong.status == 2
    text = SCENARIO.replace("winner: south", "winner: south, draws: {south: 5H, north: 9D}")
    project.write("tests/jack.scenario.yaml", text)
    told = project.pytest(
        "--cjack-python", "engines:wrong", "tests/jack.scenario.yaml", "-k", "tests"
    )
    assert told.status == 1
    assert "FAIL tests/jack.scenario.yaml (full scoring)" in told.text
    again = "cjack run tests/jack.scenario.yaml --scoring full --python engines:wrong"
    assert f"  again: {again}\n" in told.text


def test_a_bad_file_is_a_collection_error_with_its_place(project: Project) -> None:
    project.write("bad.scenario.yaml", SCENARIO.replace("winner: south", "winner: north"))
    told = project.pytest("--cjack-python", "engines:right", "-k", "scenario.yaml")
    assert told.status == 2
    assert "bad.scenario.yaml:10:" in told.text
    assert "the winner of trick 1: the file says north, the reference engine south" in told.text
    project.write("bad.scenario.yaml", SCENARIO.replace("JC 4C", "JX 4C", 1))
    assert "bad.scenario.yaml:6:" in project.pytest("--cjack-python", "engines:right").text


# --- several processes, and adapters that misbehave -----------------------------------------


def test_several_processes_share_the_scenarios(project: Project) -> None:
    draws = sum(len(found.scoring) for id, found in all_shipped().items() if id[:5] == "draw/")
    told = project.pytest("--cjack-adapter", ADAPTER, "-n", "2", "-q", "cjack::draw")
    assert told.status == 0
    assert told.last_line.startswith(f"{draws} passed in")


def test_an_adapter_that_cannot_be_started_is_told_once_at_length(project: Project) -> None:
    told = project.pytest("--cjack-adapter", "no-such-program --really", "cjack::draw")
    assert told.status == 1
    assert told.text.count("cannot start `no-such-program --really`") == 2  # and in the summary
    assert "the adapter could not be started, as told above" in told.text


def test_an_engine_that_raises_is_told_with_its_traceback(project: Project) -> None:
    told = project.pytest("--cjack-python", "engines:raising", f"cjack::{ONE}[full]")
    assert told.status == 1
    assert f"CRASH {ONE} (full scoring)" in told.text
    assert 'raise RuntimeError("no such card in hand")' in told.text


def test_a_reply_that_is_spoiled_after_its_scenario_has_passed_is_an_error(
    project: Project,
) -> None:
    project.write(
        "adapter.py",
        "import json, sys\n"
        "from reference_engine.adapter import handle\n"
        "from reference_engine.rules import Rules\n"
        "last = ''\n"
        "for line in sys.stdin:\n"
        "    request = json.loads(line)\n"
        "    if request['cmd'] == 'bye':\n"
        "        print(last, flush=True)\n"
        "    last = json.dumps(handle(Rules(), request))\n"
        "    print(last, flush=True)\n",
    )
    command = f"{ADAPTER.partition(' ')[0]} adapter.py"
    told = project.pytest("--cjack-adapter", command, f"cjack::{ONE}[full]")
    assert told.status == 1
    assert "1 passed, 1 error" in told.last_line
    assert f"cjack::{ONE}[full]: after the reply it wrote more" in told.text


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("cjack::draw",), "cjack: no adapter; give --cjack-adapter COMMAND"),
        (("--cjack-adapter", "a", "--cjack-python", "b:c"), "not both"),
        (("--cjack-adapter", "a 'b"), "the adapter's command: No closing quotation"),
        (("--cjack-adapter", "a", "--cjack-timeout", "soon"), "'soon' is no number of seconds"),
        (("--cjack-adapter", "a", "--cjack-scoring", "half"), "no scoring mode 'half'"),
    ],
)
def test_options_that_do_not_fit_are_told(
    project: Project, arguments: tuple[str, ...], says: str
) -> None:
    told = project.pytest(*arguments)
    assert told.status == 4
    assert says in told.text
    assert "Traceback" not in told.text
