"""What `certify` and `run` share: the options, the run itself, the report."""

import contextlib
import gc
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from conformance.adapters.session import Session
from conformance.cli.known import check_known, read_known, update_known
from conformance.cli.outputs import Output, check_outputs, outputs_of, write_outputs
from conformance.diagnosis.finding import Finding
from conformance.exhaustive.held_out import SEEDS
from conformance.exhaustive.tier import Tier
from conformance.grading.outcome import Outcome
from conformance.plans import Plans
from conformance.protocol.messages import HelloReply
from conformance.reports.kinds import KINDS
from conformance.reports.model import Report
from conformance.reports.terminal import Screen, print_report, print_verdict
from conformance.rulebook import Rulebook
from conformance.runner import Adapter, Interrupted, Options, run_suite
from conformance.scenarios.load import Suite
from conformance.text import WIDTH
from conformance.version import __version__
from reference_engine.state import ScoringMode

if TYPE_CHECKING:
    from conformance.cli.certificate_file import CertificateFile
    from conformance.cli.journalling import Journalling

INTERRUPTED = 130
"""The exit status after Ctrl-C."""

F = TypeVar("F", bound=Callable[..., Any])


def run_options(function: F) -> F:
    """The options that every run has."""
    options = [
        click.option(
            "--scoring",
            type=click.Choice(["full", "simplified"]),
            help="Run in this scoring mode alone.",
        ),
        click.option(
            "--report",
            "reports",
            callback=outputs_of,
            multiple=True,
            metavar="KIND=FILE",
            help="Write a report, to standard output without =FILE; can be given several "
            f"times. KIND is one of {', '.join(KINDS)}.",
        ),
        click.option("--json", "json_file", metavar="FILE", help="Short for `--report json=FILE`."),
        click.option(
            "--known-failures",
            "known_file",
            type=click.Path(dir_okay=False, path_type=Path),
            metavar="FILE",
            help="What is listed in this YAML file may fail, and must: exit with 0 if nothing "
            "else fails, with 1 if some of it passes.",
        ),
        click.option(
            "--update-known-failures",
            "update",
            is_flag=True,
            help="Write that file anew; what still fails keeps its reason, comments are lost.",
        ),
        click.option(
            "--timeout",
            type=click.FloatRange(min=0.01),
            default=5.0,
            show_default=True,
            metavar="SECONDS",
            help="Wait so long for each reply.",
        ),
        click.option(
            "--jobs",
            type=click.IntRange(1, 64),
            default=1,
            show_default=True,
            help="So many adapter processes at once.",
        ),
        click.option(
            "--seed",
            type=click.IntRange(0, SEEDS - 1),
            metavar="N",
            help="Send all in another order, with other suits and seats, which follow from N: no "
            "table of the shipped suite knows them.",
        ),
        click.option(
            "--require-all", is_flag=True, help="Exit with 1 unless every clause was observed."
        ),
        click.option(
            "--diagnose/--no-diagnose",
            default=True,
            help="After failures, find the known engine that this one behaves like.  [default: "
            "diagnose]",
        ),
        click.option("--verbose", "-v", is_flag=True, help="Show every failure."),
        click.option("--quiet", "-q", is_flag=True, help="Print the verdict alone."),
    ]
    for option in reversed(options):
        function = option(function)
    return function


