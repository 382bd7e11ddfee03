"""Whatever an adapter does, each scenario gets its own outcome and nothing is left running."""

import re
from pathlib import Path

import pytest

from conformance.adapters.peer import MAX_LINE
from tests.hostile.keeping import measured, survivors, visit
from tests.hostile.members import MEMBERS, ZOO, Member


def test_every_member_of_the_zoo_is_let_loose() -> None:
    scripts = {path.stem for path in ZOO.glob("[!_]*.py")}
    assert scripts == {member.name for member in MEMBERS} - {"is_not_found", "is_not_executable"}


@pytest.mark.parametrize("member", MEMBERS, ids=lambda member: member.name)
def test_each_scenario_gets_its_own_outcome(member: Member, tmp_path: Path) -> None:
    found = visit(member, tmp_path)
    kinds = tuple(outcome.kind for outcome in found.outcomes)
    assert (kinds or None) == member.kinds, found
    assert re.search(member.gist, found.message), found.message
    assert survivors(tmp_path) == []


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("writes_100_mb_without_a_line_end", 4),
        ("floods_standard_error", 4),
        ("sends_replies_of_four_megabytes", 8),
        # As Python values; short lists are the worst.
        ("lists_half_a_million_cards", 32),
    ],
)
def test_what_is_kept_of_a_flood_is_bounded_by_the_longest_line(name: str, lines: int) -> None:
    assert measured(name) < measured("ends_lines_with_cr_lf") + lines * MAX_LINE
