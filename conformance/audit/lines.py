"""A log file, read line by line: never more than one line of it is held."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import msgspec

from conformance.audit.convert import from_deck, from_tricks
from conformance.audit.format import MAX_LINE, DeckMatch, LogFormat, LoggedMatch, TricksMatch
from conformance.audit.game import Game, GameError, build_game
from conformance.errors import Problem, UsageError
from conformance.protocol.codec import QUOTED, quote
from conformance.text import excerpt, printable
from reference_engine.state import ScoringMode

_matches = msgspec.json.Decoder(LoggedMatch)
_tricks = msgspec.json.Decoder(TricksMatch)
_deck = msgspec.json.Decoder(DeckMatch)

DECODE: dict[LogFormat, Callable[[bytes], LoggedMatch]] = {
    "matches": _matches.decode,
    "tricks": lambda line: from_tricks(_tricks.decode(line)),
    "deck": lambda line: from_deck(_deck.decode(line)),
}


@dataclass(frozen=True, slots=True)
class Log:
    """A log file and how to read it; ``scoring`` is the mode of games that do not name theirs."""

    path: Path
    format: LogFormat = "matches"
    scoring: ScoringMode | None = None

    def games(self) -> Iterator[Game | Problem]:
        """Each game in its turn, and a problem for each line that is none.

        Raises:
            UsageError: the file cannot be read.
        """
        try:
            with self.path.open("rb") as file:
                yield from self._games(file)
        except OSError as error:
            raise UsageError(
                f"cannot read {printable(str(self.path))}: {error.strerror or error}",
                "name a file with one game a line",
            ) from None

    def _games(self, file: BinaryIO) -> Iterator[Game | Problem]:
        games = 0
        for number, line in enumerate(_lines(file), start=1):
            if line is not None and not line.strip():
                continue
            games += 1
            try:
                yield self._game(line, games, number)
            except GameError as error:
                yield Problem(printable(str(self.path)), number, 1, printable(str(error)))

    def _game(self, line: bytes | None, number: int, line_number: int) -> Game:
        if line is None:
            raise GameError("", f"longer than {MAX_LINE} bytes; write one match a line")
        try:
            line.decode()  # what the decoder skips is not looked at there
            logged = DECODE[self.format](line)
        except msgspec.ValidationError as fault:
            what, _, where = str(fault).partition(" - at `")
            raise GameError(where.rstrip("`").removeprefix("$").lstrip("."), what) from None
        except (msgspec.DecodeError, ValueError, RecursionError) as fault:
            what = excerpt(str(fault), QUOTED)
            raise GameError("", f"not a JSON object: {what}; the line is {quote(line)}") from None
        return build_game(logged, number, line_number, self.scoring)


def _lines(file: BinaryIO) -> Iterator[bytes | None]:
    """The lines; None for one that is too long, which is skipped."""
    while line := file.readline(MAX_LINE + 1):
        if len(line) <= MAX_LINE or line.endswith(b"\n"):
            yield line
            continue
        while (rest := file.readline(MAX_LINE)) and not rest.endswith(b"\n"):
            pass
        yield None