def execute(
    suite: Suite,
    book: Rulebook,
    command: tuple[str, ...],
    *,
    scoring: ScoringMode | None,
    reports: tuple[Output, ...],
    json_file: str | None,
    known_file: Path | None,
    update: bool,
    timeout: float,
    jobs: int,
    require_all: bool,
    verbose: bool,
    quiet: bool,
    diagnose: bool,
    seed: int | None = None,
    tier: Tier | None = None,
    whole: bool = False,
    certificate: "CertificateFile | None" = None,
    journalled: "Journalling | None" = None,
) -> int:
    """Run the suite, and the generated rounds of ``tier`` if one is given; show the report, and
    give the exit status.

    ``whole`` tells that these are all scenarios. What people read goes to standard error if a
    report takes standard output.
    """
    if update and not known_file:
        raise click.UsageError("--update-known-failures needs --known-failures FILE.")
    outputs = (*reports, *((Output.to("json", json_file),) if json_file else ()))
    check_outputs(outputs)
    entries = read_known(known_file, book, update=update) if known_file else ()
    apart = any(output.path is None for output in outputs)
    screen = sys.stderr if apart else sys.stdout
    console = Screen(width=WIDTH if not screen.isatty() else None, highlight=False, stderr=apart)
    plans = Plans()
    with _Progress(enabled=not quiet) as progress, uncollected():
        options = Options(scoring, jobs, progress.start, progress.advance, tier, seed=seed)
        open_adapter = _opening(lambda: Session(command, timeout), journalled, certificate)
        if certificate:
            options = replace(options, on_asked=certificate.recording.keep)
        try:
            run = run_suite(suite.scenarios, open_adapter, book, options, plans)
        except Interrupted as stopped:
            run = stopped.run
    judgement, known = run.judgement(book), None
    if known_file:
        all_asked = whole and scoring is None and not run.partial
        known = check_known(entries, run, judgement, whole=all_asked)
        if update and not run.partial:
            entries = update_known(known_file, known, run)
            known = check_known(entries, run, judgement, whole=all_asked)
    report = Report(
        suite_version=__version__,
        suite_digest=suite.digest,
        command=command,
        implementation=run.hello.implementation,
        claims=run.claims,
        readings=run.readings,
        outcomes=run.outcomes,
        judgement=judgement,
        book=book,
        generated=run.generated,
        known=known,
        scenarios=suite.scenarios,
        tier=tier,
        seed=seed,
        partial=run.partial,
        plans=plans,
    )
    if diagnose and report.failures and not run.partial:
        report = replace(report, diagnosis=_diagnosis(report))
    unwritten = write_outputs(report, outputs)
    written = {"Report": [output.path for output in outputs if output.path]}
    if certificate and not run.partial:
        certificate.write(run.hello, report, options)
        written["Certificate"] = [certificate.path]
    _show(report, console, {} if unwritten else written, verbose=verbose, quiet=quiet)
    if unwritten:
        raise unwritten[0]
    if run.partial:
        _tell_interrupted(journalled, certificate)
        return INTERRUPTED
    if journalled:
        journalled.journal.remove()
    if require_all and any(clause.state == "not observed" for clause in judgement.clauses):
        return 1
    return report.exit_status


def _opening(
    open_adapter: Callable[[], Adapter],
    journalled: "Journalling | None",
    certificate: "CertificateFile | None",
) -> Callable[[], Adapter]:
    """``open_adapter``, but each adapter is journalled and recorded where that is wanted."""
    if journalled:
        open_adapter = journalled.opening(open_adapter)
    if certificate:
        open_adapter = certificate.recording.opening(open_adapter)
    return open_adapter


def _show(
    report: Report,
    console: Console,
    written: Mapping[str, list[Path]],
    *,
    verbose: bool,
    quiet: bool,
) -> None:
    if quiet:
        print_verdict(report, console)
        return
    print_report(report, console, verbose=verbose)
    for what, paths in written.items():
        for path in paths:
            console.print(f"{what} written to {path}", soft_wrap=True, markup=False)


def _tell_interrupted(
    journalled: "Journalling | None", certificate: "CertificateFile | None"
) -> None:
    left = "; no certificate is made of a part" if certificate else ""
    click.echo(f"cjack: interrupted{left}", err=True)
    if journalled:
        journalled.journal.close()
        click.echo("       the same command with --resume goes on from here", err=True)


def _diagnosis(report: Report) -> tuple[Finding, ...]:
    """The known engines that behave like this one, from the scenarios or else the generated
    rounds that failed."""
    from conformance.diagnosis.diagnose import (  # noqa: PLC0415 - loads all faults
        diagnose,
        generated_observations,
        observations,
    )

    claims, rules, plans = report.claims, report.rules, report.plans
    with uncollected():
        seen = observations(report.outcomes, report.scenarios, claims, rules, plans)
        if report.generated and report.tier and not any(o.failed for o in seen):
            seen += generated_observations(report.generated.outcomes, report.tier, claims, rules)
        return tuple(e.finding() for e in diagnose(seen, claims, rules, report.book))


@contextlib.contextmanager
def uncollected() -> Iterator[None]:
    """A run makes thousands of traces, and no cycles to speak of: the collector of cycles would
    walk through them again and again, for a quarter of the whole time."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


class _Progress:
    """A bar on a terminal; elsewhere one line that says what is being done."""

    def __init__(self, *, enabled: bool) -> None:
        self._console = Console(stderr=True, highlight=False)
        self._enabled = enabled
        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[failed]}"),
            console=self._console,
            transient=True,
            disable=not enabled or not self._console.is_terminal,
        )
        self._failed = 0

    def __enter__(self) -> "_Progress":
        self._bar.start()
        return self

    def __exit__(self, *exc: object) -> None:
        self._bar.stop()

    def start(self, hello: HelloReply, tasks: int) -> None:
        name = hello.implementation.name
        self._task = self._bar.add_task("certifying", total=tasks, failed="")
        if self._enabled and not self._console.is_terminal:
            self._console.print(f"{tasks} replays of {name!r}", soft_wrap=True, markup=False)

    def advance(self, outcome: Outcome) -> None:
        self._failed += outcome.failed
        failed = f"{self._failed} failed" if self._failed else ""
        self._bar.update(self._task, advance=1, failed=failed)
