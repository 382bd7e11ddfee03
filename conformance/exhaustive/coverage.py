"""What the requests of the tier cover: counted in replays by the reference engine."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from conformance.exhaustive.cells import Cell, Table, all_tables, observed
from conformance.exhaustive.judging import Played
from conformance.exhaustive.requests import Asked
from conformance.exhaustive.tier import Tier
from conformance.grading.claims import CLASSES, Claims
from reference_engine.adapter import FEATURES, SCORING_MODES
from reference_engine.replay import MatchInput, MatchShown, RoundShown, replay
from reference_engine.rules import Rules
from reference_engine.state import BySeat

EVERYTHING = Claims(frozenset(SCORING_MODES), frozenset(FEATURES), frozenset(CLASSES))
"""The claims of an implementation of which everything can be asked."""


@dataclass(frozen=True, slots=True)
class Covered:
    """A table and the reachable cells of it that the tier covers."""

    table: Table
    covered: frozenset[Cell]

    @property
    def missing(self) -> list[Cell]:
        """Reachable cells that are not covered."""
        return sorted(self.table.cells - self.covered, key=str)


def coverage(tier: Tier) -> tuple[Covered, ...]:
    """Every table, filled in from the requests that an adapter with every feature is asked.

    Raises:
        ValueError: a replay covers a cell that its table holds to be unreachable.
    """
    tables = {table.key: table for table in all_tables()}
    found: dict[str, set[Cell]] = {key: set() for key in tables}
    asked = [case for case in tier.cases(EVERYTHING) if isinstance(case, Asked)]
    for match, shown in replays(asked):
        for key, cell in observed(match, shown):
            found[key].add(cell)
    for key, table in tables.items():
        if beyond := found[key] - table.cells:
            raise ValueError(f"{key}: {min(beyond, key=str)} is held to be unreachable")
    return tuple(Covered(table, frozenset(found[key])) for key, table in tables.items())


def replays(
    asked: Iterable[Asked], rules: Rules | None = None
) -> Iterator[tuple[MatchInput, MatchShown]]:
    """What each request brings, under the default reading unless ``rules`` are given. Of a
    request for the result alone, only that."""
    rules = rules or Rules()
    played: dict[int, Played] = {}
    for each in asked:
        if each.detail == "trace":
            yield each.match, replay(rules, each.match)
            continue
        number = each.made.number
        if number not in played:
            played[number] = Played.of(each, rules)
        shown = played[number].expected(rules, each.match)
        yield each.match, replace(shown, rounds=tuple(_bare(r) for r in shown.rounds))


def _bare(shown: RoundShown) -> RoundShown:
    """Without the captured cards: the trace that shows them was not asked for."""
    return replace(shown, captured=BySeat((), ()))


def coverage_value(rows: Iterable[Covered]) -> list[dict[str, Any]]:
    """The tables as plain values."""
    return [
        {
            "table": row.table.key,
            "title": row.table.title,
            "reachable": len(row.table.cells),
            "covered": len(row.covered),
            "missing": [list(cell) for cell in row.missing],
            "unreachable": [
                {"cells": cells, "why": why} for why, cells in row.table.unreachable.items()
            ],
        }
        for row in rows
    ]
