"""What a run brought, as JSON after its schema and as words for a terminal."""

import io
import json
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from rich.console import Console

from conformance import resources
from conformance.adapters.in_process import InProcess
from conformance.adapters.session import NoReply
from conformance.errors import UsageError
from conformance.grading.compare import Difference
from conformance.grading.verdict import judge_all
from conformance.protocol.messages import RunReply
from conformance.reports import explain
from conformance.reports.as_json import report_json
from conformance.reports.files import write_whole
from conformance.reports.model import Report
from conformance.reports.terminal import print_report
from conformance.runner import Options, run_suite
from conformance.scenarios.model import Scenario
from reference_engine.adapter import Announcement, handle
from reference_engine.rules import Rules
from reference_engine.state import Round, Seat
from tests.conformance.making import BOOK, altered, shipped

SCHEMA: Any = json.loads((resources.SCHEMAS / "report.schema.json").read_text("utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)
SOME = [
    shipped("draw/winner-draws-first-and-loser-next"),
    shipped("follow/suit-is-followed"),
    shipped("play/unknown-card-from-the-follower"),
    shipped("setup/card-in-both-hands"),
    shipped("view/top-of-the-stock"),
    shipped("rulings/forty-all-north-deals"),
]
COMMAND = ("python3", "my adapter.py", "--strict")


class LoserDrawsFirst(Rules):
    def drawers(self, r: Round, winner: Seat) -> tuple[Seat, ...]:
        return super().drawers(r, winner)[::-1]


class Silent(InProcess):
    """Greets, and then brings what a process may bring instead of a reply."""

    def __init__(self, instead: NoReply) -> None:
        super().__init__(lambda request: handle(Rules(), request))
        self.instead = instead

    def run(self, request: dict[str, Any]) -> RunReply | NoReply:
        return self.instead


def _engine(engine: Rules, announced: Announcement = Announcement()) -> InProcess:  # noqa: B008
    return InProcess(lambda request: handle(engine, request, announced))


def _report(adapter: InProcess, scenarios: Sequence[Scenario] = SOME) -> Report:
    run = run_suite(scenarios, lambda: adapter, BOOK, Options())
    return Report(
        suite_version="1.0.0",
        suite_digest="ab" * 32,
        command=COMMAND,
        implementation=run.hello.implementation,
        claims=run.claims,
        readings=run.readings,
        outcomes=run.outcomes,
        judgement=judge_all(run.outcomes, run.claims, BOOK),
        book=BOOK,
    )


def _value(adapter: InProcess, scenarios: Sequence[Scenario] = SOME) -> Any:
    return json.loads(report_json(_report(adapter, scenarios)))


def _faults(value: Any) -> list[str]:
    return [f"{list(e.absolute_path)}: {e.message}" for e in VALIDATOR.iter_errors(value)]


ADAPTERS: dict[str, InProcess] = {
    "passing": _engine(Rules()),
    "failing": _engine(LoserDrawsFirst()),
    "showing-little": _engine(Rules(), Announcement((), rulings=False)),
    "crashing": Silent(NoReply("crash", "no reply: it exited with status 3", "oh\x1b no\n")),
    "slow": Silent(NoReply("timeout", "no reply within 5 s")),
    "babbling": Silent(NoReply("protocol", "not a JSON message: \ud800")),
    "erring": InProcess(
        lambda request: (
            {"id": request["id"], "error": {"message": ""}}
            if request["cmd"] == "run"
            else handle(Rules(), request)
        )
    ),
}


# --- JSON ---------------------------------------------------------------------------------------


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("adapter", ADAPTERS.values(), ids=list(ADAPTERS))
def test_a_report_fits_its_schema(adapter: InProcess) -> None:
    assert _faults(_value(adapter)) == []


@pytest.mark.parametrize(
    ("path", "wrong"),
    [
        ("format", 2),
        ("verdict", "passed"),
        ("suite.digest", "ab" * 32),
        ("command", []),
        ("claims.features", ["magic"]),
        ("rulings.first_card_to.option", "nobody"),
        ("rulings.first_card_to.how", "guessed"),
        ("rulings.dealer_rotation", ...),
        ("counts.pass", 0),
        ("classes.match", "unknown"),
        ("clauses.0.state", "unknown"),
        ("clauses.0.scenarios", -1),
        ("outcomes.0.outcome", "ok"),
        ("outcomes.0.took_ms", 3),
        ("outcomes.0.divergence", ...),
        ("outcomes.0.message", "and yet"),
        ("outcomes.0.divergence.field", "winner of the trick"),
        ("outcomes.0.divergence.clause", "7.2"),
        ("outcomes.0.divergence.round", 0),
        ("outcomes.0.divergence.trick", 28),
        ("outcomes.0.divergence.expected", ...),
        ("outcomes.0.reproduce", "python3 adapter.py"),
        ("more", {}),
    ],
)
def test_what_is_no_report_does_not_fit(path: str, wrong: Any) -> None:
    assert _faults(altered(_value(_engine(LoserDrawsFirst())), {path: wrong}))


def test_the_same_run_gives_the_same_bytes() -> None:
    first, second = (report_json(_report(_engine(LoserDrawsFirst()))) for _ in range(2))
    assert first == second


def test_a_failure_is_told_with_its_clause_and_how_to_see_it_again() -> None:
    told = _value(_engine(LoserDrawsFirst()))["outcomes"][0]
    assert told["outcome"] == "fail"
    divergence = told["divergence"]
    assert divergence["clause"] == "draw.winner-first"
    assert divergence["text"] == BOOK.clauses["draw.winner-first"].text
    assert (divergence["field"], divergence["round"], divergence["trick"]) == ("draws", 1, 1)
    assert shlex.split(told["reproduce"]) == [
        "cjack",
        "run",
        "draw/winner-draws-first-and-loser-next",
        "--scoring",
        "full",
        "--",
        *COMMAND,
    ]


def test_readings_are_told_with_how_they_are_known() -> None:
    assert _value(_engine(Rules()))["rulings"]["trick_point_tie"] == {
        "option": "nobody",
        "how": "declared",
    }
    told = _value(_engine(Rules(), Announcement(rulings=False)))["rulings"]
    assert told["trick_point_tie"]["how"] == "inferred"
    assert told["first_card_to"] == {"option": "non_dealer", "how": "assumed"}


def test_counts_add_up_to_the_outcomes() -> None:
    value = _value(_engine(LoserDrawsFirst()))
    assert sum(value["counts"].values()) == len(value["outcomes"]) == 11


def test_what_was_not_observed_is_told_with_what_would_show_it() -> None:
    value = _value(_engine(Rules(), Announcement(())), [shipped("view/top-of-the-stock")])
    clauses = {clause["slug"]: clause for clause in value["clauses"]}
    assert clauses["view.stock-top"] == {
        "slug": "view.stock-top",
        "state": "not observed",
        "scenarios": 0,
        "shown_by": ["views"],
    }
    assert value["outcomes"][0]["lacks"]["feature"] == "views"


def test_standard_error_is_kept() -> None:
    told = _value(ADAPTERS["crashing"])["outcomes"][0]
    assert (told["outcome"], told["stderr"]) == ("crash", "oh\x1b no\n")
    assert told["message"] == "no reply: it exited with status 3"


# --- words --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("difference", "words"),
    [
        (Difference("winner", None, "north", 2), "round 2"),
        (Difference("result.scores", 1, 2, 1, seat="north"), "round 1, north"),
        (
            Difference("draws", {}, {}, 1, 3, 7, "south", "JC"),
            "round 1, trick 3, after play 7, south's JC",
        ),
        (
            Difference("legal", [], [], 1, 3, 7, "south", "JC"),
            "round 1, trick 3, before play 7, south's JC",
        ),
        (
            Difference("accepted", True, False, 1, 3, 7, "south", "\x1b[J"),
            r"round 1, trick 3, at play 7, south's '\x1b[J'",
        ),
    ],
)
def test_where_it_differs(difference: Difference, words: str) -> None:
    assert explain.where(difference) == words


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "nobody"),
        (True, "accepted"),
        (False, "refused"),
        ([], "no cards"),
        (["JC", "KD"], "JC KD"),
        ({}, "nobody draws"),
        ({"south": "5H", "north": "9D"}, "south 5H, north 9D"),
        (7, "7"),
        ("the round goes on", "the round goes on"),
    ],
)
def test_what_was_said(value: Any, words: str) -> None:
    assert explain.said(value) == words


