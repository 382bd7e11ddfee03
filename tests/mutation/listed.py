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
    """A change of a line in a function (or class, or at top level), and why it shows nowhere.
    Without ``line`` all changes of the function are meant."""

    why: str
    file: str
    function: str = ""
    line: str | None = None
    becomes: str | None = None

    def covers(self, mutant: "Mutant") -> bool:
        return (self.file, self.function) == (f"{mutant.module}.py", mutant.function) and (
            self.line is None or (self.line, self.becomes) == (mutant.line, mutant.becomes)
        )


def listed_mutants() -> list[Listed]:
    """All entries of the file.

    Raises:
        ValueError: an entry without a reason, or one that would cover a whole module.
    """
    entries = [
        Listed(group["why"].strip(), **mutant)
        for group in yaml.safe_load(FILE.read_text("utf-8"))
        for mutant in group["mutants"]
    ]
    for entry in entries:
        if not entry.why or not (entry.function or entry.line):
            raise ValueError(f"no reason, or neither line nor function: {entry}")
        if (entry.line is None) != (entry.becomes is None):
            raise ValueError(f"a line and what it becomes belong together: {entry}")
    return entries
