"""`cjack certify`: the whole suite against one implementation."""

from typing import Any

import click

from conformance.cli.running import adapter_command, execute, run_options
from conformance.exhaustive.tier import shipped_tier
from conformance.rulebook import load_rulebook
from conformance.scenarios.load import shipped_suite

EPILOG = """\b
Examples:
  cjack certify -- node my-adapter.js
  cjack certify --scoring full --json report.json -- python3 adapter.py
  cjack certify --report junit=junit.xml --report markdown=out.md -- ./adapter
  cjack certify --jobs 2 --timeout 1 -- ./adapter --quiet
"""


@click.command(epilog=EPILOG)
@run_options
@click.option(
    "--exhaustive/--no-exhaustive",
    default=True,
    show_default=True,
    help="Ask the generated rounds too, which cover the game whole.",
)
@adapter_command
def command(command: tuple[str, ...], *, exhaustive: bool, **options: Any) -> int:
    """Certify an implementation against the whole suite.

    COMMAND starts the adapter: a program and its arguments as separate words after `--`. No
    shell is involved. The verdict is `conforms`, `conforms-as-observed` (some clauses could not
    be observed; they are listed with what would show them) or `does-not-conform`.
    """
    tier = shipped_tier() if exhaustive else None
    return execute(shipped_suite(), load_rulebook(), command, tier=tier, whole=True, **options)
