"""Ctrl-C: everything stops at once, and what there is is told as a part."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from tests.conformance.test_cli import SCHEMA
from tests.interruption.making import ADAPTER, FEW, Place

VALIDATOR = Draft202012Validator(SCHEMA)


@pytest.mark.parametrize("jobs", ["1", "3"])
def test_an_interrupted_run_reports_what_it_has_and_does_not_conform(
    tmp_path: Path, jobs: str
) -> None:
    place = Place(tmp_path)
    done = place.certify("--jobs", jobs, at=20, number=signal.SIGINT)
    assert done.returncode == 130
    report = place.report
    assert [error.message for error in VALIDATOR.iter_errors(report)] == []
    assert report["partial"] is True
    assert report["verdict"] == "partial"
    assert 0 < len(report["outcomes"]) < 60
    assert {outcome["outcome"] for outcome in report["outcomes"]} == {"pass"}
    assert "PARTIAL: interrupted, so there is no verdict" in done.stdout
    assert "CONFORMS" not in done.stdout
    assert place.living() == []


def test_a_failure_before_the_interruption_stays_one(tmp_path: Path) -> None:
    place = Place(tmp_path)
    wrong = tmp_path / "wrong.py"
    wrong.write_text(
        "import json, os, signal, sys\n"
        "asked = 0\n"
        "for line in sys.stdin:\n"
        "    request = json.loads(line)\n"
        "    asked += 1\n"
        "    if asked == 9:\n"
        "        os.kill(os.getppid(), signal.SIGINT)\n"
        "        signal.pause()\n"
        "    reply = {'id': request['id'], 'error': {'message': 'no'}}\n"
        "    if request['cmd'] == 'hello':\n"
        "        about = {'name': 'w'}\n"
        "        reply = {'id': request['id'], 'protocol': 1, 'implementation': about,\n"
        "                 'scoring': ['full'], 'rulings': {'trick_point_tie': 'nobody',\n"
        "                 'trick_count_tie': 'nobody', 'both_reach_target': 'higher_score',\n"
        "                 'dealer_rotation': 'alternate', 'first_card_to': 'non_dealer'}}\n"
        "    print(json.dumps(reply), flush=True)\n"
    )
    done = place.cjack("certify", *FEW, "--json", "report.json", "--", sys.executable, "wrong.py")
    assert done.returncode == 130
    assert place.report["partial"] is True
    assert place.report["verdict"] == "does-not-conform"
    assert "DOES NOT CONFORM" in done.stdout


def test_before_the_first_reply_there_is_still_a_report(tmp_path: Path) -> None:
    place = Place(tmp_path)
    done = place.certify(at=1, number=signal.SIGINT)
    assert done.returncode == 130
    assert place.report["verdict"] == "partial"
    assert place.report["outcomes"] == []


def test_before_the_greeting_there_is_nothing_to_report(tmp_path: Path) -> None:
    place = Place(tmp_path)
    done = place.certify(at="hello", number=signal.SIGINT)
    assert done.returncode == 130
    assert not (tmp_path / "report.json").exists()
    assert place.living() == []


def test_all_adapters_are_ended_if_the_interruption_comes_while_they_are_dismissed(
    tmp_path: Path,
) -> None:
    place = Place(tmp_path)
    done = place.certify("--jobs", "3", at="bye", number=signal.SIGINT)
    assert done.returncode == 130
    assert place.report["verdict"] == "partial"
    assert place.living() == []


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_told_to_end_it_ends_its_adapters_and_does_not_wait_for_them(
    tmp_path: Path, number: int
) -> None:
    place = Place(tmp_path)
    done = place.certify("--jobs", "3", at=20, number=number)
    assert done.returncode == 128 + number
    assert place.living() == []


def test_a_second_interruption_ends_it_at_once(tmp_path: Path) -> None:
    """An orphan goes on interrupting, out of reach, while the command still tidies up."""
    place = Place(tmp_path)
    orphan = tmp_path / "orphan.py"
    orphan.write_text(
        "import os, sys\n"
        "os.setsid()\n"
        "for _ in range(10_000_000):\n"
        "    os.kill(int(sys.argv[1]), 2)\n"
    )
    adapter = tmp_path / "adapter.py"
    adapter.write_text(
        "import json, os, signal, subprocess, sys\n"
        "request = json.loads(sys.stdin.readline())\n"
        "print(json.dumps({'id': request['id'], 'protocol': 1, 'scoring': ['full'],\n"
        "                  'implementation': {'name': 'w'}}), flush=True)\n"
        "sys.stdin.readline()\n"
        "quiet = {name: subprocess.DEVNULL for name in ('stdin', 'stdout', 'stderr')}\n"
        "subprocess.Popen([sys.executable, 'orphan.py', str(os.getppid())], **quiet)\n"
        "signal.pause()\n"
    )
    done = place.cjack("certify", *FEW, "--", sys.executable, "adapter.py")
    assert done.returncode == -signal.SIGINT


def test_other_commands_end_with_the_same_status(tmp_path: Path) -> None:
    place = Place(tmp_path)
    place.arm(2, signal.SIGINT)
    command = (sys.executable, str(ADAPTER))
    done = place.cjack("smoke", "--timeout", "100", "--", *command)
    assert done.returncode == 130
    assert place.living() == []


def test_an_update_of_the_known_failures_is_not_made_of_a_part(tmp_path: Path) -> None:
    place = Place(tmp_path)
    options = ("--known-failures", "known.yaml", "--update-known-failures")
    done = place.certify(*options, at=20, number=signal.SIGINT)
    assert done.returncode == 130
    assert not (tmp_path / "known.yaml").exists()


def test_an_ignored_interruption_stays_ignored(tmp_path: Path) -> None:
    """As after `nohup` or behind `&` in a script."""
    place = Place(tmp_path)
    place.arm(20, signal.SIGINT)
    script = (
        "import signal, sys; signal.signal(signal.SIGINT, signal.SIG_IGN);"
        "from conformance.cli.main import main; main()"
    )
    command = [sys.executable, str(ADAPTER)]
    few = [*FEW[:-1], "0.5"]
    done = subprocess.run(
        [sys.executable, "-c", script, "certify", *few, "--quiet", "--", *command],
        cwd=tmp_path,
        env=place.environment,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )
    # The adapter never answers the request it interrupted with, which is its own failure.
    assert done.returncode == 1, done.stderr
    assert done.stdout == "does-not-conform\n"
