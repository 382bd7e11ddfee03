"""The covered cells as pictures: each table of the generated rounds as one grid."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from conformance.exhaustive.cells import Cell
from conformance.exhaustive.coverage import Covered
from conformance.reports.html.render import render
from conformance.version import __version__
from reference_engine.cards import DECK

SHOWN_MISSING = 20
_CARD_AT = {card: at for at, card in enumerate(DECK)}
_Key = Callable[[Cell], Any]


@dataclass(frozen=True, slots=True)
class Axes:
    """How the cells of a table are laid out: what makes a row and what a column."""

    rows: str
    columns: str
    row: _Key
    column: _Key


def _axes(key: str) -> Axes:
    if key.startswith(("follows", "refusals")):
        return Axes(
            "suit led and trump",
            "cards held of each suit",
            lambda cell: cell[1:],
            lambda cell: (sum(cell[0]), cell[0]),
        )
    return _AXES[key]


_AXES = {
    "tricks": Axes(
        "the card led",
        "the card that follows; under each trump, led by each seat",
        lambda cell: _CARD_AT[cell[0]],
        lambda cell: _CARD_AT[cell[1]],
    ),
    "trick-numbers": Axes(
        "who wins it", "number of the trick", lambda cell: cell[1:], lambda cell: cell[0]
    ),
    "captures": Axes(
        "seat and trump",
        "the card captured",
        lambda cell: cell[1:],
        lambda cell: _CARD_AT[cell[0]],
    ),
    "trick-points": Axes("seat", "points", lambda cell: cell[0], lambda cell: cell[1]),
    "awards": Axes(
        "scoring mode and dealer",
        "who takes high, low, jack, game",
        lambda cell: cell[:2],
        lambda cell: tuple(map(str, cell[2:])),
    ),
    "scores": Axes(
        "scoring mode and awards",
        "scores before the round",
        lambda cell: (cell[0], *map(str, cell[3:])),
        lambda cell: cell[1:3],
    ),
}


@dataclass(frozen=True, slots=True)
class Grid:
    """A table drawn: SVG paths of the squares that are covered whole, in part, not at all; a
    square of which no cell can be reached is in none of them."""

    title: str
    axes: Axes
    width: int
    height: int
    reachable: int
    covered: int
    whole: str
    part: str
    none: str
    missing: tuple[str, ...]
    more: int
    unreachable: tuple[tuple[int, str], ...]


def coverage_page(rows: Iterable[Covered]) -> bytes:
    """The tables as one HTML file."""
    grids = [_grid(row) for row in rows]
    return render(
        "coverage.html.j2",
        grids=grids,
        reachable=sum(grid.reachable for grid in grids),
        covered=sum(grid.covered for grid in grids),
        version=__version__,
    )


def _grid(row: Covered) -> Grid:
    axes = _axes(row.table.key)
    cells = row.table.cells
    row_at = _places(map(axes.row, cells))
    column_at = _places(map(axes.column, cells))

    def square(cell: Cell) -> tuple[int, int]:
        return row_at[axes.row(cell)], column_at[axes.column(cell)]

    reachable, covered = Counter(map(square, cells)), Counter(map(square, row.covered))
    by_state: dict[str, list[tuple[int, int]]] = {"whole": [], "part": [], "none": []}
    for at, count in sorted(reachable.items()):
        found = covered[at]
        by_state["whole" if found == count else "part" if found else "none"].append(at)
    missing = row.missing
    return Grid(
        title=row.table.title,
        axes=axes,
        width=len(column_at),
        height=len(row_at),
        reachable=len(cells),
        covered=len(row.covered),
        missing=tuple(" ".join(map(str, cell)) for cell in missing[:SHOWN_MISSING]),
        more=max(0, len(missing) - SHOWN_MISSING),
        unreachable=tuple((count, why) for why, count in row.table.unreachable.items()),
        **{state: _path(squares) for state, squares in by_state.items()},
    )


def _places(keys: Iterable[Any]) -> dict[Any, int]:
    return {key: at for at, key in enumerate(sorted(set(keys)))}


def _path(squares: Sequence[tuple[int, int]]) -> str:
    """Neighbours in a row become one rectangle."""
    parts = []
    for _, run in groupby(enumerate(squares), key=lambda item: (item[1][0], item[1][1] - item[0])):
        together = [square for _, square in run]
        (y, x), length = together[0], len(together)
        parts.append(f"M{x} {y}h{length}v1h-{length}z")
    return "".join(parts)
