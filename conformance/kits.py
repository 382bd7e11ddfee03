"""The adapter kits: a ready project for each language, and how one is written out.

A kit is a folder of ``kits/`` with a ``kit.toml``; ``kits/README.md`` tells how it is laid out.
"""

import difflib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from conformance.errors import UsageError
from conformance.resources import KITS


@dataclass(frozen=True, slots=True)
class Switch:
    """The one text of ``file`` that chooses the engine: the stub, or the finished example."""

    file: str
    stub: str
    example: str


@dataclass(frozen=True, slots=True)
class Kit:
    """``files`` are what is copied, relative to ``folder``, each with a word on what it is;
    ``build`` is empty where nothing is to be built. ``build`` and ``command`` are run in the
    folder of the project. ``also`` are other names of the language."""

    language: str
    folder: Path
    title: str
    needs: str
    also: tuple[str, ...]
    build: str
    command: str
    switch: Switch
    files: Mapping[str, str]


def load_kits() -> dict[str, Kit]:
    """All kits by language, in alphabetical order."""
    return {path.parent.name: _kit(path) for path in sorted(KITS.glob("*/kit.toml"))}


def find_kit(name: str) -> Kit:
    """The kit for a language, whatever it is called.

    Raises:
        UsageError: there is none.
    """
    kits = load_kits()
    names = {called: kit for kit in kits.values() for called in (kit.language, *kit.also)}
    if kit := names.get(name.lower()):
        return kit
    close = difflib.get_close_matches(name.lower(), names, n=1, cutoff=0.5)
    meant = f"did you mean {names[close[0]].language}? " if close else ""
    raise UsageError(f"no kit for {name}", f"{meant}There are: {', '.join(kits)}")


def write_kit(kit: Kit, folder: Path, *, example: bool = False) -> None:
    """Copy the files of the kit to a folder that is empty or not yet there.

    With ``example`` the finished example is switched on in place of the stub.

    Raises:
        UsageError: the folder holds something, or it cannot be written to.
    """
    try:
        if folder.is_dir() and any(folder.iterdir()):
            raise UsageError(f"{folder} is not empty", "name a folder that is yet to be made")
        for name in kit.files:
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes((kit.folder / name).read_bytes())
        if example:
            chooser = folder / kit.switch.file
            text = chooser.read_text(encoding="utf-8")
            text = text.replace(kit.switch.stub, kit.switch.example, 1)
            chooser.write_bytes(text.encode())
    except OSError as error:
        raise UsageError(
            f"{folder} cannot be written to: {error.strerror}", "name another folder"
        ) from error


def _kit(path: Path) -> Kit:
    told = tomllib.loads(path.read_text(encoding="utf-8"))
    return Kit(
        language=path.parent.name,
        folder=path.parent,
        title=told["title"],
        needs=told["needs"],
        also=tuple(told["also"]),
        build=told.get("build", ""),
        command=told["command"],
        switch=Switch(**told["switch"]),
        files=told["files"],
    )
