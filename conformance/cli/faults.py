"""`cjack faults`: does the suite catch what it claims to catch?"""

import json
import os
from collections import Counter
from pathlib import Path
from typing import Any

import click

from conformance.errors import UsageError
from conformance.faults.catalogue import all_faults
from conformance.faults.matrix import Place, Row, caught_elsewhere, matrix, places, uncaught
from conformance.faults.model import Fault
from conformance.faults.soundness import right_engines, wrongly_failed
from conformance.reports.files import check_place, write_whole
from conformance.rulebook import load_rulebook
from conformance.scenarios.load import shipped_suite


@click.command()
@click.argument("ids", nargs=-1)
@click.option(
    "--json",
    "json_file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the whole matrix here.",
)
@click.option(
    "--html",
    "html_file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the matrix as a picture here.",
)
@click.option(
    "--jobs",
    type=click.IntRange(1, 64),
    default=lambda: min(4, os.cpu_count() or 1),
    show_default="processors, at most 4",
    help="So many processes at once.",
)
@click.option(
    "--right",
    is_flag=True,
    help="Run the right engines instead: every reading, every set of features; none may fail.",
)
@click.option("--list", "only_list", is_flag=True, help="List the faults without running them.")
def command(
    ids: tuple[str, ...],
    json_file: Path | None,
    html_file: Path | None,
    jobs: int,
    right: bool,
    only_list: bool,
) -> int:
    """Run the suite against deliberately wrong engines and show who is caught by what.

    Without IDS all faults are run. Exit status 1 if a fault is not caught, is caught by no
    scenario that cites its clause, or (with all faults) a scenario does not earn its place.

    A fault behind the protocol: `python -m conformance.faults ID`.
    """
    if right:
        return _right(jobs)
    faults = all_faults()
    if unknown := [fault_id for fault_id in ids if fault_id not in faults]:
        raise UsageError(f"no fault {unknown[0]}", "`cjack faults --list` lists all")
    chosen = [faults[fault_id] for fault_id in (ids or faults)]
    if only_list:
        for fault in chosen:
            click.echo(f"{fault.id}: {fault.text} ({fault.kind}; {fault.clause})")
        return 0
    for file in filter(None, (json_file, html_file)):
        check_place(file)
    rows = matrix([fault.id for fault in chosen], jobs)
    scenarios = shipped_suite().scenarios
    free = uncaught(rows)
    elsewhere = [f for f in caught_elsewhere(rows, faults, scenarios) if f not in free]
    kept = [] if ids else places(rows, faults, scenarios)
    if json_file:
        value = _value(rows, faults, kept)
        write_whole(json_file, json.dumps(value, indent=1, ensure_ascii=False).encode() + b"\n")
    if html_file:
        from conformance.reports.html.faults import faults_page  # noqa: PLC0415 - loads Jinja2

        write_whole(html_file, faults_page(rows, faults, kept, scenarios, load_rulebook()))
    _show(chosen, rows, free, elsewhere, kept)
    idle = any(place.role == "none" for place in kept)
    return 1 if free or elsewhere or idle else 0


def _right(jobs: int) -> int:
    engines = list(right_engines())
    failed = wrongly_failed(engines, jobs)
    for engine, outcome in failed:
        click.echo(f"WRONGLY FAILED {engine}: {outcome.scenario} ({outcome.scoring})")
    click.echo(f"{len(engines) - len(failed)} of {len(engines)} right engines are never failed")
    return 1 if failed else 0


def _show(
    chosen: list[Fault], rows: list[Row], free: list[str], elsewhere: list[str], kept: list[Place]
) -> None:
    if len(chosen) <= 10:
        for row in rows:
            _show_row(row)
    by_clause = Counter(fault.clause for fault in chosen)
    click.echo(f"{'clause':<36}{'faults':>8}{'caught':>8}")
    caught = {row.fault for row in rows if row.catches}
    for clause, count in sorted(by_clause.items()):
        found = sum(fault.id in caught for fault in chosen if fault.clause == clause)
        click.echo(f"{clause:<36}{count:>8}{found:>8}")
    kinds = Counter(fault.kind for fault in chosen)
    click.echo("kinds: " + ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items())))
    if kept:
        roles = Counter(place.role for place in kept)
        told = ", ".join(f"{count} {role}" for role, count in sorted(roles.items()))
        click.echo(f"scenarios: {told}")
    for fault_id in free:
        click.echo(f"NOT CAUGHT {fault_id}")
    for fault_id in elsewhere:
        click.echo(f"NOT CAUGHT UNDER ITS CLAUSE {fault_id}")
    for place in kept:
        if place.role == "none":
            click.echo(f"EARNS NO PLACE {place.scenario}: {place.says}")
    click.echo(f"{len(caught)} of {len(chosen)} faults are caught")


def _show_row(row: Row) -> None:
    click.echo(f"{row.fault}: caught by {len(row.catches)} replays")
    for catch in row.catches[:5]:
        click.echo(f"  {catch.scenario} ({catch.scoring}): {catch.kind} {catch.clause or ''}")


def _value(rows: list[Row], faults: dict[str, Fault], kept: list[Place]) -> dict[str, Any]:
    return {
        "faults": {
            row.fault: {
                "text": faults[row.fault].text,
                "clause": faults[row.fault].clause,
                "kind": faults[row.fault].kind,
                "caught_by": [
                    {
                        "scenario": catch.scenario,
                        "scoring": catch.scoring,
                        "outcome": catch.kind,
                        "clause": catch.clause,
                    }
                    for catch in row.catches
                ],
            }
            for row in rows
        },
        "scenarios": {place.scenario: {"role": place.role, "says": place.says} for place in kept},
    }