def test_there_are_words_for_every_field() -> None:
    for field in SCHEMA["$defs"]["divergence"]["properties"]["field"]["enum"]:
        assert explain.what(Difference(field, None, None, 1))


def _printed(adapter: InProcess, **options: Any) -> list[str]:
    screen = io.StringIO()
    print_report(_report(adapter), Console(file=screen, width=80, highlight=False), **options)
    return screen.getvalue().splitlines()


def test_a_failure_is_explained_and_the_verdict_comes_last() -> None:
    lines = _printed(_engine(LoserDrawsFirst()))
    assert lines[0] == "FAIL draw/winner-draws-first-and-loser-next (full scoring)"
    text = "\n".join(lines)
    assert "the draws after the trick" in text
    assert "draw.winner-first: After a trick its winner draws a card from the stock" in text
    assert lines[-1].startswith("DOES NOT CONFORM")


def test_one_failure_of_each_clause_is_shown_unless_all_are_asked_for() -> None:
    def shown(lines: list[str]) -> int:
        return sum(line.startswith("FAIL ") for line in lines)

    few, every = (
        _printed(_engine(LoserDrawsFirst())),
        _printed(_engine(LoserDrawsFirst()), verbose=True),
    )
    failed = _value(_engine(LoserDrawsFirst()))["counts"]["fail"]
    assert shown(every) == failed
    assert shown(few) < failed
    left = failed - shown(few)
    assert f"… and {left} more failures; --verbose shows all, --json keeps all" in few


@pytest.mark.parametrize("adapter", ADAPTERS.values(), ids=list(ADAPTERS))
def test_lines_fit_the_width_and_hold_no_control_characters(adapter: InProcess) -> None:
    for line in _printed(adapter, verbose=True):
        # What is to be copied stands on one line, however long.
        assert len(line) <= 80 or line.startswith("  again: ")
        assert line.isprintable()


def test_all_clauses_of_a_passing_adapter_are_told() -> None:
    lines = _printed(_engine(Rules()))
    assert not any(line.startswith("FAIL") for line in lines)
    assert lines[-1].startswith("CONFORMS AS OBSERVED")


# --- files --------------------------------------------------------------------------------------


def test_a_report_is_written_whole_and_nothing_else_is_left(tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    path.write_bytes(b"an older and longer one")
    write_whole(path, b"new")
    assert path.read_bytes() == b"new"
    assert [found.name for found in tmp_path.iterdir()] == ["report.json"]


def test_a_report_that_cannot_be_written_is_told_and_leaves_nothing(tmp_path: Path) -> None:
    taken = tmp_path / "report.json"
    taken.mkdir()
    for path in (taken, tmp_path / "no-such-folder" / "report.json"):
        with pytest.raises(UsageError, match="cannot write") as caught:
            write_whole(path, b"new")
        assert caught.value.hint == "name a file in a writable folder"
    assert [found.name for found in tmp_path.iterdir()] == ["report.json"]
