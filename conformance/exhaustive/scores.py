"""The rounds that the tier plays from every pair of scores: one for each fall of the awards.

``scores.txt`` names them, so that nothing has to be replayed to find them.
"""

import functools
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from conformance.exhaustive.cells import MODES, Takers, takers_of
from conformance.exhaustive.rounds import ROUNDS, GeneratedRound
from reference_engine.replay import replay
from reference_engine.rules import Rules
from reference_engine.state import ScoringMode, Seat

INDEX = ROUNDS.with_name("scores.txt")

Index = Mapping[tuple[ScoringMode, Seat, Takers], int]
"""The number of a round by scoring mode, dealer and takers under the default reading."""

_LETTER: dict[Seat | None, str] = {"north": "N", "south": "S", None: "-"}
_TAKER = {letter: taker for taker, letter in _LETTER.items()}


def takers(made: GeneratedRound, scoring: ScoringMode) -> Takers:
    """Who takes the awards of a round under the default reading."""
    result = replay(Rules(), made.match(scoring, refusals=False)).rounds[0].result
    assert result is not None  # noqa: S101 - a generated round is a whole one
    return takers_of(result)


def make_index(made: Sequence[GeneratedRound]) -> Index:
    """The first round of each kind."""
    index: dict[tuple[ScoringMode, Seat, Takers], int] = {}
    for each in made:
        for mode in MODES:
            index.setdefault((mode, each.dealer, takers(each, mode)), each.number)
    return index


def write_index(index: Index) -> str:
    """One line for each entry, in alphabetical order."""
    lines = (
        f"{mode} {dealer} {''.join(map(_LETTER.__getitem__, fall))} {number:04}\n"
        for (mode, dealer, fall), number in index.items()
    )
    return "".join(sorted(lines))


def read_index(lines: Iterable[str]) -> Index:
    """Raises: KeyError, ValueError: a line that is no entry."""
    modes: dict[str, ScoringMode] = {mode: mode for mode in MODES}
    index: dict[tuple[ScoringMode, Seat, Takers], int] = {}
    for line in lines:
        if not line.startswith("#"):
            mode, dealer, letters, number = line.split()
            seat = _TAKER[dealer[0].upper()]
            assert seat is not None  # noqa: S101 - a dealer is somebody
            index[modes[mode], seat, tuple(map(_TAKER.__getitem__, letters))] = int(number)
    return index


@functools.cache
def shipped_index(path: Path = INDEX) -> Index:
    """The index that comes with the suite."""
    return read_index(path.read_text(encoding="ascii").splitlines())
