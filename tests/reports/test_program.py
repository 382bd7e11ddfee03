"""The command in a build: its reports, known failures, exit statuses and colours."""

import json
import os
import pty
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml
from tap.parser import Parser

from conformance.reports.kinds import KINDS

ROOT = Path(__file__).parents[2]
RIGHT = (sys.executable, "-m", "reference_engine")
FAILING = "draw/winner-draws-first-and-loser-next"
PASSING = "setup/card-in-both-hands"
SOME = (FAILING, PASSING)
CASES = {f"{name} ({mode})" for name in SOME for mode in ("full", "simplified")}
WRONG = """\
from reference_engine.__main__ import serve
from reference_engine.adapter import EVERYTHING
from reference_engine.rules import Rules


class LoserDrawsFirst(Rules):
    def drawers(self, r, winner):
        return super().drawers(r, winner)[::-1]


serve(LoserDrawsFirst(), EVERYTHING)
"""


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("wrong.py").write_text(WRONG)


def _environment(**more: str) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR")}
    return {**kept, "PYTHONPATH": str(ROOT), "TERM": "xterm-256color", **more}


def _cjack(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [sys.executable, "-m", "conformance", *arguments],
        env=_environment(**environment),
        capture_output=True,
        encoding="utf-8",
        stdin=subprocess.DEVNULL,
        check=False,
        timeout=60,
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done


def _run(
    *options: str, engine: Sequence[str] = (sys.executable, "wrong.py"), paths: Any = SOME
) -> subprocess.CompletedProcess[str]:
    return _cjack("run", *paths, "--no-diagnose", *options, "--", *engine)


# --- reports -------------------------------------------------------------------------------------


def test_all_reports_are_written_in_one_run() -> None:
    options = [word for kind in KINDS for word in ("--report", f"{kind}=out.{kind}")]
    done = _run(*options)
    assert done.returncode == 1
    assert "DOES NOT CONFORM" in done.stdout
    assert {path.name for path in Path().glob("out.*")} == {f"out.{kind}" for kind in KINDS}
    root = ET.parse("out.junit").getroot()  # noqa: S314 - our own
    assert {case.get("name") for case in root.iter("testcase")} == CASES
    assert root.get("failures") == "2"
    assert json.loads(Path("out.json").read_bytes())["counts"] == {"fail": 2, "pass": 2}
    assert "draw.winner-first" in Path("out.markdown").read_text("utf-8")
    assert Path("out.github").read_text("utf-8").startswith("::error file=wrong.py,title=draw.")


def test_json_is_short_for_a_report_of_that_kind() -> None:
    _run("--json", "a.json", "--report", "json=b.json")
    assert Path("a.json").read_bytes() == Path("b.json").read_bytes()


def test_a_report_can_have_standard_output_to_itself() -> None:
    done = _run("--report", "tap")
    lines = list(Parser().parse_text(done.stdout))
    assert [line.category for line in lines] == ["version", "plan", *["test"] * 4]
    assert "DOES NOT CONFORM" in done.stderr


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--report", "junti=x"), "no kind 'junti'; there are json, "),
        (("--report", "junit="), "no file after `junit=`"),
        (("--report", "junit=no/such/x.xml"), "cannot write no/such/x.xml"),
        (("--report", "junit=."), "cannot write .: it is a folder"),
        (("--report", "junit=x", "--json", "x"), "two reports to x"),
        (("--report", "tap", "--report", "ctrf"), "two reports to standard output"),
        (("--update-known-failures",), "needs --known-failures FILE"),
        (("--known-failures", "none.yaml"), "cannot read none.yaml: No such file"),
    ],
)
def test_what_cannot_be_is_told_before_the_adapter_is_started(
    options: tuple[str, ...], says: str
) -> None:
    Path("marks.py").write_text("open('started', 'w').close()")
    done = _run(*options, engine=(sys.executable, "marks.py"))
    assert done.returncode == 2
    assert says in " ".join(done.stderr.split())
    assert not Path("started").exists()
    assert {path.name for path in Path().iterdir()} == {"marks.py", "wrong.py"}


# --- known failures ------------------------------------------------------------------------------


