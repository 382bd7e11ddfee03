"""Reading a log: what a line may look like, and what is said of one that is no game."""

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from conformance import resources
from conformance.audit.format import MAX_LINE
from conformance.audit.game import Game, GameError
from conformance.audit.lines import Log
from conformance.errors import Problem, UsageError
from tests.audit.making import Message, game, match_log, plays_only, write

SCHEMA = Draft202012Validator(
    json.loads((resources.SCHEMAS / "game-log.schema.json").read_text("utf-8"))
)


def only_problem(tmp_path: Path, line: str) -> Problem:
    [found] = Log(write(tmp_path / "g.jsonl", [line])).games()
    assert isinstance(found, Problem)
    return found


def changed(log: Message, *path: Any, to: Any) -> Message:
    """A copy with another value at ``path``."""
    copy: Message = json.loads(json.dumps(log))
    place: Any = copy
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = to
    return copy


ONE_ROUND = match_log(1, max_rounds=1)


def test_a_log_with_everything_is_read() -> None:
    read = game(ONE_ROUND)
    assert read.name == "seed-1"
    assert read.dealer == "north"
    assert len(read.rounds[0].plays) == 52


def test_cards_may_be_one_text_and_written_in_other_ways() -> None:
    text = changed(ONE_ROUND, "rounds", 0, "deck", to=" ".join(ONE_ROUND["rounds"][0]["deck"]))
    assert game(text).rounds == game(ONE_ROUND).rounds
    other = [c.replace("T", "10").lower() for c in ONE_ROUND["rounds"][0]["stock"]]
    assert game(changed(ONE_ROUND, "rounds", 0, "stock", to=other)).rounds == game(ONE_ROUND).rounds


def test_the_first_dealer_follows_from_the_first_lead() -> None:
    log = plays_only(match_log(2, dealer="south", max_rounds=1))
    del log["dealer"]
    assert log["rounds"][0]["plays"][0][0] == "north"
    assert game(log).dealer == "south"


@pytest.mark.parametrize(
    ("path", "value", "field", "says"),
    [
        (("rounds", 0, "hands", "north", 2), "1X", "rounds[0].hands.north[2]", "is no card"),
        (("rounds", 0, "legal", 3), "AS ZZ", "rounds[0].legal[3][1]", "is no card"),
        (("rounds", 0, "dealer"), "south", "dealer", "is north, and rounds[0].dealer is south"),
    ],
)
def test_what_is_no_game_is_named_by_its_field(
    path: tuple[Any, ...], value: Any, field: str, says: str
) -> None:
    with pytest.raises(GameError) as error:
        game(changed(ONE_ROUND, *path, to=value))
    assert error.value.field == field
    assert says in str(error.value)


def test_a_round_without_a_deal_is_no_game() -> None:
    log = plays_only(ONE_ROUND)
    del log["rounds"][0]["stock"]
    with pytest.raises(GameError, match="must tell the deal"):
        game(log)


def test_a_game_without_a_scoring_mode_takes_that_of_the_command(tmp_path: Path) -> None:
    log = {k: v for k, v in ONE_ROUND.items() if k != "scoring"}
    path = write(tmp_path / "g.jsonl", [log])
    [missing] = Log(path).games()
    assert isinstance(missing, Problem)
    assert "--scoring" in missing.message
    [found] = Log(path, scoring="simplified").games()
    assert isinstance(found, Game)
    assert found.scoring == "simplified"


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("not json", "not a JSON object"),
        ('{"unknown": ' + "[" * 100_000, "not a JSON object"),
        ('"text"', "object"),
        ('{"rounds": []}', "rounds"),
        ('{"rounds": [{"plays": [["east", "AS"]]}]}', "rounds[0].plays[0][0]"),
        ('{"rounds": [{"plays": [["north", "AS", "why not"]]}]}', "rounds[0].plays[0][2]"),
        ('{"rounds": [{"plays": 5}]}', "rounds[0].plays"),
    ],
)
def test_a_line_that_is_no_game_becomes_a_problem(tmp_path: Path, line: str, says: str) -> None:
    problem = only_problem(tmp_path, line)
    assert problem.line == 1
    assert says in problem.message


def test_lines_are_counted_and_empty_ones_skipped(tmp_path: Path) -> None:
    path = write(tmp_path / "g.jsonl", [ONE_ROUND, "", "{", ONE_ROUND])
    first, second, third = Log(path).games()
    assert isinstance(first, Game)
    assert isinstance(second, Problem)
    assert isinstance(third, Game)
    assert (first.number, first.line) == (1, 1)
    assert second.line == 3
    assert (third.number, third.line) == (3, 4)


def test_a_line_without_an_end_is_cut_off_and_the_next_is_read(tmp_path: Path) -> None:
    path = write(tmp_path / "g.jsonl", ["x" * (3 * MAX_LINE), ONE_ROUND])
    long, good = Log(path).games()
    assert isinstance(long, Problem)
    assert str(MAX_LINE) in long.message
    assert isinstance(good, Game)
    assert good.line == 2


def test_bytes_that_are_no_text_become_a_problem(tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    path.write_bytes(b'{"id": "\xff", "rounds": []}\n')
    [problem] = Log(path).games()
    assert isinstance(problem, Problem)


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot read"):
        list(Log(tmp_path / "none.jsonl").games())


@pytest.mark.parametrize("log", [ONE_ROUND, plays_only(ONE_ROUND), match_log(3)])
def test_logs_fit_the_schema(log: Message) -> None:
    assert [error.message for error in SCHEMA.iter_errors(log)] == []


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("rounds",), []),
        (("rounds", 0, "plays", 0), ["south"]),
        (("rounds", 0, "plays", 0), ["south", "AS", "refused", "more"]),
        (("rounds", 0, "plays", 0, 0), "east"),
        (("rounds", 0, "tricks", 0, "draws"), {"north": "AS"}),
        (("rounds", 0, "trump"), "hearts"),
        (("rounds", 0, "result", "awards", "low"), "east"),
        (("scoring",), "half"),
        (("rulings",), {"trick_point_tie": "both"}),
        (("rulings",), {"no_such": "nobody"}),
        (("winner",), "draw"),
    ],
)
def test_the_schema_and_the_reader_refuse_the_same(
    tmp_path: Path, path: tuple[Any, ...], value: Any
) -> None:
    log = changed(ONE_ROUND, *path, to=value)
    assert not SCHEMA.is_valid(log)
    only_problem(tmp_path, json.dumps(log))
