"""`cjack certify`: the whole suite against one implementation."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from conformance.cli.journalling import Journalling, identity
from conformance.cli.reaching import adapter_command
from conformance.cli.running import execute, run_options
from conformance.exhaustive.held_out import ROUNDS, HeldOut
from conformance.exhaustive.tier import Tier, shipped_tier
from conformance.rulebook import load_rulebook
from conformance.scenarios.load import shipped_suite

EPILOG = """\b
Examples:
  cjack certify -- node my-adapter.js
  cjack certify --scoring full --json report.json -- python3 adapter.py
  cjack certify --report junit=junit.xml --report markdown=out.md -- ./adapter
  cjack certify --jobs 2 --timeout 1 -- ./adapter --quiet
  cjack certify --seed 7 -- ./adapter
  cjack certify --resume -- ./adapter
  cjack certify --certificate acme-jack.json -- ./adapter
"""


@click.command(epilog=EPILOG)
@run_options
@click.option(
    "--exhaustive/--no-exhaustive",
    default=True,
    show_default=True,
    help="Ask the generated rounds too, which cover the game whole.",
)
@click.option(
    "--certificate",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write a certificate: the verdict with all that was said, to be graded again by "
    "`cjack verify`.",
)
@click.option(
    "--sign-key",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="KEY",
    help="Sign the certificate with the private key in this PEM file.",
)
@click.option(
    "--held-out",
    type=click.IntRange(0, 1000),
    metavar="N",
    help="Draw so many deals that stand in no file, from --seed or else by chance.  [default: "
    f"{ROUNDS}; 0 with --known-failures]",
)
@click.option(
    "--resume", is_flag=True, help="Go on with the same run, if it was interrupted or killed."
)
@click.option(
    "--journal/--no-journal",
    default=True,
    show_default=True,
    help="Keep what was answered until the run is complete, for --resume.",
)
@adapter_command
def command(
    command: tuple[str, ...],
    *,
    exhaustive: bool,
    certificate: Path | None,
    sign_key: Path | None,
    held_out: int | None,
    resume: bool,
    journal: bool,
    **options: Any,
) -> int:
    """Certify an implementation against the whole suite.

    COMMAND starts the adapter: a program and its arguments as separate words after `--`. No
    shell is involved. A server is reached by --connect instead, an engine in Python by --python.
    The verdict is `conforms`, `conforms-as-observed` (some clauses could not be observed; they
    are listed with what would show them) or `does-not-conform`.
    """
    recorded = None
    if certificate or sign_key:
        from conformance.cli.certificate_file import (  # noqa: PLC0415 - seldom needed
            CertificateFile,
        )

        recorded = CertificateFile.wanted(certificate, sign_key)
    if resume and not journal:
        raise click.UsageError("--resume needs the journal.")
    suite, tier = shipped_suite(), shipped_tier() if exhaustive else Tier()
    # What is held against a list of known failures asks the same each time.
    rounds = held_out if held_out is not None else 0 if options["known_file"] else ROUNDS
    drawn = HeldOut.drawn(options["seed"], rounds)
    journalled = None
    if journal:
        run = identity(suite, tier, command, rounds, options)
        journalled = Journalling.opened(run, drawn, resume=resume)
    if journalled:
        drawn = journalled.journal.header.held_out
    tier = replace(tier, held_out=drawn)
    return execute(
        suite,
        load_rulebook(),
        command,
        tier=tier if tier.rounds or drawn else None,
        whole=True,
        certificate=recorded,
        journalled=journalled,
        **options,
    )
