"""The finished examples of the adapter kits, built to be run."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from conformance.differential.agreement import Command
from conformance.kits import Kit, load_kits, write_kit

IN_FOLDER = 'cd "$0" && exec "$@"'
"""A kit is run in its own folder; the shell gives way to it."""


def examples(folder: Path, left_out: Callable[[str], None]) -> Iterator[Command]:
    """The commands of all kits that can be built here, each in its folder within ``folder``;
    ``left_out`` is told of the others."""
    for kit in load_kits().values():
        place = folder / kit.language
        write_kit(kit, place, example=True)
        missing = _missing_tool(kit)
        if missing or not _is_built(kit, place):
            reason = f"{missing} is not installed" if missing else "it cannot be built"
            left_out(f"the kit for {kit.title} is left out: {reason}")
        else:
            yield ("sh", "-c", IN_FOLDER, str(place), *_words(kit.command))


def _words(command: str) -> list[str]:
    """``python3`` is the Python that runs this: another one may be too old."""
    return [sys.executable if word == "python3" else word for word in command.split()]


def _missing_tool(kit: Kit) -> str | None:
    tools = [_words(line)[0] for line in (kit.build, kit.command) if line]
    return next((it for it in tools if not it.startswith("./") and not shutil.which(it)), None)


def _is_built(kit: Kit, place: Path) -> bool:
    if not kit.build:
        return True
    done = subprocess.run(  # noqa: S603 - our own kits
        kit.build.split(), cwd=place, env=os.environ, stdout=sys.stderr, check=False
    )
    return done.returncode == 0
