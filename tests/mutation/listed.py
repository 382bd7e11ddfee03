"""The mutants that the suite cannot tell from the engine, each with the reason
(``equivalent.yaml``).

They are named by what is written on the line, so that they stay found when lines move.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import yaml

if TYPE_CHECKING:
    from tests.mutation.mutants import Mutant

FILE = Path(__file__).with_name("equivalent.yaml")


@dataclass(frozen=True, slots=True)
class Listed:
    """Mutants with one reason: those of a function, of a line in it, or one change of a line;
    what is empty is not looked at."""

    file: str
    why: str
    function: str = ""
    line: str = ""
    becomes: tuple[str, ...] = ()

    def covers(self, mutant: "Mutant") -> bool:
        return (
            self.file == f"{mutant.module}.py"
            and self.function in ("", mutant.function)
            and self.line in ("", mutant.line)
            and (not self.becomes or mutant.becomes in self.becomes)
        )


def listed_mutants() -> list[Listed]:
    """All entries of the file.

    Raises:
        ValueError: an entry without a reason, or one that would cover a whole module.
    """
    entries = [
        Listed(**{**entry, "becomes": tuple(entry.get("becomes", ()))})
        for entry in yaml.safe_load(FILE.read_text("utf-8"))
    ]
    for entry in entries:
        if not entry.why.strip() or not (entry.function or entry.line):
            raise ValueError(f"no reason, or no line and no function: {entry}")
    return entries
