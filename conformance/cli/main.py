"""The command ``cjack``: its commands are loaded when they are used."""

import contextlib
import importlib
import os
import signal
import sys
from typing import Any

import click

from conformance.errors import CjackError, ScenarioFileError
from conformance.text import readable
from conformance.version import __version__

COMMANDS = {
    "init": "Write a ready adapter for your language to start from.",
    "certify": "Certify an implementation against the whole suite.",
    "run": "Run some scenarios, shipped ones or your own.",
    "diff": "Compare two reports: what broke, what was mended.",
    "audit": "Grade games that an implementation logged.",
    "verify": "Grade a certificate again, without the implementation.",
    "smoke": "Look whether an adapter is well made, step by step.",
    "rules": "Show the clauses, or one with its sources and scenarios.",
    "lint": "Check scenario files.",
    "identify": "Find out which readings and which variant an engine plays.",
    "apart": "Show the fewest plays that tell two readings apart.",
    "faults": "Show that deliberately wrong engines are caught.",
    "coverage": "Show what the generated rounds cover.",
}
READER_GONE = 141
"""As if killed by SIGPIPE: whoever read the output wants no more of it."""
EPILOG = """\b
Exit status: 0 conforms (whole or as observed), 1 does not conform,
2 wrong usage, bad files or an output that cannot be written, 3 the
adapter cannot be started or spoken with, 130 interrupted.
\b
Examples:
  cjack certify -- node my-adapter.js
  cjack run draw follow/suit-is-followed -- ./my-adapter
  cjack rules draw.winner-first
"""


class _LazyGroup(click.Group):
    """Knows its commands by name and help, and loads the module of the one that is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"conformance.cli.{cmd_name}").command
        return command

    def invoke(self, ctx: click.Context) -> Any:
        """A closed output is told by its own exit status, which click would hide."""
        try:
            status = super().invoke(ctx)
            sys.stdout.flush()
            return status
        except BrokenPipeError:
            _leave_output()
            raise click.exceptions.Exit(READER_GONE) from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(
    cls=_LazyGroup,
    epilog=EPILOG,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80},
)
@click.version_option(__version__, prog_name="cjack", message="%(prog)s %(version)s")
def cjack() -> None:
    """Rules verification and conformance for the card game California Jack.

    An implementation is reached through an adapter, a small program that speaks JSON lines over
    its standard streams; its command stands after `--`.
    """


def _wrapped(message: str, start: str) -> str:
    """At 80 columns, the line breaks of the message kept."""
    first, *rest = message.splitlines() or [""]
    text = click.wrap_text(first, 80, start, " " * 7)
    return "\n".join([text, *(f"       {line}" for line in rest)])


def main(args: list[str] | None = None) -> None:
    """Run the command line and exit; every error that a user can meet becomes a message."""
    if args is None:
        _clear_up_when_told_to_end()
    try:
        status: Any = cjack.main(args, standalone_mode=False)
    except click.exceptions.Exit as done:
        sys.exit(done.exit_code)
    except click.UsageError as error:
        error.show()
        sys.exit(2)
    except click.Abort:
        sys.exit(130)
    except ScenarioFileError as error:
        for problem in error.problems:
            _say(str(problem))
        count = len(error.problems)
        click.echo(f"{count} problem{'s' * (count != 1)} found", err=True)
        sys.exit(error.exit_status)
    except CjackError as error:
        _say(_wrapped(error.message, "cjack: "))
        if error.hint:
            _say(_wrapped(error.hint, "       "))
        sys.exit(error.exit_status)
    except OSError as error:
        _leave_output()
        _say(_wrapped(f"{error.filename or 'the output'}: {error.strerror or error}", "cjack: "))
        sys.exit(2)
    sys.exit(status or 0)


def _say(text: str) -> None:
    """To standard error; what comes from files and adapters cannot act upon the terminal."""
    click.echo(readable(text), err=True)


def _leave_output() -> None:
    """What is still to be written has nowhere to go, and must not be tried again at the exit."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _clear_up_when_told_to_end() -> None:
    """Adapters have process groups of their own, which a signal to this process does not reach:
    it ends by an exception, so that they are ended first. A second Ctrl-C waits for nothing."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, lambda number, _: sys.exit(128 + number))
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _interrupt)


def _interrupt(number: int, frame: object) -> None:
    signal.signal(signal.SIGINT, _end_at_once)
    raise KeyboardInterrupt


def _end_at_once(number: int, frame: object) -> None:
    session = sys.modules.get("conformance.adapters.session")
    if session:
        session.abandon_all()
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    os.kill(os.getpid(), signal.SIGINT)
