"""`cjack lint`: check scenario files."""

from pathlib import Path

import click

from conformance.resources import SCENARIOS
from conformance.rulebook import load_rulebook
from conformance.scenarios.load import own_suite


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
def command(paths: tuple[Path, ...]) -> None:
    """Check scenario files: form, deals, legality, clauses, titles, expected values.

    Without PATHS the shipped scenarios are checked. Where the authored values and the reference
    engine differ, lint says which side it doubts.
    """
    suite = own_suite(paths or (SCENARIOS,), load_rulebook())
    count = len(suite.scenarios)
    click.echo(f"{count} scenario{'s' * (count != 1)}, no problems")
