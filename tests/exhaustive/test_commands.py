"""`cjack run` makes a generated round again, and the report keeps those that failed."""

import json
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from conformance.cli.main import main
from conformance.resources import SCHEMAS

LOSER_FIRST = (sys.executable, "-m", "conformance.faults", "draw.loser-first")


def _run(report: Path, *words: str) -> tuple[int, Any]:
    with pytest.raises(SystemExit) as end:
        main([words[0], "--json", str(report), *words[1:]])
    value = json.loads(report.read_bytes())
    jsonschema.validate(value, json.loads((SCHEMAS / "report.schema.json").read_bytes()))
    return int(end.value.code or 0), value


def test_a_failing_round_is_told_by_its_id_with_the_command_that_shows_it_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, report = _run(tmp_path / "r.json", "run", "generated/0421", "--", *LOSER_FIRST)
    assert status == 1
    assert report["verdict"] == "does-not-conform"
    assert report["counts"] == {}
    assert report["generated"]["counts"] == {"fail": 1}
    (failure,) = report["generated"]["failures"]
    assert failure["scenario"] == "generated/0421"
    assert failure["divergence"]["clause"] == "draw.winner-first"
    assert failure["reproduce"].startswith("cjack run generated/0421 --scoring full -- ")
    assert "FAIL generated/0421 (full scoring)" in capsys.readouterr().out


def test_a_round_from_other_scores_is_made_again_in_its_mode(tmp_path: Path) -> None:
    words = ("run", "generated/scores/09-09", "--scoring", "simplified", "--", *LOSER_FIRST)
    _, report = _run(tmp_path / "r.json", *words)
    failures = report["generated"]["failures"]
    assert 0 < len(failures) <= 24
    assert {failure["scoring"] for failure in failures} == {"simplified"}
    assert failures[0]["scenario"].startswith("generated/scores/09-09/")


def test_scenarios_and_generated_rounds_can_be_run_together(tmp_path: Path) -> None:
    reference = (sys.executable, "-m", "reference_engine")
    words = ("run", "draw", "generated/0001", "generated/repeat/1", "--", *reference)
    status, report = _run(tmp_path / "r.json", *words)
    assert status == 0
    assert report["generated"]["counts"] == {"pass": 2}
    assert report["counts"] == {"pass": len(report["outcomes"])}


def test_a_certificate_can_leave_the_generated_rounds_out(tmp_path: Path) -> None:
    words = ("certify", "--no-exhaustive", "--scoring", "full", "--held-out")
    status, report = _run(tmp_path / "r.json", *words, "0", "--", *LOSER_FIRST)
    assert status == 1
    assert "generated" not in report
    status, report = _run(tmp_path / "r.json", *words, "2", "--", *LOSER_FIRST)
    assert status == 1
    assert "digest" not in report["generated"]
    assert report["generated"]["held_out"]["rounds"] == 2
    assert report["generated"]["counts"] == {"fail": 2}


def test_an_id_that_is_none_is_told_before_anything_is_run(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as end:
        main(["run", "generated/9999", "--", "no-such-adapter"])
    assert end.value.code == 2
    assert "no generated case at generated/9999" in capsys.readouterr().err