def test_known_failures_from_the_first_list_to_the_day_they_are_gone() -> None:
    known = ("--known-failures", "known.yaml")
    assert _run(*known, "--update-known-failures").returncode == 0
    listed = yaml.safe_load(Path("known.yaml").read_text("utf-8"))
    assert [(entry["scenario"], entry["clause"]) for entry in listed] == [
        (FAILING, "draw.winner-first")
    ]

    green = _run(*known, "--json", "report.json")
    assert green.returncode == 0
    assert green.stdout.splitlines()[-2] == "DOES NOT CONFORM: 2 known failures, no other"
    assert "FAIL" not in green.stdout
    assert json.loads(Path("report.json").read_bytes())["verdict"] == "does-not-conform"

    gone = _run(*known, engine=RIGHT)
    assert gone.returncode == 1
    told = " ".join(gone.stdout.split())
    assert f"known failure {FAILING} under draw.winner-first passes now" in told
    quiet = _run(*known, "--quiet", engine=RIGHT)
    assert quiet.returncode == 1
    assert "passes now" in quiet.stdout

    assert _run(*known, "--update-known-failures", engine=RIGHT).returncode == 0
    assert yaml.safe_load(Path("known.yaml").read_text("utf-8")) == []


def test_a_list_with_problems_is_told_with_line_and_column() -> None:
    Path("known.yaml").write_text(f"- scenario: {FAILING}\n  because: of that\n")
    done = _run("--known-failures", "known.yaml")
    assert done.returncode == 2
    assert "known.yaml:1:3: `reason` is missing in 0" in done.stderr
    assert "known.yaml:2:3: unknown key `because`" in done.stderr


def test_require_all_asks_for_what_was_not_observed_even_if_failures_are_known() -> None:
    Path("known.yaml").write_text("- {clause: draw.winner-first, reason: known}\n")
    options = ("--known-failures", "known.yaml")
    assert _run(*options).returncode == 0
    assert _run(*options, "--require-all").returncode == 1


# --- two runs compared ---------------------------------------------------------------------------


def test_two_runs_are_compared_across_an_edited_scenario() -> None:
    shipped = (ROOT / "scenarios" / f"{FAILING}.yaml").read_text("utf-8")
    Path("mine.yaml").write_text(shipped, "utf-8")
    _run("--json", "old.json", paths=("mine.yaml",), engine=RIGHT)
    Path("mine.yaml").write_text(f"{shipped}# looked at again\n", "utf-8")
    _run("--json", "new.json", paths=("mine.yaml",))
    done = _cjack("diff", "old.json", "new.json")
    assert done.returncode == 1
    told = " ".join(done.stdout.split())
    assert "mine (full): pass, now fail under draw.winner-first; the scenario was edited" in told
    assert _cjack("diff", "new.json", "old.json").returncode == 0
    assert _cjack("diff", "old.json", "none.json").returncode == 2


# --- how it looks --------------------------------------------------------------------------------

COLOUR = re.compile(r"\x1b\[(?:\d+;)*(?:3|4|9|10)\d")
ESCAPE = "\x1b"


def _on_a_terminal(**environment: str) -> str:
    """What the command writes to standard output where that is a terminal."""
    program = (sys.executable, "-m", "conformance", "run")
    keeper, terminal = pty.openpty()
    with subprocess.Popen(
        [*program, *SOME, "--no-diagnose", "--", sys.executable, "wrong.py"],
        env=_environment(**environment),
        stdin=subprocess.DEVNULL,
        stdout=terminal,
        stderr=subprocess.DEVNULL,
    ):
        os.close(terminal)
        told = b""
        while True:
            try:
                part = os.read(keeper, 65_536)
            except OSError:  # Linux: the other end is closed
                part = b""
            if not part:
                break
            told += part
    os.close(keeper)
    return told.decode()


def test_colours_appear_on_a_terminal_alone() -> None:
    assert COLOUR.search(_on_a_terminal())
    done = _run()
    assert ESCAPE not in done.stdout + done.stderr


def test_no_color_is_honoured() -> None:
    told = _on_a_terminal(NO_COLOR="1")
    assert "DOES NOT CONFORM" in told
    assert not COLOUR.search(told)


def test_quiet_prints_the_verdict_alone() -> None:
    done = _run("--quiet")
    assert (done.stdout, done.stderr) == ("does-not-conform\n", "")


def test_verbose_shows_every_failure() -> None:
    assert _run().stdout.count("FAIL ") == 1
    assert _run("--verbose").stdout.count("FAIL ") == 2
