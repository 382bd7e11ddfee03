"""`cjack identify`: which reading, and which variant, an engine plays."""

from collections.abc import Iterator

import click

from conformance.adapters.session import NoReply, Session
from conformance.cli.reaching import adapter_command
from conformance.diagnosis.apart import Apart, shortest
from conformance.diagnosis.identify import Identified, OptionFound, identify
from conformance.grading.claims import claims_of
from conformance.protocol.messages import RunReply
from conformance.protocol.requests import run_request
from conformance.reports.deal_text import apart_lines
from conformance.rulebook import Rulebook, load_rulebook, with_fields
from conformance.scenarios.load import shipped_suite
from conformance.scenarios.model import Scenario
from conformance.scenarios.stage import Staged, stage
from conformance.text import printable, wrapped
from reference_engine.rules import Rules


@click.command()
@click.option(
    "--timeout",
    type=click.FloatRange(min=0.01),
    default=5.0,
    show_default=True,
    metavar="SECONDS",
    help="Wait so long for each reply.",
)
@adapter_command
def command(command: tuple[str, ...], timeout: float) -> int:
    """Find out what an engine plays, whatever it declares.

    Which option of each ruling it follows, whether it mixes them, and which published variant
    it plays where it contradicts the documented rules. Exit status 1 if its play is none of
    the known ones throughout.
    """
    book, scenarios = load_rulebook(), shipped_suite().scenarios
    session = Session(command, timeout)
    try:
        found = identify(scenarios, session, book)
        example = _shortest(found, scenarios, session)
    finally:
        session.close()
    for line in _lines(found, book, example):
        click.echo(line)
    return 0 if found.agrees == found.asked else 1


def _shortest(found: Identified, scenarios: tuple[Scenario, ...], session: Session) -> Apart | None:
    """The shortest replay in which the engine leaves the documented rules."""
    if found.documented == found.asked:
        return None
    documented = with_fields(
        Rules(), {r.ruling: r.option for r in found.readings if r.option and not found.variant}
    )

    def ask(staged: Staged) -> RunReply | NoReply:
        return session.run(run_request(staged, documented))

    claims = claims_of(found.hello)
    replays = (
        (scenario.id, stage(scenario, scoring, documented))
        for scenario in scenarios
        for scoring in scenario.scoring
        if scenario.id in found.differing_from_documented and not scenario.refused
    )
    return shortest(documented, ask, claims, replays)


def _lines(found: Identified, book: Rulebook, example: Apart | None) -> Iterator[str]:
    implementation = found.hello.implementation
    name = " ".join(filter(None, (implementation.name, implementation.version)))
    yield printable(name)
    yield from wrapped(_summary(found), hang=2)
    if found.variant:
        yield "It departs at these clauses:"
        for clause, departs in found.variant.departures:
            yield from wrapped(f"{clause}: {departs}", "  ", 2)
    declared = found.hello.rulings.declared()
    yield "Readings of the open points:"
    for reading in found.readings:
        yield from wrapped(_reading(reading, declared), "  ", 2)
    if example:
        yield ""
        yield from wrapped(
            f"The shortest replay in which it leaves the documented rules ({example.plays} plays, "
            f"{example.found_in}):"
        )
        yield from apart_lines(example.match, example.difference, "documented", "this engine")


def _summary(found: Identified) -> str:
    whole = found.agrees == found.asked
    if found.variant:
        return (
            f"Your engine {'conforms' if whole else 'is nearest'} to the rules of "
            f"{found.variant.title}, not to the documented ones: {found.agrees} of {found.asked} "
            f"replays, against {found.documented}."
        )
    if whole:
        return f"Your engine plays the documented rules in all {found.asked} replays."
    return (
        f"Your engine plays the documented rules in {found.agrees} of {found.asked} replays, and "
        "no known variant explains more; `cjack certify` tells what is wrong."
    )


def _reading(found: OptionFound, declared: dict[str, str]) -> str:
    if found.option is None:
        return f"{found.ruling}: not observed"
    if not found.told_apart:
        return f"{found.ruling}: {found.option} (of the variant)"
    text = (
        f"{found.ruling}: {found.option}, in {len(found.agreeing[found.option])} of "
        f"{found.told_apart} replays that tell the options apart"
    )
    if found.mixes:
        others = {
            option: [s for s in ids if s not in found.agreeing[found.option or ""]]
            for option, ids in found.agreeing.items()
        }
        mixed = "; ".join(f"{o} in {', '.join(ids[:3])}" for o, ids in others.items() if ids)
        text += f" — it mixes: {mixed}" if mixed else " — the others follow no option"
    if found.ruling in declared and declared[found.ruling] != found.option:
        text += f" — it declares {declared[found.ruling]}"
    return text
