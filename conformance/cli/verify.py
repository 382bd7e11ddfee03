"""`cjack verify`: grade a certificate again, without the implementation."""

from pathlib import Path

import click

from conformance.certificate.signing import Checking
from conformance.certificate.verifying import Verified, verify
from conformance.cli.running import uncollected
from conformance.errors import UsageError
from conformance.exhaustive.tier import shipped_tier
from conformance.rulebook import load_rulebook
from conformance.scenarios.load import shipped_suite
from conformance.text import printable

MOST_BYTES = 64 * 1024 * 1024
SHOWN_FAULTS = 20
EPILOG = """\b
Exit status: 0 the certificate fits, 1 it does not, 2 it cannot be read.
\b
Examples:
  cjack verify acme-jack.json
  cjack verify acme-jack.json --key public.pem
"""


@click.command(epilog=EPILOG)
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--key",
    "key_file",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="PUBLIC",
    help="Check the signature with the public key in this PEM file.",
)
def command(file: Path, key_file: Path | None) -> int:
    """Grade a certificate again.

    All that the adapter answered stands in FILE. It is judged anew by this suite, and what the
    certificate states is held against what comes of it.
    """
    key = Checking.with_key(key_file) if key_file else None
    raw = _content(file)
    with uncollected():
        verified = verify(raw, shipped_suite(), shipped_tier(), load_rulebook(), key)
    for line in _told(file, verified):
        click.echo(line)
    return 0 if verified.fits else 1


def _content(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from None
    if len(raw) > MOST_BYTES:
        raise UsageError(
            f"{path} has more than {MOST_BYTES:,} bytes; a certificate has some three million"
        )
    return raw


def _told(file: Path, verified: Verified) -> list[str]:
    lines = []
    if report := verified.report:
        implementation = report.implementation
        name = " ".join(filter(None, (implementation.name, implementation.version)))
        lines.append(f"Implementation  {printable(name)}")
        lines.append(f"Verdict         {report.judgement.verdict} (graded again)")
    lines.append(f"Signature       {verified.signature}")
    lines += [f"Note            {note}" for note in verified.notes]
    shown = verified.faults[:SHOWN_FAULTS]
    lines += [f"does not fit    {fault}" for fault in shown]
    if len(verified.faults) > len(shown):
        lines.append(f"… and {len(verified.faults) - len(shown)} more")
    name = printable(str(file))
    fits = "FITS" if verified.fits else "DOES NOT FIT"
    return [*lines, "", f"{name} {fits}"]
