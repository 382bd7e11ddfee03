"""`cjack audit` as a whole: what is printed, what is written, how it ends."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from conformance.audit.auditing import KEPT_FINDINGS, audit
from conformance.audit.format import LogFormat
from conformance.audit.lines import Log
from conformance.cli.main import main
from conformance.rulebook import load_rulebook
from tests.audit.making import (
    LedSuitIsFree,
    LoserDrawsFirst,
    LowToWhoPlayedIt,
    Message,
    match_log,
    plays_only,
    without,
    write,
)

RIGHT = [match_log(seed) for seed in range(3)]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    """Run the command; its exit status, output and error output."""

    def command(*words: str | Path) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as end:
            main(["audit", *map(str, words)])
        told = capsys.readouterr()
        assert isinstance(end.value.code, int)
        return end.value.code, told.out, told.err

    return command


def as_tricks(log: Message) -> Message:
    """The log in the format ``tricks``, with the winners that it has."""
    rounds = []
    for round_ in log["rounds"]:
        plays, told = round_["plays"], round_["tricks"]
        tricks = [
            [plays[2 * at][0], plays[2 * at][1], plays[2 * at + 1][1], told[at]["winner"]]
            for at in range(len(plays) // 2)
        ]
        kept = ("dealer", "hands", "stock", "result")
        rounds.append({key: round_[key] for key in kept} | {"tricks": tricks})
    return {"scoring": log["scoring"], "rounds": rounds, "winner": log["winner"]}


def as_deck(log: Message) -> Message:
    """The log in the format ``deck``."""
    rounds = [
        {"deck": " ".join(r["deck"]), "plays": " ".join(card for _, card in r["plays"])}
        | {"result": r["result"]}
        for r in log["rounds"]
    ]
    return {"scoring": log["scoring"], "dealer": log["dealer"], "rounds": rounds}


# --- the three ends -------------------------------------------------------------------------


def test_right_games_conform_as_observed(run: Any, tmp_path: Path) -> None:
    status, out, err = run(write(tmp_path / "g.jsonl", RIGHT))
    assert status == 0
    assert err == ""
    assert "Games           3 with" in out
    assert out.splitlines()[-1].startswith("CONFORMS AS OBSERVED")
    assert max(map(len, out.splitlines())) <= 80 + len(str(tmp_path))


def test_a_game_with_a_fault_is_shown_with_its_clause(run: Any, tmp_path: Path) -> None:
    logs = [*RIGHT, match_log(9, LoserDrawsFirst())]
    status, out, _ = run(write(tmp_path / "g.jsonl", logs))
    assert status == 1
    assert "FAIL game 4 seed-9 (full scoring)" in out
    assert "line 4 of" in out
    assert "the draws after the trick" in out
    assert "draw.winner-first: After a trick its winner draws" in out
    assert "3 by the rules, 1 not" in out
    assert out.splitlines()[-1] == "DOES NOT CONFORM: see the failures above"


def test_garbage_among_right_games_ends_with_2(run: Any, tmp_path: Path) -> None:
    path = write(tmp_path / "g.jsonl", [RIGHT[0], "{]", RIGHT[1]])
    status, out, err = run(path)
    assert status == 2
    assert f"{path}:2: not a JSON object" in err
    assert "2 by the rules, 0 not, 1 unreadable" in out


def test_garbage_beside_a_wrong_game_ends_with_1(run: Any, tmp_path: Path) -> None:
    path = write(tmp_path / "g.jsonl", ["{]", match_log(9, LoserDrawsFirst())])
    assert run(path)[0] == 1


def test_garbage_alone_does_not_conform(run: Any, tmp_path: Path) -> None:
    status, out, _ = run(write(tmp_path / "g.jsonl", ["{]"]))
    assert status == 2
    assert "no game could be read" in out


@pytest.mark.parametrize("lines", [[], ["", ""]])
def test_an_empty_log_is_wrong_usage(run: Any, tmp_path: Path, lines: list[str]) -> None:
    status, _, err = run(write(tmp_path / "g.jsonl", lines))
    assert status == 2
    assert "no game in" in err


def test_a_file_that_is_missing_is_wrong_usage(run: Any, tmp_path: Path) -> None:
    status, _, err = run(tmp_path / "none.jsonl")
    assert status == 2
    assert "No such file" in err


def test_control_characters_of_a_log_do_not_reach_the_terminal(run: Any, tmp_path: Path) -> None:
    named = match_log(9, LoserDrawsFirst()) | {"id": "\x1b[2Jgone"}
    deal = json.loads(json.dumps(RIGHT[0]))
    deal["rounds"][0]["stock"][0] = "\x1b[2J"
    _, out, err = run(write(tmp_path / "g.jsonl", [named, deal]))
    assert "\x1b[2J" not in out + err
    assert "\\x1b[2Jgone" in out


# --- what is missing ------------------------------------------------------------------------


def test_what_was_not_logged_is_named(run: Any, tmp_path: Path) -> None:
    status, out, _ = run(write(tmp_path / "g.jsonl", map(plays_only, RIGHT)))
    assert status == 0
    told = " ".join(out.split())
    assert "award.high, award.low, award.jack" in told
    assert "(not logged: result.awards)" in told
    assert "(not logged: refused plays)" in told
    assert "view.drawn-cards (a log of games does not hold what a player is shown)" in told


def test_rare_clauses_come_with_the_games_that_they_need(tmp_path: Path) -> None:
    """Both reach ten with different scores in about one match in a thousand and less."""
    found = audit(Log(write(tmp_path / "g.jsonl", RIGHT)), load_rulebook())
    missing = {c.slug: c.missing.games for c in found.clauses if c.missing and c.missing.games}
    assert missing["match.both-reach-target"] > 500
    assert all(games < 100 for slug, games in missing.items() if slug != "match.both-reach-target")


def test_single_rounds_are_measured_by_rounds(tmp_path: Path) -> None:
    singles = [match_log(seed, max_rounds=1) for seed in range(3)]
    found = audit(Log(write(tmp_path / "g.jsonl", singles)), load_rulebook())
    missing = {c.slug: c.missing for c in found.clauses if c.missing}
    assert missing["match.tie-plays-on"].games is None
    assert "random games" in missing["match.tie-plays-on"].reason


def test_classes_are_those_of_the_modes_that_were_played(tmp_path: Path) -> None:
    simplified = [match_log(1, scoring="simplified")]
    found = audit(Log(write(tmp_path / "g.jsonl", simplified)), load_rulebook())
    assert found.classes["full-scoring"] == "not claimed"
    assert "award.game" not in {clause.slug for clause in found.clauses}


def test_declarations_that_contradict_are_told_and_left_out(run: Any, tmp_path: Path) -> None:
    logs = [
        RIGHT[0] | {"rulings": {"trick_point_tie": "nobody"}},
        RIGHT[1] | {"rulings": {"trick_point_tie": "dealer"}},
    ]
    status, out, err = run(write(tmp_path / "g.jsonl", logs))
    assert status == 2
    assert "rulings.trick_point_tie: is dealer, and an earlier game has nobody" in err
    assert "Games           1 with" in out


# --- formats --------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "convert"), [("tricks", as_tricks), ("deck", as_deck)])
def test_other_formats_are_graded_alike(
    run: Any, tmp_path: Path, name: LogFormat, convert: Any
) -> None:
    right = write(tmp_path / "right.jsonl", map(convert, RIGHT))
    assert run("--format", name, right)[0] == 0
    wrong = write(tmp_path / "wrong.jsonl", [convert(match_log(2, LedSuitIsFree()))])
    status, out, _ = run("--format", name, wrong)
    assert status == 1
    assert "follow.must-follow-suit" in out


def test_a_trick_that_was_broken_off(run: Any, tmp_path: Path) -> None:
    log = as_tricks(match_log(1, max_rounds=1))
    round_ = log["rounds"][0]
    leader, lead = round_["tricks"][3][:2]
    round_ |= {"tricks": [*round_["tricks"][:3], [leader, lead, None]], "result": None}
    assert run("--format", "tricks", write(tmp_path / "g.jsonl", [log]))[0] == 0


def test_the_mode_can_be_given_for_the_whole_log(run: Any, tmp_path: Path) -> None:
    path = write(tmp_path / "g.jsonl", [without(log, "scoring") for log in RIGHT])
    assert run(path)[0] == 2
    assert run("--scoring", "full", path)[0] == 0


# --- reports --------------------------------------------------------------------------------


def test_the_json_report_holds_the_same(run: Any, tmp_path: Path) -> None:
    path = write(tmp_path / "g.jsonl", [*RIGHT, match_log(0, LowToWhoPlayedIt())])
    run("--json", tmp_path / "a.json", path)
    value = json.loads((tmp_path / "a.json").read_text("utf-8"))
    assert value["verdict"] == "does-not-conform"
    assert value["counts"] == {"by_the_rules": 3, "diverging": 1}
    [finding] = value["findings"]
    assert (finding["game"], finding["name"]) == (4, "seed-0")
    assert finding["divergence"]["clause"] == "award.low"
    states = {clause["slug"]: clause for clause in value["clauses"]}
    assert states["award.low"]["state"] == "failed"
    high = states["award.high"]
    # The awards of the wrong game are where it leaves the rules: they show nothing.
    assert (high["state"], high["games"], high["diverging"]) == ("passed", 3, 0)
    assert states["play.in-turn"]["missing"]["parts"] == ["refused"]


def test_of_many_failures_one_is_shown_and_verbose_shows_them_all(run: Any, tmp_path: Path) -> None:
    logs = [match_log(seed, LoserDrawsFirst(), max_rounds=1) for seed in range(4)]
    path = write(tmp_path / "g.jsonl", logs)
    _, out, _ = run(path)
    assert out.count("FAIL game") == 1
    assert "and 3 more games" in out
    assert "draw.winner-first: 4 games" in out
    assert run("--verbose", path)[1].count("FAIL game") == 4


def test_failures_beyond_what_is_kept_are_counted(tmp_path: Path) -> None:
    log = match_log(1, LoserDrawsFirst(), max_rounds=1)
    log["rounds"][0]["plays"] = log["rounds"][0]["plays"][:2]
    log["rounds"][0] |= {"legal": [], "result": None, "tricks": log["rounds"][0]["tricks"][:1]}
    count = KEPT_FINDINGS + 20
    found = audit(Log(write(tmp_path / "g.jsonl", [log] * count)), load_rulebook())
    assert found.diverging == count
    assert len(found.tally.findings) == KEPT_FINDINGS


def test_the_installed_command(tmp_path: Path) -> None:
    path = write(tmp_path / "g.jsonl", RIGHT[:1])
    ended = subprocess.run(
        [sys.executable, "-m", "conformance", "audit", str(path)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0
    assert "CONFORMS AS OBSERVED" in ended.stdout
