"""`cjack certify`: the whole suite against one implementation."""

from pathlib import Path
from typing import Any

import click

from conformance.cli.reaching import adapter_command
from conformance.cli.running import execute, run_options
from conformance.exhaustive.tier import shipped_tier
from conformance.rulebook import load_rulebook
from conformance.scenarios.load import shipped_suite

EPILOG = """\b
Examples:
  cjack certify -- node my-adapter.js
  cjack certify --scoring full --json report.json -- python3 adapter.py
  cjack certify --report junit=junit.xml --report markdown=out.md -- ./adapter
  cjack certify --jobs 2 --timeout 1 -- ./adapter --quiet
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
@adapter_command
def command(
    command: tuple[str, ...],
    *,
    exhaustive: bool,
    certificate: Path | None,
    sign_key: Path | None,
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
    return execute(
        shipped_suite(),
        load_rulebook(),
        command,
        tier=shipped_tier() if exhaustive else None,
        whole=True,
        certificate=recorded,
        **options,
    )
