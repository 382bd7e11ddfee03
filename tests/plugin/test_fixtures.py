"""`cjack_certify` and `cjack_scenario` in a project's own tests."""

import re
from typing import Any

import pytest

from conformance.errors import UsageError
from conformance.plugin.engines import certify, handler_of
from conformance.plugin.telling import DoesNotConformError
from reference_engine.adapter import Announcement, handle
from reference_engine.rules import Rules
from tests.plugin.project import Project

ONE = "draw/losing-on-purpose-for-the-next-card"


def _engine(announced: Announcement = Announcement()) -> Any:  # noqa: B008 - frozen
    return lambda request: handle(Rules(), request, announced)


def test_an_engine_that_conforms_gets_its_report() -> None:
    report = certify(_engine())
    assert report.judgement.verdict == "conforms"
    assert report.implementation.name == "reference-engine"


def test_one_that_shows_little_conforms_unless_all_is_required() -> None:
    little = _engine(Announcement(features=()))
    assert certify(little, scoring="full").judgement.verdict == "conforms-as-observed"
    with pytest.raises(DoesNotConformError, match="CONFORMS AS OBSERVED"):
        certify(little, scoring="full", require_all=True)


def test_what_is_no_engine_is_told() -> None:
    with pytest.raises(UsageError, match="a int is no engine"):
        handler_of(3)


def test_the_fixtures_in_a_project(project: Project) -> None:
    project.write(
        "test_own.py",
        "import engines\n"
        "ENGINE = engines.right()\n"
        "WRONG = engines.wrong()\n"
        "def test_scenario(cjack_scenario):\n"
        "    cjack_scenario.check(ENGINE)\n"
        "def test_wrong(cjack_scenario):\n"
        "    cjack_scenario.check(WRONG.handle)\n"
        "def test_raising(cjack_scenario):\n"
        "    cjack_scenario.check(engines.raising())\n"
        "def test_silent(cjack_scenario):\n"
        "    cjack_scenario.check(engines.silent())\n"
        "def test_wholly_wrong(cjack_certify):\n"
        "    cjack_certify(WRONG)\n",
    )
    told = project.pytest(
        "-v", "-k", f"{ONE}[full] or wholly", "-m", "draw_winner_first or not trick_play"
    )
    assert told.status == 1
    assert f"test_own.py::test_scenario[{ONE}[full]] PASSED" in told.text
    assert f"test_own.py::test_wrong[{ONE}[full]] FAILED" in told.text
    assert f"test_own.py::test_silent[{ONE}[full]] SKIPPED" in told.text
    assert "expected  north 2C, south AC" in told.text
    assert "RuntimeError: no such card in hand" in told.text
    assert "DOES NOT CONFORM: see the failures above" in told.text
    assert re.search(r"3 failed, 1 passed, 1 skipped, \d+ deselected", told.last_line)


def test_the_readings_of_an_engine_are_found_out_once(project: Project) -> None:
    project.write(
        "test_own.py",
        "import engines\n"
        "ENGINE = engines.Engine(announced=engines.Announcement(rulings=False))\n"
        "def test_scenario(cjack_scenario):\n"
        "    before = engines.Engine.asked\n"
        "    cjack_scenario.check(ENGINE)\n"
        "    assert before == 0 or engines.Engine.asked == before + 1\n",
    )
    assert project.pytest("-q", "-k", "draw").status == 0
