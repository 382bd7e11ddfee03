"""`cjack smoke`: is an adapter well made?"""

import shlex
import textwrap
from collections.abc import Iterator

import click

from conformance.adapters.opening import typed
from conformance.cli.reaching import adapter_command
from conformance.protocol.codec import printable
from conformance.smoke.checks import run_checks
from conformance.smoke.result import Report, Result
from conformance.text import WIDTH

EPILOG = """\b
Exit status: 0 all well, 1 some fault of form, 3 the adapter cannot be
started or does not answer `hello`.
\b
Examples:
  cjack smoke -- node my-adapter.js
  cjack smoke --timeout 1 -- python3 adapter.py
"""


@click.command(epilog=EPILOG)
@click.option(
    "--timeout",
    type=click.FloatRange(min=0.01),
    default=5.0,
    show_default=True,
    metavar="SECONDS",
    help="The limit for each reply.",
)
@adapter_command
def command(command: tuple[str, ...], timeout: float) -> int:
    """Look whether an adapter is well made, step by step.

    COMMAND starts the adapter: a program and its arguments as separate words after `--`. Only
    the form is looked at, with a hint for each fault; whether the game is played right is for
    `cjack certify` to say.
    """
    report = run_checks(
        command, timeout, on_result=lambda result: click.echo("\n".join(lines_of(result)))
    )
    click.echo("\n".join(("", *what_next(report, command))))
    return report.exit_status


def lines_of(result: Result) -> Iterator[str]:
    """The check in a line or a few, its hint indented."""
    mark = {True: "ok", False: "FAIL", None: "skip"}[result.ok]
    text = f"{result.name}: {result.message}" if result.message else result.name
    yield from _wrapped(text, f"{mark:<6}", " " * 6)
    if result.hint:
        yield from _wrapped(result.hint, " " * 8, " " * 8)


def what_next(report: Report, command: tuple[str, ...]) -> Iterator[str]:
    """Where to go from here; the command can be copied as it stands."""
    shown = printable(shlex.join(typed(command)))
    if report.exit_status:
        count = report.failed
        yield f"{count} check{'s' * (count != 1)} failed. Mend that and run smoke again, then:"
    else:
        yield "The adapter is well made. Whether it plays by the rules says:"
    yield f"  cjack certify {shown}"


def _wrapped(text: str, first: str, later: str) -> list[str]:
    # The adapter's own words are among it: nothing that a terminal acts upon gets through.
    return textwrap.wrap(
        printable(text),
        WIDTH,
        initial_indent=first,
        subsequent_indent=later,
        break_on_hyphens=False,
    )
