"""`cjack rules`: the clauses, or one with its sources and scenarios."""

from collections.abc import Iterator

import click

from conformance.errors import UsageError
from conformance.rulebook import Clause, Rulebook, load_rulebook
from conformance.scenarios.load import shipped_suite
from conformance.scenarios.model import Scenario
from conformance.text import wrapped


@click.command()
@click.argument("clause", required=False)
def command(clause: str | None) -> None:
    """Show all clauses, or CLAUSE with its sources, its scenarios and what shows it."""
    book = load_rulebook()
    if clause is None:
        click.echo("\n".join(_all(book)))
        return
    if clause not in book.clauses:
        raise UsageError(
            f"no clause {clause}", f"did you mean {book.nearest(clause)}? `cjack rules` lists all"
        )
    scenarios = shipped_suite().scenarios
    click.echo("\n".join(_one(book.clauses[clause], book, scenarios)))


def _all(book: Rulebook) -> Iterator[str]:
    topic = ""
    for clause in book.clauses.values():
        if clause.slug.partition(".")[0] != topic:
            if topic:
                yield ""
            topic = clause.slug.partition(".")[0]
        mark = " (open)" if clause.status == "open" else ""
        yield f"{clause.slug}{mark}"
        yield from wrapped(clause.text, "    ")


def _one(clause: Clause, book: Rulebook, scenarios: tuple[Scenario, ...]) -> Iterator[str]:
    yield clause.slug
    yield from wrapped(clause.text, "  ")
    if clause.reading:
        yield from wrapped(clause.reading, "  ")
    yield ""
    yield f"Status   {clause.status}, of {', '.join(clause.classes)}"
    if clause.ruling:
        ruling = book.rulings[clause.ruling]
        yield from wrapped(f"Ruling   {ruling.name}: {ruling.question}", hang=9)
        for option, meaning in ruling.options.items():
            default = " (default)" if option == ruling.default else ""
            yield from wrapped(f"{option}{default}: {meaning}", " " * 9)
        yield from wrapped(f"Why {ruling.default}: {ruling.why}", " " * 9)
    elif clause.settled:
        yield from wrapped(f"Settled  {clause.settled}", hang=9)
    if clause.observed_with:
        ways = " or ".join(" with ".join(together) for together in clause.observed_with)
        yield from wrapped(f"Shown by {ways}", hang=9)
    yield from _variants(clause, book)
    yield ""
    yield from _sources(clause)
    yield ""
    showing = [scenario for scenario in scenarios if clause.slug in scenario.clauses]
    yield f"Scenarios ({len(showing)})"
    for scenario in showing:
        yield f"  {scenario.id}"
        yield from wrapped(scenario.title, "      ")
        if scenario.edge:
            yield from wrapped(f"edge: {scenario.edge}", "      ")


def _variants(clause: Clause, book: Rulebook) -> Iterator[str]:
    for variant in book.variants.values():
        for slug, departs in variant.departures:
            if slug == clause.slug:
                yield from wrapped(f"Variant  {variant.title}: {departs}", hang=9)


def _sources(clause: Clause) -> Iterator[str]:
    if not clause.sources:
        yield "Sources  none: the documents are silent"
        return
    lines: dict[str, list[str]] = {}
    for source in clause.sources:
        lines.setdefault(source.edition, []).append(str(source.line))
    yield "Sources  " + "; ".join(f"{e} {', '.join(found)}" for e, found in lines.items())
    for source in clause.sources:
        for word, text in (("note", source.note), ("diverges", source.diverges)):
            if text:
                yield from wrapped(f"{source.edition} {source.line} {word}: {text}", " " * 9)
