"""The shipped tier, replayed once for all tests."""

from collections import defaultdict

import pytest

from conformance.exhaustive.cells import Cell, observed
from conformance.exhaustive.coverage import EVERYTHING, Covered, coverage
from conformance.exhaustive.requests import Asked
from conformance.exhaustive.tier import Tier, shipped_tier
from reference_engine.replay import replay
from reference_engine.rules import Rules

Places = dict[str, dict[Cell, list[str]]]
"""By table and cell, the ids of the whole rounds that show the cell."""


@pytest.fixture(scope="session")
def tier() -> Tier:
    return shipped_tier()


@pytest.fixture(scope="session")
def tables(tier: Tier) -> dict[str, Covered]:
    return {row.table.key: row for row in coverage(tier)}


@pytest.fixture(scope="session")
def places(tier: Tier) -> Places:
    found: Places = defaultdict(lambda: defaultdict(list))
    for case in tier.cases(EVERYTHING):
        if isinstance(case, Asked) and case.id.count("/") == 1:
            for key, cell in observed(case.match, replay(Rules(), case.match)):
                found[key][cell].append(case.id)
    return found
