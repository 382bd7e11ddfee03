"""`cjack audit`: games that an implementation logged, graded."""

import sys
from pathlib import Path

import click

from conformance.audit.as_json import audit_json
from conformance.audit.auditing import audit
from conformance.audit.format import LogFormat
from conformance.audit.lines import Log
from conformance.audit.told import print_audit
from conformance.reports.files import write_whole
from conformance.reports.terminal import Screen
from conformance.rulebook import load_rulebook
from conformance.text import WIDTH, printable
from reference_engine.state import ScoringMode

EPILOG = """\b
Exit status: 0 every game goes by the rules, as far as the log tells;
1 some game does not; 2 wrong usage, or a line that is no game.
\b
Examples:
  cjack audit games.jsonl
  cjack audit --format tricks --scoring full --json audit.json games.jsonl
"""


@click.command(epilog=EPILOG)
@click.argument("log_file", metavar="GAMES", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--format",
    "log_format",
    type=click.Choice(["matches", "tricks", "deck"]),
    default="matches",
    show_default=True,
    help="How a line tells its plays: with seats, trick by trick, or by cards alone.",
)
@click.option(
    "--scoring",
    type=click.Choice(["full", "simplified"]),
    help="The scoring mode of games that do not name theirs.",
)
@click.option(
    "--json",
    "json_file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the whole audit here as JSON.",
)
@click.option("--verbose", "-v", is_flag=True, help="Show every failure that was kept.")
def command(
    log_file: Path,
    log_format: LogFormat,
    scoring: ScoringMode | None,
    json_file: Path | None,
    verbose: bool,
) -> int:
    """Grade games that an implementation dealt and played by itself.

    GAMES holds one match a line, as JSON: the deal, the plays, and whatever else was logged
    (docs/game-logs.md). What the log does not tell is not judged: the report lists the clauses
    that it did not show, and how many more games would.
    """
    book = load_rulebook()
    audited = audit(Log(log_file, log_format, scoring), book)
    for problem in audited.tally.problems:
        click.echo(printable(f"{problem.file}:{problem.line}: {problem.message}"), err=True)
    if (left := audited.tally.unreadable - len(audited.tally.problems)) > 0:
        click.echo(f"… and {left} more lines that are no game", err=True)
    if json_file:
        write_whole(json_file, audit_json(audited, book))
    console = Screen(width=WIDTH if not sys.stdout.isatty() else None, highlight=False)
    print_audit(audited, book, console, verbose=verbose)
    if json_file:
        console.print(f"Audit written to {json_file}", soft_wrap=True)
    return audited.exit_status
