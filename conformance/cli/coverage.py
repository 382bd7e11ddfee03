"""`cjack coverage`: what the generated rounds cover."""

import json
import textwrap
from collections.abc import Iterator
from pathlib import Path

import click

from conformance.exhaustive.coverage import Covered, coverage, coverage_value
from conformance.exhaustive.tier import shipped_tier
from conformance.reports.files import check_place, write_whole
from conformance.text import WIDTH

TITLE = 53


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON, with every missing cell.")
@click.option(
    "--html",
    "html_file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the tables as pictures here.",
)
def command(*, as_json: bool, html_file: Path | None) -> int:
    """Show what the generated rounds cover.

    The rounds are replayed by the reference engine, and every decision and event in them is
    counted. The exit status is 1 if a cell that can be reached is not covered.
    """
    if html_file:
        check_place(html_file)
    rows = coverage(shipped_tier())
    if html_file:
        from conformance.reports.html.coverage import coverage_page  # noqa: PLC0415 - loads Jinja2

        write_whole(html_file, coverage_page(rows))
    if as_json:
        click.echo(json.dumps(coverage_value(rows), indent=2))
    else:
        click.echo("\n".join(_table(rows)))
    return 1 if any(row.missing for row in rows) else 0


def _table(rows: tuple[Covered, ...]) -> Iterator[str]:
    yield f"{'Cells':<{TITLE}}{'reachable':>12}{'covered':>12}"
    for row in rows:
        counts = f"{len(row.table.cells):>12,}{len(row.covered):>12,}"
        yield f"{row.table.title:<{TITLE}}{counts}"
        for cell in row.missing[:3]:
            yield f"  missing: {' '.join(map(str, cell))}"
        if len(row.missing) > 3:
            yield f"  … and {len(row.missing) - 3} more"
        for why, cells in row.table.unreachable.items():
            yield from textwrap.wrap(
                f"{cells:,} unreachable: {why}",
                WIDTH,
                initial_indent="  ",
                subsequent_indent="    ",
            )
