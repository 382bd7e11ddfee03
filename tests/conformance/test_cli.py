"""The command as its users meet it: a process, its output and its exit status."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from conformance import resources
from tests.conformance.making import BOOK, TRICK

ROOT = Path(__file__).parents[2]
REFERENCE = (sys.executable, "-m", "reference_engine")
SHIPPED = "trick/discarded-king-never-beats-led-jack"
SCHEMA: Any = json.loads((resources.SCHEMAS / "report.schema.json").read_text("utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)


@dataclass(frozen=True)
class Done:
    status: int
    out: str
    err: str

    @property
    def last_line(self) -> str:
        return self.out.rstrip().rpartition("\n")[2]


def cjack(*arguments: str | Path, cwd: Path = ROOT) -> Done:
    """Run the command in a folder, with the suite found wherever it is started."""
    done = subprocess.run(
        [sys.executable, "-m", "conformance", *map(str, arguments)],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "200"},
        capture_output=True,
        encoding="utf-8",
        stdin=subprocess.DEVNULL,
        check=False,
        timeout=120,
    )
    assert "Traceback" not in done.stderr, done.stderr
    return Done(done.returncode, done.stdout, done.stderr)


def _report(path: Path) -> Any:
    value = json.loads(path.read_bytes())
    assert [error.message for error in VALIDATOR.iter_errors(value)] == []
    return value


def _fits(text: str) -> bool:
    """80 columns; what is to be copied stands on one line however long it is."""
    return all(len(line) <= 80 or line.startswith("  again: ") for line in text.splitlines())


# --- wrong engines ------------------------------------------------------------------------------

WRONG = """\
from reference_engine.__main__ import serve
from reference_engine.adapter import EVERYTHING
from reference_engine.rules import Rules


class Wrong(Rules):
{rule}


serve(Wrong(), EVERYTHING)
"""
RULES = {
    "loser_draws_first": """\
    def drawers(self, r, winner):
        return super().drawers(r, winner)[::-1]
""",
    "low_is_the_lowest_trump_of_those_that_were_dealt": """\
    def low(self, r):
        played = [c for t in r.tricks[:6] for c in (t.lead, t.follow) if c[1] == r.trump]
        return self.captor(r, min(played, default="2" + r.trump))
""",
    "match_ends_on_equal_totals": """\
    def match_winner(self, m, result):
        both = min(result.scores.north, result.scores.south) >= self.target
        return super().match_winner(m, result) or ("north" if both else None)
""",
    "trumps_may_be_played_instead_of_following": """\
    def legal_follow(self, r, seat, led):
        same = super().legal_follow(r, seat, led)
        return tuple(c for c in r.hands[seat] if c in same or c[1] == r.trump)
