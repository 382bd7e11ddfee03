"""docs/game-logs.md: its examples are read and graded, its tables name what can be logged."""

import re
from pathlib import Path
from typing import get_args

import pytest

from conformance.audit.format import LogFormat, LoggedMatch, LoggedRound
from conformance.audit.game import build_game
from conformance.audit.grade import grade
from conformance.audit.lines import DECODE
from reference_engine.rules import Rules

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "game-logs.md").read_text("utf-8")
EXAMPLES = re.findall(r"^```json\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize(
    ("example", "name"), list(zip(EXAMPLES, get_args(LogFormat), strict=True)), ids=str
)
def test_each_format_has_an_example_that_goes_by_the_rules(example: str, name: LogFormat) -> None:
    game = build_game(DECODE[name](example.encode()), 1, 1)
    replayed = grade(game, Rules())
    assert replayed.divergence is None
    [trick, *_] = replayed.shown.rounds[0].tricks
    assert (trick.lead, trick.follow, trick.winner) == ("JC", "KD", "south")


@pytest.mark.parametrize(
    ("heading", "struct"), [("field of a match", LoggedMatch), ("field of a round", LoggedRound)]
)
def test_the_tables_name_each_field(heading: str, struct: type) -> None:
    table = PAGE.split(f"| {heading} |")[1].split("\n\n")[0]
    cells = re.findall(r"^\| (`.*?) \|", table, re.MULTILINE)
    named = {word for cell in cells for word in re.findall(r"`(\w+)`", cell)}
    assert named == set(struct.__struct_fields__)  # type: ignore[attr-defined]
