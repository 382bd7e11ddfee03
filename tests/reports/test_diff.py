"""Two reports compared: what broke, what was mended, what is new, what went away."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from conformance.cli.main import cjack
from conformance.grading.outcome import Outcome
from conformance.reports.as_json import report_json
from conformance.reports.diff import Change, Diff, Sort, compare, read_report
from conformance.reports.model import Report
from tests.reports.making import (
    CRASH,
    FAIL,
    GENERATED,
    HOSTILE,
    PASS,
    UNSUPPORTED,
    fails,
    made,
    outcome,
)

TWO_PASSES = outcome(
    "draw/two",
    "pass",
    "draw.winner-first",
    observed=("draw.winner-first",),
    digest=FAIL.digest,
)
VIEW_PASSES = outcome("view/four", "pass", "view.stock-top", observed=("view.stock-top",))


def _diff(old: Report, new: Report) -> Diff:
    return compare(*(read_report(report_json(report), "a report") for report in (old, new)))


def _scenarios(diff: Diff, sort: Sort) -> list[Change]:
    return [change for change in diff.changes[sort] if change.scoring]


def _only(old: tuple[Outcome, ...], new: tuple[Outcome, ...]) -> dict[str, list[Change]]:
    diff = _diff(made(PASS, *old), made(PASS, *new))
    return {sort: found for sort in diff.changes if (found := _scenarios(diff, sort))}


def test_a_report_is_the_same_as_itself() -> None:
    report = made(PASS, FAIL, CRASH, UNSUPPORTED, generated=GENERATED)
    diff = _diff(report, report)
    assert not any(diff.changes.values())
    assert (diff.edited, diff.exit_status) == ((), 0)


@pytest.mark.parametrize(
    ("old", "new", "sort", "before", "now"),
    [
        (TWO_PASSES, FAIL, "broke", "pass", "fail under draw.winner-first"),
        (FAIL, TWO_PASSES, "mended", "fail under draw.winner-first", "pass"),
        (
            FAIL,
            replace(CRASH, scenario="draw/two", scoring="full"),
            "fails otherwise",
            "fail under draw.winner-first",
            "crash",
        ),
        (
            FAIL,
            fails("draw/two", "draw.top-card"),
            "fails otherwise",
            "fail under draw.winner-first",
            "fail under draw.top-card",
        ),
        (VIEW_PASSES, UNSUPPORTED, "no longer shown", "pass", "unsupported"),
        (UNSUPPORTED, VIEW_PASSES, None, "", ""),
        (
            UNSUPPORTED,
            fails("view/four", "view.stock-top"),
            "broke",
            "unsupported",
            "fail under view.stock-top",
        ),
        (None, FAIL, "new", "", "fail under draw.winner-first"),
        (None, TWO_PASSES, "new", "", "pass"),
        (FAIL, None, "went away", "fail under draw.winner-first", ""),
    ],
)
def test_what_a_change_means(
    old: Outcome | None, new: Outcome | None, sort: str | None, before: str, now: str
) -> None:
    found = _only((old,) if old else (), (new,) if new else ())
    if sort is None:
        assert found == {}
        return
    name = (old or new or PASS).scenario
    assert found == {sort: [Change(name, "full", before, now)]}


def test_clauses_are_compared_too_and_come_first() -> None:
    diff = _diff(made(PASS, TWO_PASSES), made(PASS, FAIL))
    assert diff.changes["broke"] == [
        Change("draw.winner-first", "", "passed", "failed"),
        Change("draw/two", "full", "pass", "fail under draw.winner-first"),
    ]
    assert diff.exit_status == 1


def test_a_scenario_whose_content_changed_is_told_as_such() -> None:
    edited = replace(PASS, digest="9" * 64)
    diff = _diff(made(PASS, TWO_PASSES), made(edited, replace(FAIL, digest="8" * 64)))
    assert diff.edited == ("draw/one", "draw/two")
    assert _scenarios(diff, "broke")[0].edited is True


def test_reports_without_digests_are_compared_all_the_same() -> None:
    assert _diff(made(replace(PASS, digest="")), made(PASS)).edited == ()


def test_generated_rounds_are_compared_where_they_are_the_same_ones() -> None:
    passed = tuple(o for o in GENERATED if o.kind == "pass")
    old, new = made(PASS, generated=passed), made(PASS, generated=GENERATED)
    change = Change("generated/0002", "full", "pass", "fail under draw.winner-first")
    assert _scenarios(_diff(old, new), "broke") == [change]
    assert [c.name for c in _scenarios(_diff(new, old), "mended")] == ["generated/0002"]
    assert new.generated is not None
    other = replace(new, generated=replace(new.generated, digest="ef" * 32))
    assert _scenarios(_diff(old, other), "broke") == []
    cut_short = replace(old, generated=replace(new.generated, outcomes=passed, left_out=5))
    assert _scenarios(_diff(new, cut_short), "mended") == []


# --- the command ---------------------------------------------------------------------------------


def _run(folder: Path, old: Any, new: Any, *options: str) -> Any:
    for name, value in (("old.json", old), ("new.json", new)):
        raw = report_json(value) if isinstance(value, Report) else value
        (folder / name).write_bytes(raw)
    paths = [str(folder / "old.json"), str(folder / "new.json")]
    return CliRunner().invoke(cjack, ["diff", *paths, *options], standalone_mode=False)


def test_the_command_tells_the_changes_at_80_columns(tmp_path: Path) -> None:
    hostile = outcome(f"own/{HOSTILE}", "pass", "draw.top-card", observed=("draw.top-card",))
    done = _run(tmp_path, made(PASS, TWO_PASSES), made(PASS, FAIL, hostile, name=HOSTILE))
    assert done.return_value == 1
    lines = done.output.splitlines()
    assert "broke (2)" in lines
    assert "  clause draw.winner-first: passed, now failed" in lines
    assert "  draw/two (full): pass, now fail under draw.winner-first" in lines
    assert lines[-1] == "2 broke, 1 new"
    assert all(line.isprintable() and len(line) <= 80 for line in lines if " " in line.strip())


def test_nothing_that_broke_is_exit_status_0(tmp_path: Path) -> None:
    done = _run(tmp_path, made(PASS, FAIL), made(PASS, TWO_PASSES), "--quiet")
    assert (done.return_value, done.output) == (0, "2 mended\n")
    done = _run(tmp_path, made(PASS), made(PASS), "--quiet")
    assert (done.return_value, done.output) == (0, "no change\n")


def test_the_changes_can_be_had_as_json(tmp_path: Path) -> None:
    path = tmp_path / "diff.json"
    _run(tmp_path, made(PASS, TWO_PASSES), made(PASS, FAIL), "--json", str(path))
    value = json.loads(path.read_bytes())
    assert value["broke"] == [
        {"clause": "draw.winner-first", "before": "passed", "now": "failed"},
        {
            "scenario": "draw/two",
            "scoring": "full",
            "before": "pass",
            "now": "fail under draw.winner-first",
        },
    ]
    assert value["mended"] == value["new"] == value["went_away"] == value["edited"] == []
    assert value["new"] == []
    assert value["old"]["verdict"] == "conforms-as-observed"


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        (b"", "is no report"),
        (b"<xml/>", "is no report"),
        (b"\xff\xfe", "is no report"),
        (b"[" * 100_000, "is no report"),
        (b'{"format": 1}', "is no report: Object missing required field"),
        (report_json(made(PASS)).replace(b'"format": 1', b'"format": 2'), "has format 2"),
        (report_json(made(PASS)).replace(b'"pass"', b'"fine"'), "is no report: Invalid enum"),
    ],
)
def test_what_is_no_report_is_told(tmp_path: Path, raw: bytes, says: str) -> None:
    for old, new in ((raw, made(PASS)), (made(PASS), raw)):
        error = _run(tmp_path, old, new).exception
        assert says in error.message
        assert error.exit_status == 2
