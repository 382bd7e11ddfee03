"""Whatever an adapter does, each scenario gets its own outcome and nothing is left running."""

import re
from pathlib import Path

import pytest

from tests.hostile.keeping import survivors, visit
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
