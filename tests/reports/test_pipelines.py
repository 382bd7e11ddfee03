"""The action, the hook and the page about builds hold what they promise."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest
import yaml
from click.testing import CliRunner

from conformance.cli.main import cjack
from conformance.known_failures import read_entries
from conformance.reports.kinds import KINDS
from conformance.rulebook import load_rulebook

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "ci.md").read_text("utf-8")
ACTION: Any = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
STEPS = {step["id"]: step for step in ACTION["runs"]["steps"]}
BASH = shutil.which("bash")
SCENARIO = "draw/winner-draws-first-and-loser-next"
EVIL = "::error::not ours"
ENGINE = f"""\
import sys
from reference_engine.__main__ import serve
from reference_engine.adapter import EVERYTHING
from reference_engine.rules import Rules


class Wrong(Rules):
    def drawers(self, r, winner):
        print("{EVIL}", file=sys.stderr, flush=True)
        raise SystemExit(3)


serve(Wrong() if "wrong" in sys.argv else Rules(), EVERYTHING)
"""


# --- the page ------------------------------------------------------------------------------------


def test_the_page_explains_each_kind_of_report() -> None:
    rows = re.findall(r"^\| `([a-z-]+)` \|", PAGE.partition("## Known failures")[0], re.MULTILINE)
    assert rows == list(KINDS)


def test_the_list_of_known_failures_on_the_page_is_one() -> None:
    block = re.search(r"```yml\n(.*?)```", PAGE, re.DOTALL)
    assert block is not None
    entries = read_entries(block[1].encode(), "docs/ci.md", load_rulebook())
    assert len(entries) == 2
    assert (ROOT / "scenarios" / f"{entries[0].scenario}.yaml").is_file()


def test_the_workflow_on_the_page_uses_inputs_that_the_action_has() -> None:
    blocks = map(yaml.safe_load, re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL))
    workflow = next(block for block in blocks if "jobs" in block)
    steps = workflow["jobs"]["california-jack"]["steps"]
    given = next(step["with"] for step in steps if "conformance@" in step["uses"])
    assert given.keys() <= ACTION["inputs"].keys()
    assert {name for name, of in ACTION["inputs"].items() if of.get("required")} <= given.keys()


# --- the hook ------------------------------------------------------------------------------------


def test_the_hook_lints_scenarios() -> None:
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    program, *words = hook["entry"].split()
    path = "scenarios/follow/suit-is-followed.yaml"
    assert (program, hook["types"]) == ("cjack", ["yaml"])
    assert re.search(hook["files"], path)
    done = CliRunner().invoke(cjack, [*words, str(ROOT / path)])
    assert done.output == "1 scenario, no problems\n"


# --- the action ----------------------------------------------------------------------------------


def test_the_action_uses_every_input_and_options_that_there_are() -> None:
    text = json.dumps(ACTION["runs"])
    for name in ACTION["inputs"]:
        assert f"${{{{ inputs.{name} }}}}" in text
    certify = cjack.get_command(click.Context(cjack), "certify")
    assert certify is not None
    known = {option for param in certify.params for option in (*param.opts, *param.secondary_opts)}
    used = set(re.findall(r"(?<= )--[a-z-]+|(?<=\()--[a-z-]+", STEPS["certify"]["run"]))
    assert {"--report", "--known-failures", "--require-all", "--no-exhaustive"} <= used <= known


def test_no_input_of_the_action_becomes_part_of_a_script() -> None:
    assert all("${{" not in step.get("run", "") for step in STEPS.values())


def _action(folder: Path, **inputs: str) -> tuple[subprocess.CompletedProcess[str], dict[str, str]]:
    """The step that certifies, in the shell and with the variables that the runner gives it.

    It runs one scenario instead of them all.
    """
    step = STEPS["certify"]
    defaults = {name: str(of.get("default", "")) for name, of in ACTION["inputs"].items()}
    values = defaults | {k.replace("_", "-"): v for k, v in inputs.items()}
    variables = {
        name: sys.executable
        if "steps.install" in given
        else values[given.removeprefix("${{ inputs.").removesuffix(" }}")]
        for name, given in step["env"].items()
    }
    script = folder / "step.sh"
    certify = "-m conformance certify "
    assert certify in step["run"]
    script.write_text(step["run"].replace(certify, f"-m conformance run {SCENARIO} "), "utf-8")
    (folder / "engine.py").write_text(ENGINE)
    output, summary = folder / "output", folder / "summary"
    done = subprocess.run(
        [str(BASH), "--noprofile", "--norc", "-e", "-o", "pipefail", str(script)],
        cwd=folder,
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "GITHUB_OUTPUT": str(output),
            "GITHUB_STEP_SUMMARY": str(summary),
            **variables,
        },
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )
    pairs = (line.split("=", 1) for line in output.read_text("utf-8").splitlines())
    return done, dict(pairs)


def _obeyed(log: str) -> list[str]:
    """The commands that the runner carries out: not those between stop and go on."""
    found, token = [], ""
    for line in map(str.strip, log.splitlines()):
        if token:
            token = "" if line == f"::{token}::" else token
        elif line.startswith("::stop-commands::"):
            token = line.removeprefix("::stop-commands::")
        elif line.startswith("::"):
            found.append(line)
    return found


@pytest.mark.skipif(not BASH, reason="bash is not installed")
def test_the_action_annotates_summarises_and_fails_with_the_suite(tmp_path: Path) -> None:
    done, outputs = _action(tmp_path, adapter=f"'{sys.executable}' engine.py wrong", timeout="10")
    assert done.returncode == 1, done.stderr
    assert outputs["verdict"] == "does-not-conform"
    assert {path.name for path in Path(outputs["reports"]).iterdir()} == {
        "report.json",
        "report.html",
        "junit.xml",
        "ctrf.json",
        "summary.md",
        "badge.json",
        "badge.svg",
    }
    summary = (tmp_path / "summary").read_text("utf-8")
    assert summary.startswith("## ❌ California Jack: does not conform")
    assert EVIL in summary  # told, as code
    assert EVIL in done.stdout
    obeyed = _obeyed(done.stdout)
    assert obeyed[0].startswith("::error file=engine.py,title=crash::")
    assert obeyed[-1].startswith("::notice ")
    assert not any(line.startswith(EVIL) for line in obeyed)


@pytest.mark.skipif(not BASH, reason="bash is not installed")
def test_the_action_says_so_when_nothing_could_be_judged(tmp_path: Path) -> None:
    done, outputs = _action(tmp_path, adapter="./no-such-adapter")
    assert done.returncode == 3
    assert outputs["verdict"] == ""
    (told,) = _obeyed(done.stdout)
    assert told.startswith("::error title=California Jack conformance::")
    assert list(Path(outputs["reports"]).iterdir()) == []