""",
}


def _wrong(folder: Path, rule: str) -> tuple[str, str]:
    """The command of an engine with one wrong rule."""
    path = folder / f"{rule}.py"
    path.write_text(WRONG.format(rule=RULES[rule]))
    return sys.executable, str(path)


@pytest.mark.parametrize(
    ("rule", "clause"),
    [
        ("loser_draws_first", "draw.winner-first"),
        ("low_is_the_lowest_trump_of_those_that_were_dealt", "award.low"),
        ("match_ends_on_equal_totals", "match.tie-plays-on"),
        ("trumps_may_be_played_instead_of_following", "follow.must-follow-suit"),
    ],
)
def test_a_wrong_engine_does_not_conform_and_the_clause_is_named(
    tmp_path: Path, rule: str, clause: str
) -> None:
    path = tmp_path / "report.json"
    done = cjack("certify", "--no-exhaustive", "--json", path, "--", *_wrong(tmp_path, rule))
    assert done.status == 1
    assert "DOES NOT CONFORM" in done.out
    assert f"{clause}: " in done.out
    assert _fits(done.err)
    value = _report(path)
    assert value["verdict"] == "does-not-conform"
    failed = {c["slug"] for c in value["clauses"] if c["state"] == "failed"}
    assert clause in failed
    assert any(
        outcome["divergence"]["clause"] == clause
        for outcome in value["outcomes"]
        if outcome["outcome"] == "fail"
    )


def test_a_wrong_engine_fails_the_generated_rounds_too(tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    engine = _wrong(tmp_path, "loser_draws_first")
    done = cjack("certify", "--scoring", "full", "--json", path, "--", *engine)
    assert done.status == 1
    generated = _report(path)["generated"]
    assert len(generated["failures"]) == generated["counts"]["fail"] > 0
    assert generated["left_out"] > 0
    assert {o["divergence"]["clause"] for o in generated["failures"]} == {"draw.winner-first"}


# --- certify ------------------------------------------------------------------------------------


def test_the_reference_engine_conforms_and_the_same_run_gives_the_same_bytes(
    tmp_path: Path,
) -> None:
    paths = [tmp_path / f"{name}.json" for name in ("one", "again", "two-jobs")]
    for path in paths:
        jobs = "2" if path.stem == "two-jobs" else "1"
        options = ("--no-exhaustive", "--seed", "1", "--jobs", jobs, "--json", path)
        done = cjack("certify", *options, "--", *REFERENCE)
        assert done.status == 0, done.out
        assert "CONFORMS: every clause of each claimed class was observed" in done.out
        assert _fits(done.out.replace(f"Report written to {path}", ""))
    value = _report(paths[0])
    assert value["verdict"] == "conforms"
    assert set(value["counts"]) == {"pass"}
    assert {clause["slug"] for clause in value["clauses"]} == set(BOOK.clauses)
    assert set(value["classes"].values()) == {"passed"}
    first, again, two_jobs = (path.read_bytes() for path in paths)
    assert first == again
    assert first == two_jobs


def test_less_shown_is_conformance_as_observed_and_all_may_be_asked_for(tmp_path: Path) -> None:
    engine = (*REFERENCE, "--without", "views")
    # Alone, a scenario of which nothing can be observed is no ground to conform.
    assert cjack("run", "view/top-of-the-stock", "--", *engine).status == 1
    done = cjack("run", "draw", "view", "--json", tmp_path / "r.json", "--", *engine)
    assert done.status == 0
    assert "CONFORMS AS OBSERVED" in done.out
    assert "(shown by views)" in " ".join(done.out.split())
    assert _report(tmp_path / "r.json")["verdict"] == "conforms-as-observed"
    assert cjack("run", "draw", "--require-all", "--", *engine).status == 1


def test_one_scoring_mode_may_be_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "r.json"
    cjack("run", "award", "--scoring", "simplified", "--json", path, "--", *REFERENCE)
    assert {outcome["scoring"] for outcome in _report(path)["outcomes"]} == {"simplified"}


def test_quiet_prints_the_verdict_alone() -> None:
    done = cjack("run", "draw", "--quiet", "--", *REFERENCE)
    assert done.out == "conforms-as-observed\n"
    assert done.err == ""


def test_an_adapter_that_crashes_is_told_with_its_last_words(tmp_path: Path) -> None:
    adapter = tmp_path / "crashing.py"
    adapter.write_text(
        "import json, sys\n"
        "hello = json.loads(input())\n"
        "print(json.dumps({'id': hello['id'], 'protocol': 1, 'scoring': ['full'],\n"
        "    'implementation': {'name': '[/b]crash\\x1b[31m'}}), flush=True)\n"
        "input()\n"
        "print('\\x1b[2Jno such card', file=sys.stderr)\n"
        "sys.exit(3)\n"
    )
    path = tmp_path / "r.json"
    done = cjack("run", SHIPPED, "--json", path, "--", sys.executable, adapter)
    assert done.status == 1
    assert "CRASH trick/discarded-king-never-beats-led-jack (full scoring)" in done.out
    assert "it exited with status 3" in done.out
    assert "no such card" in done.out
    assert "\x1b" not in done.out + done.err
    assert "[/b]crash" in done.out
    (told,) = [o for o in _report(path)["outcomes"] if o["scoring"] == "full"]
    assert told["outcome"] == "crash"
    assert "no such card" in told["stderr"]


# --- run ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("given", [SHIPPED, f"{SHIPPED}.yaml", "trick"])
def test_scenarios_are_run_by_id_or_the_leading_part_of_ids(tmp_path: Path, given: str) -> None:
    # From another folder: the suite is found, and its ids are the same.
    path = tmp_path / "r.json"
    done = cjack("run", given, "--json", path, "--", *REFERENCE, cwd=tmp_path)
    assert done.status == 0
    ran = {outcome["scenario"] for outcome in _report(path)["outcomes"]}
    assert SHIPPED in ran
    assert all(found.startswith("trick/") for found in ran)


def test_files_of_ones_own_are_run_from_their_folder(tmp_path: Path) -> None:
    mine = tmp_path / "mine" / "tie.yaml"
    mine.parent.mkdir()
    mine.write_text(TRICK)
    path = tmp_path / "r.json"
    done = cjack("run", "mine/tie.yaml", "--json", path, "--", *REFERENCE, cwd=tmp_path)
    assert done.status == 0
    assert [o["scenario"] for o in _report(path)["outcomes"]] == ["mine/tie", "mine/tie"]


def test_a_failure_is_seen_again_with_the_command_it_tells(tmp_path: Path) -> None:
    import shlex

    path, again = tmp_path / "r.json", tmp_path / "again.json"
    engine = _wrong(tmp_path, "loser_draws_first")
    cjack("run", "draw", "--json", path, "--", *engine)
    failed = next(o for o in _report(path)["outcomes"] if o["outcome"] == "fail")
    name, *words = shlex.split(failed["reproduce"])
    assert name == "cjack"
    done = cjack(*words[:2], "--json", again, *words[2:])
    assert done.status == 1
    assert _report(again)["outcomes"] == [failed]


# --- usage --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["certify"], "COMMAND"),
        (["certify", "--jobs", "0", "--", "true"], "--jobs"),
        (["certify", "--scoring", "short", "--", "true"], "--scoring"),
        (["run", "draw"], "the adapter is missing"),
        (["run", "--", "true"], "PATHS"),
        (["run", "no/such", "--", "true"], "no scenarios at no/such"),
        (["rules", "draw.winner-frist"], "did you mean draw.winner-first?"),
        (["rulez"], "rulez"),
        (["--rulez"], "--rulez"),
    ],
)
def test_wrong_usage_is_told_with_what_is_wrong(arguments: list[str], says: str) -> None:
    done = cjack(*arguments)
    assert done.status == 2
    assert done.out == ""
    assert says in " ".join(done.err.split())


def test_bad_files_are_told_before_anything_is_run(tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text(TRICK.replace("winner: south", "winner: north"))
    (tmp_path / "worse.yaml").write_text("title: x\n")
    for done in (
        cjack("lint", ".", cwd=tmp_path),
        cjack("run", ".", "--", "no-such-program", cwd=tmp_path),
    ):
        assert done.status == 2
        assert done.out == ""
        assert "bad.yaml:12:9: the winner of trick 1: the file says north" in done.err
        assert "worse.yaml:1:1: `rounds` is missing in the document" in done.err
        assert done.err.rstrip().endswith("problems found")


def test_a_report_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    done = cjack("run", SHIPPED, "--json", tmp_path / "no" / "r.json", "--", *REFERENCE)
    assert done.status == 2
    assert "cannot write" in done.err


@pytest.mark.parametrize(
    ("command", "says"),
    [
        (["/no/such/adapter"], "No such file or directory"),
        ([sys.executable, "-c", "pass"], "it exited with status 0"),
        ([sys.executable, "-c", "print('hi')"], "not a JSON message"),
    ],
)
def test_an_adapter_that_cannot_be_greeted_is_told(command: list[str], says: str) -> None:
    done = cjack("certify", "--", *command)
    assert done.status == 3
    assert done.out == ""
    assert says in " ".join(done.err.split())


# --- rules and lint -----------------------------------------------------------------------------


def test_all_rules_are_listed() -> None:
    done = cjack("rules")
    assert done.status == 0
    headings = [line for line in done.out.splitlines() if line and not line.startswith(" ")]
    assert [line.removesuffix(" (open)") for line in headings] == list(BOOK.clauses)
    assert {line.removesuffix(" (open)") for line in headings if line.endswith(" (open)")} == {
        slug for slug, clause in BOOK.clauses.items() if clause.status == "open"
    }
    assert _fits(done.out)


def test_one_rule_is_shown_with_its_sources_and_scenarios() -> None:
    done = cjack("rules", "draw.winner-first")
    assert done.status == 0
    assert done.out.startswith("draw.winner-first\n  After a trick its winner draws a card from")
    assert "Status   stated, of trick-play" in done.out
    assert "Sources  fil 17, 18; af 17, 18;" in done.out
    assert "draw/winner-draws-first-and-loser-next" in done.out
    assert _fits(done.out)


def test_an_open_rule_is_shown_with_the_options_of_its_ruling() -> None:
    done = cjack("rules", "award.trick-point-tie")
    for option in ("nobody (default):", "non_dealer:", "dealer:"):
        assert option in done.out
    assert "Sources  none: the documents are silent" in done.out
    assert _fits(done.out)


def test_a_rule_that_variants_depart_from_names_them() -> None:
    assert "Variant  Netplaces: " in cjack("rules", "follow.void-any-card").out


def test_the_shipped_scenarios_are_linted_from_anywhere(tmp_path: Path) -> None:
    done = cjack("lint", cwd=tmp_path)
    assert done.status == 0, done.err
    assert done.out.endswith(" scenarios, no problems\n")


def test_one_file_of_ones_own_is_linted(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(TRICK)
    done = cjack("lint", "mine.yaml", cwd=tmp_path)
    assert (done.status, done.out) == (0, "1 scenario, no problems\n")


# --- help ---------------------------------------------------------------------------------------

COMMANDS = ["certify", "run", "rules", "lint"]


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_has_its_help(command: str) -> None:
    assert command in cjack("--help").out
    done = cjack(command, "--help")
    assert done.status == 0
    assert done.out.startswith("Usage: ")
    assert _fits(done.out)


def test_help_tells_the_exit_statuses() -> None:
    assert "Exit status: 0 conforms" in cjack("--help").out


@pytest.mark.parametrize("arguments", [["--version"], ["--help"]])
def test_little_is_imported_to_say_little(arguments: list[str]) -> None:
    source = (
        "import sys\nfrom conformance.cli.main import main\n"
        f"try:\n    main({arguments!r})\nexcept SystemExit:\n    pass\n"
        "print(*sorted({name.partition('.')[0] for name in sys.modules}))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", source], capture_output=True, text=True, check=True, cwd=ROOT
    )
    loaded = set(done.stdout.splitlines()[-1].split())
    assert "click" in loaded
    assert loaded.isdisjoint({"jsonschema", "yaml", "rich", "hypothesis", "msgspec"})
