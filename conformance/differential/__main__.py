"""``python -m conformance.differential``: several engines, the same random matches."""

import shlex
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import click

from conformance.differential.agreement import Command, Tally, compare
from conformance.differential.examples import examples
from conformance.errors import AdapterError
from conformance.reports.deal_text import apart_lines
from conformance.text import readable

STRETCH = 250
"""So many matches are played before the adapters are started afresh."""

EPILOG = """\b
Examples:
  python -m conformance.differential --kits
  python -m conformance.differential --matches 50 -- "node my-adapter.js" ./other
"""


@click.command(epilog=EPILOG)
@click.option("--matches", type=click.IntRange(min=1), default=1000, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--jobs", type=click.IntRange(1, 64), default=2, show_default=True)
@click.option("--kits", is_flag=True, help="The examples of all kits as well.")
@click.argument("adapters", nargs=-1)
def command(matches: int, seed: int, jobs: int, kits: bool, adapters: tuple[str, ...]) -> int:
    """Have ADAPTERS, each a command in one word, play the same random matches.

    Each is held to the rulebook under the rulings that it declares, so those that follow the
    same ones are held to each other. Exit status 1 if any disagrees; the shortest cut that
    shows it is given.
    """
    commands: list[Command] = [tuple(shlex.split(words)) for words in adapters]
    with tempfile.TemporaryDirectory() as folder:
        if kits:
            commands += examples(Path(folder), lambda told: click.echo(told, err=True))
        if not commands:
            raise click.UsageError("no adapters: name some, or give --kits")
        began = time.monotonic()
        tallies = _play(commands, seed, matches, jobs)
        seconds = time.monotonic() - began
    click.echo(f"{matches} matches of seed {seed} in {seconds:.0f} s")
    for tally in tallies:
        click.echo("\n".join(told_of(tally)))
    return int(any(tally.disagreements for tally in tallies))


def _play(commands: list[Command], seed: int, matches: int, jobs: int) -> list[Tally]:
    numbers = range(1, matches + 1)
    stretches = [numbers[at : at + STRETCH] for at in range(0, matches, STRETCH)]
    # None yet: an adapter that cannot be started is told of here, and not by another process.
    tallies = compare(commands, seed, ())
    work = partial(compare, commands, seed)
    if jobs == 1:
        return _summed(tallies, map(work, stretches))
    with ProcessPoolExecutor(jobs) as pool:
        return _summed(tallies, pool.map(work, stretches))


def _summed(tallies: list[Tally], coming: Iterable[list[Tally]]) -> list[Tally]:
    for later in coming:
        for tally, more in zip(tallies, later, strict=True):
            tally.add(more)
        if sys.stderr.isatty():
            click.echo(f"\r{tallies[0].matches} matches", err=True, nl=False)
    if sys.stderr.isatty():
        click.echo(err=True)
    return tallies


def told_of(tally: Tally) -> Iterator[str]:
    """What came of one engine, in lines."""
    name, played = readable(tally.name), f"{tally.matches} matches, {tally.rounds} rounds"
    if not tally.disagreements:
        yield f"agrees   {name}: {played}"
        return
    shortest = tally.shortest
    yield f"DIFFERS  {name}: in {len(tally.disagreements)} of {played}"
    yield f"  first in match {tally.disagreements[0].number}; shortest in match {shortest.number}"
    if shortest.cut:
        yield from apart_lines(shortest.cut.match, shortest.cut.difference, "rulebook", name)
    else:
        yield f"  {readable(shortest.message)}"


if __name__ == "__main__":
    try:
        sys.exit(command.main(standalone_mode=False))
    except click.ClickException as error:
        error.show()
        sys.exit(2)
    except AdapterError as error:
        click.echo(readable(f"{error.message}\n{error.hint}"), err=True)
        sys.exit(error.exit_status)
