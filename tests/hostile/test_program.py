"""The whole program against members of the zoo: exit status, report, and an unharmed terminal."""

import json
import re
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.hostile.keeping import alive, program, run_words, survivors
from tests.hostile.members import MEMBERS

BY_NAME = {member.name: member for member in MEMBERS}
ASKED = (
    "is_not_found",
    "fails_to_start",
    "prints_a_banner",
    "has_a_name_for_the_terminal",
    "starts_only_once",
    "changes_its_name_at_each_start",
    "is_killed_by_a_signal",
    "forks_children_that_hold_the_pipes",
    "ignores_sigterm",
    "never_answers",
    "writes_100_mb_without_a_line_end",
    "floods_standard_error_for_ever",
    "reports_an_error",
    "declines_for_want_of_no_feature",
    "plays_wrong",
    "answers_again_later",
    "crashes_on_every_third_request",
)
ACTS = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""Characters that a terminal acts upon, but for the line end."""


def _run(name: str, folder: Path, *options: str) -> tuple[subprocess.CompletedProcess[str], Any]:
    report = folder / "report.json"
    words = run_words(
        BY_NAME[name],
        folder,
        "--timeout",
        str(BY_NAME[name].timeout),
        "--json",
        str(report),
        *options,
    )
    ended = subprocess.run(
        words, capture_output=True, encoding="utf-8", timeout=30, check=False, cwd=folder
    )
    return ended, json.loads(report.read_text("utf-8")) if report.exists() else None


@pytest.mark.parametrize("name", ASKED)
def test_the_program_ends_with_its_status_and_the_report(name: str, tmp_path: Path) -> None:
    member = BY_NAME[name]
    ended, report = _run(name, tmp_path)
    assert ended.returncode == member.exit_status, ended.stderr
    assert "Traceback (most recent call last)" not in ended.stderr or name == "fails_to_start"
    assert not ACTS.search(ended.stdout + ended.stderr)
    assert survivors(tmp_path) == []
    if member.kinds is None:
        assert report is None
        assert re.search(member.gist, " ".join(ended.stderr.split()))
        return
    assert tuple(outcome["outcome"] for outcome in report["outcomes"]) == member.kinds
    assert not ACTS.search((tmp_path / "report.json").read_text("utf-8"))


@pytest.mark.parametrize("name", ["exits_in_the_middle", "never_answers", "writes_endless_lines"])
def test_the_trouble_of_one_scenario_is_its_own_with_two_processes_too(
    name: str, tmp_path: Path
) -> None:
    _, report = _run(name, tmp_path, "--jobs", "2")
    assert tuple(outcome["outcome"] for outcome in report["outcomes"]) == BY_NAME[name].kinds
    assert survivors(tmp_path) == []


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_program_that_is_told_to_end_leaves_no_adapter_behind(
    number: signal.Signals, tmp_path: Path
) -> None:
    words = run_words(BY_NAME["never_answers"], tmp_path, "--timeout", "60")
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as running:
        while len(alive(tmp_path)) < 2:  # the program itself and its adapter
            assert running.poll() is None
        running.send_signal(number)
        assert running.wait(30) == 128 + number
    assert survivors(tmp_path) == []


ESCAPES = r"\e[2J\e]0;owned\a\x9b31m\u202e"
OWN_SCENARIO = f"""\
title: "A discarded {ESCAPES} never beats the jack that was led"
clauses: [trick.highest-of-led-suit]
rounds:
  - dealer: north
    south: JC 4C 9H 2D 7S 8S
    north: KD QD 3H 5S 6S TS
    stock: 5H 9D
    tricks:
      - {{lead: JC, follow: KD, winner: south}}
"""


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(OWN_SCENARIO, id="title"),
        pytest.param(f'"{ESCAPES}": 1\n', id="key"),
        pytest.param(OWN_SCENARIO.replace("JC,", f'"{ESCAPES}",'), id="card"),
        pytest.param(OWN_SCENARIO.replace("trick.highest", f'"{ESCAPES}", x.y'), id="clause"),
        pytest.param(f"title: !<{ESCAPES}> x\n", id="tag"),
    ],
)
def test_a_scenario_file_cannot_act_upon_the_terminal(text: str, tmp_path: Path) -> None:
    (tmp_path / "own.yaml").write_text(text, "utf-8")
    command = BY_NAME["plays_wrong"].command(tmp_path)
    words = program("run", "own.yaml", "--json", "report.json", "--", *command)
    ended = subprocess.run(
        words, capture_output=True, encoding="utf-8", timeout=30, check=False, cwd=tmp_path
    )
    assert ended.returncode in (1, 2), ended.stderr
    assert "Traceback" not in ended.stderr
    assert not ACTS.search(ended.stdout + ended.stderr)
    report = tmp_path / "report.json"
    assert not report.exists() or not ACTS.search(report.read_text("utf-8"))
