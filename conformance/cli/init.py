"""`cjack init`: begin an adapter."""

import shlex
from collections.abc import Iterator
from pathlib import Path

import click

from conformance.kits import Kit, find_kit, write_kit

EPILOG = """\b
Examples:
  cjack init python my-adapter
  cjack init go . --example
"""


@click.command(epilog=EPILOG)
@click.argument("language")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--example", is_flag=True, help="Switch the finished example on, to see it conform.")
def command(language: str, folder: Path, example: bool) -> None:
    """Write a ready adapter in LANGUAGE to FOLDER, which is new or empty.

    The adapter speaks with the suite as it stands. What it says of the game is made up until you
    fill in one file with your engine; beside it lies an example that conforms.
    """
    kit = find_kit(language)
    write_kit(kit, folder, example=example)
    click.echo("\n".join((*_written(kit, folder), "", *_next(kit, folder, example))))


def _written(kit: Kit, folder: Path) -> Iterator[str]:
    yield f"{folder}: an adapter in {kit.title} (needs {kit.needs})"
    width = max(map(len, kit.files))
    for name, what in kit.files.items():
        yield f"  {name:<{width}}  {what}"


def _next(kit: Kit, folder: Path, example: bool) -> Iterator[str]:
    yield "Next:"
    if folder != Path():
        yield f"  cd {shlex.quote(str(folder))}"
    if kit.build:
        yield f"  {kit.build}"
    yield f"  cjack smoke -- {kit.command}"
    yield f"  cjack certify -- {kit.command}"
    yield ""
    if example:
        yield "The finished example is switched on, so certify passes too."
    else:
        yield "smoke passes from the start; certify fails until the stub is filled in."
