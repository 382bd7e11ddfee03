"""Which run a journal is of: only the very same run may go on with it."""

import hashlib
import os
import stat
from pathlib import Path

import msgspec
from msgspec import Struct

from conformance.exhaustive.held_out import HeldOut
from reference_engine.state import ScoringMode


class Identity(Struct, frozen=True, forbid_unknown_fields=True):
    """All that decides what is asked and what may be answered.

    ``files`` tells the size and the time of change of those words of the command that are files:
    an adapter that was edited is another one. How many processes are asked does not matter.
    """

    suite: str
    digest: str
    generated: str
    command: tuple[str, ...]
    folder: str
    files: tuple[tuple[int, int] | None, ...]
    scoring: ScoringMode | None
    timeout: float
    seed: int | None
    held_out: int

    @property
    def key(self) -> str:
        """A short name for it."""
        return hashlib.sha256(msgspec.json.encode(self)).hexdigest()[:16]

    def differs_in(self, other: "Identity") -> list[str]:
        """What is not the same, in words."""
        return [
            _WORDS.get(name, name)
            for name in self.__struct_fields__
            if getattr(self, name) != getattr(other, name)
        ]


class Header(Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of a journal: the run, and what was drawn for it by chance."""

    journal: int
    run: Identity
    held_out: HeldOut | None


_WORDS = {
    "suite": "the version of the suite",
    "digest": "the scenarios",
    "generated": "the generated rounds",
    "files": "a file of the command",
    "scoring": "--scoring",
    "timeout": "--timeout",
    "seed": "--seed",
    "held_out": "--held-out",
}


def files_of(command: tuple[str, ...]) -> tuple[tuple[int, int] | None, ...]:
    """For each word of a command, the size and the time of change of the file it names."""
    return tuple(map(_file, command))


def _file(word: str) -> tuple[int, int] | None:
    try:
        told = Path(word).stat()
    except (OSError, ValueError):
        return None
    if not stat.S_ISREG(told.st_mode):
        return None
    return told.st_size, told.st_mtime_ns


def folder() -> str:
    """Where the command is started."""
    return os.fsencode(Path.cwd()).decode("utf-8", "backslashreplace")
