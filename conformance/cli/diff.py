"""`cjack diff`: two JSON reports compared."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from conformance.errors import UsageError
from conformance.reports.diff import SORTS, Change, Diff, ReportRead, compare, read_report
from conformance.reports.files import check_place, write_whole
from conformance.text import wrapped

EPILOG = """\b
Exit status: 0 nothing broke, 1 something did, 2 a file is no report.
\b
Examples:
  cjack diff last.json cjack-report.json
"""
SHOWN = 40


@click.command(epilog=EPILOG)
@click.argument("old", type=click.Path(dir_okay=False, path_type=Path))
@click.argument("new", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--json",
    "json_file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write all changes here as JSON.",
)
@click.option("--verbose", "-v", is_flag=True, help="Show every change.")
@click.option("--quiet", "-q", is_flag=True, help="Print how many changes there are alone.")
def command(old: Path, new: Path, json_file: Path | None, verbose: bool, quiet: bool) -> int:
    """Compare two reports of `cjack certify --json`: what broke, what was mended.

    Clauses and scenarios are compared by name, also between versions of the suite; a scenario
    that is not the same any more is marked as edited. Only what broke makes the exit status 1.
    """
    if json_file:
        check_place(json_file)
    reports = [read_report(_content(path), str(path)) for path in (old, new)]
    diff = compare(*reports)
    if json_file:
        write_whole(json_file, diff_json(diff, *reports))
    lines = [_in_brief(diff)] if quiet else lines_of(diff, *reports, verbose=verbose)
    for line in lines:
        click.echo(line)
    return diff.exit_status


def lines_of(diff: Diff, old: ReportRead, new: ReportRead, *, verbose: bool) -> Iterator[str]:
    """The comparison at 80 columns."""
    for word, report in (("old", old), ("new", new)):
        name = f"{report.implementation.name} {report.implementation.version}".rstrip()
        yield from wrapped(
            f"{word}  {name}, suite {report.suite.version}: {report.verdict}", hang=5
        )
    for sort in SORTS:
        changes = diff.changes[sort]
        if changes:
            yield ""
            yield f"{sort} ({len(changes)})"
        shown = changes if verbose or sort == "broke" else changes[:SHOWN]
        for change in shown:
            yield from wrapped(_words(change), "  ", 2)
        if len(shown) < len(changes):
            yield f"  … and {len(changes) - len(shown)} more; --verbose shows all"
    if diff.edited:
        yield ""
        yield from wrapped(f"{_scenarios(len(diff.edited))} edited between the two reports", hang=2)
    yield ""
    yield _in_brief(diff)


def diff_json(diff: Diff, old: ReportRead, new: ReportRead) -> bytes:
    """All changes as JSON; the same two reports give the same bytes."""
    value = {
        "format": 1,
        "old": _side(old),
        "new": _side(new),
        **{
            sort.replace(" ", "_"): [_change(change) for change in diff.changes[sort]]
            for sort in SORTS
        },
        "edited": list(diff.edited),
    }
    text = json.dumps(value, indent=2, ensure_ascii=False)
    return text.encode() + b"\n"


def _side(report: ReportRead) -> dict[str, Any]:
    return {
        "suite": report.suite.version,
        "implementation": report.implementation.name,
        "version": report.implementation.version,
        "verdict": report.verdict,
    }


def _change(change: Change) -> dict[str, Any]:
    name = {"scenario": change.name, "scoring": change.scoring}
    return {
        **(name if change.scoring else {"clause": change.name}),
        "before": change.before or None,
        "now": change.now or None,
        **({"edited": True} if change.edited else {}),
    }


def _words(change: Change) -> str:
    name = f"{change.name} ({change.scoring})" if change.scoring else f"clause {change.name}"
    if change.before and change.now:
        told = f"{change.before}, now {change.now}"
    else:
        told = change.now or f"was {change.before}"
    return f"{name}: {told}{'; the scenario was edited' if change.edited else ''}"


def _in_brief(diff: Diff) -> str:
    counts = (f"{len(diff.changes[sort])} {sort}" for sort in SORTS if diff.changes[sort])
    return ", ".join(counts) or "no change"


def _scenarios(count: int) -> str:
    return "1 scenario was" if count == 1 else f"{count} scenarios were"


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from None
