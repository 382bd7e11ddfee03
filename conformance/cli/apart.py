"""`cjack apart`: the fewest plays that tell two readings apart."""

import click

from conformance.diagnosis.apart import apart
from conformance.diagnosis.candidates import candidates
from conformance.errors import UsageError
from conformance.reports.deal_text import apart_lines
from conformance.rulebook import Rulebook, load_rulebook
from conformance.scenarios.load import shipped_suite
from reference_engine.rules import Rules

EPILOG = """\b
Examples:
  cjack apart documented bicycle
  cjack apart trick_point_tie=nobody trick_point_tie=dealer
  cjack apart documented draw.loser-first
"""


@click.command(epilog=EPILOG)
@click.argument("first")
@click.argument("second")
def command(first: str, second: str) -> int:
    """Show the shortest replay that tells FIRST and SECOND apart.

    Each is `documented`, an option of a ruling (`dealer_rotation=winner_deals`), a variant
    (`bicycle`) or a fault (`cjack faults --list`). Exit status 1 if none was found.
    """
    book = load_rulebook()
    found = apart(_rules(first, book), _rules(second, book), shipped_suite().scenarios)
    if found is None:
        click.echo(f"no replay was found that tells {first} and {second} apart")
        return 1
    click.echo(f"{found.plays} plays ({found.found_in}):")
    for line in apart_lines(found.match, found.difference, first, second):
        click.echo(line)
    return 0


def _rules(name: str, book: Rulebook) -> Rules:
    if name == "documented":
        return Rules()
    known = {candidate.id: candidate for candidate in candidates(book)}
    if name not in known:
        rulings = ", ".join(book.rulings)
        raise UsageError(
            f"{name} is no reading, variant or fault",
            f"write `documented`, RULING=OPTION ({rulings}), a variant "
            f"({', '.join(book.variants)}) or the id of a fault",
        )
    return known[name].rules(Rules())
