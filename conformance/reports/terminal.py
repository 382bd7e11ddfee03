"""The verdict and the failures for a terminal, at 80 columns."""

import sys
from collections.abc import Iterator, Mapping, Sequence

from rich.console import Console
from rich.text import Text

from conformance.diagnosis.finding import NOTHING_KNOWN
from conformance.exhaustive.tier import GeneratedRun
from conformance.grading.outcome import Kind, Outcome
from conformance.grading.verdict import ClauseResult
from conformance.reports import explain
from conformance.reports.cases import stale_text
from conformance.reports.model import Report
from conformance.rulebook import Rulebook
from conformance.text import printable, wrapped

SHOWN_FAILURES = 10
_VERDICT = {
    "conforms": ("CONFORMS", "bold green", "every clause of each claimed class was observed"),
    "conforms-as-observed": ("CONFORMS AS OBSERVED", "bold green", "no clause failed"),
    "does-not-conform": ("DOES NOT CONFORM", "bold red", "see the failures above"),
    "partial": (
        "PARTIAL",
        "bold yellow",
        "interrupted, so there is no verdict; nothing failed yet",
    ),
}
_KINDS: tuple[Kind, ...] = ("pass", "fail", "crash", "timeout", "protocol", "error", "unsupported")


class Screen(Console):
    """A console whose closed output is told by the error, as that of every other output is."""

    def on_broken_pipe(self) -> None:
        raise  # noqa: PLE0704 - called while a BrokenPipeError is handled


def print_report(report: Report, console: Console, *, verbose: bool = False) -> None:
    """Failures first (the first ones, unless ``verbose``), the verdict last, where it is seen."""
    failures = list(report.new_failures)
    shown = failures if verbose else _one_for_each_clause(report)[:SHOWN_FAILURES]
    for outcome in shown:
        for line in failure_lines(outcome, report.book, report.command):
            console.print(line, soft_wrap=True)
        console.print()
    if len(failures) > len(shown):
        left = len(failures) - len(shown)
        console.print(f"… and {left} more failures; --verbose shows all, --json keeps all\n")
    for line in (*_diagnosis(report), *_summary(report)):
        console.print(line, soft_wrap=True)


def _diagnosis(report: Report) -> Iterator[Text]:
    """What the engine has probably misread: the best finding, and others as good as it."""
    if report.diagnosis is None:
        return
    if not report.diagnosis:
        yield from styled(f"Diagnosis  this engine {NOTHING_KNOWN}", hang=11)
    for finding in report.diagnosis:
        if finding is report.diagnosis[0] or finding.exact:
            yield from styled(f"Diagnosis  {finding.text}", style="yellow", hang=11)
    yield Text()


def print_verdict(report: Report, console: Console) -> None:
    """The verdict alone, and what of the known failures turns the exit status to 1."""
    for line in _stale(report):
        console.print(line, soft_wrap=True)
    console.print(report.judgement.verdict)


def _stale(report: Report) -> Iterator[Text]:
    for checked in report.known.stale if report.known else ():
        yield from styled(stale_text(checked), style="red", hang=2)


def _one_for_each_clause(report: Report) -> list[Outcome]:
    """Of each clause and kind the failure that tells most: in a scenario that is about the clause,
    after the fewest plays."""
    length = {s.id: sum(len(r.tries) for r in s.rounds) for s in report.scenarios}

    def telling(outcome: Outcome) -> tuple[bool, int]:
        about = outcome.divergence is None or outcome.divergence.clause in outcome.clauses
        return not about, length.get(outcome.scenario, sys.maxsize)

    best: dict[str, Outcome] = {}
    for outcome in report.new_failures:
        key = outcome.divergence.clause if outcome.divergence else outcome.kind + outcome.message
        if key not in best or telling(outcome) < telling(best[key]):
            best[key] = outcome
    return list(best.values())


def failure_lines(outcome: Outcome, book: Rulebook, command: Sequence[str]) -> Iterator[Text]:
    """A failure: where it differs, under which clause, and, if there is a ``command`` that starts
    the adapter, how to see it again."""
    yield Text.assemble(
        (outcome.kind.upper(), "bold red"), f" {outcome.scenario} ({outcome.scoring} scoring)"
    )
    yield from styled(outcome.title, "  ", "italic")
    if outcome.divergence:
        difference, clause = outcome.divergence.difference, outcome.divergence.clause
        yield from styled(f"{explain.where(difference)}: {explain.what(difference)}", "  ")
        yield from styled(f"expected  {explain.said(difference.expected)}", "    ")
        yield from styled(f"reported  {printable(explain.said(difference.reported))}", "    ")
        yield from styled(f"{clause}: {book.clauses[clause].text}", "  ", "cyan")
    if outcome.message:
        yield from styled(printable(outcome.message), "  ")
    if outcome.sent:
        yield from styled(f"sent with {printable(explain.sent(outcome.sent))}", "  ", "dim")
    for line in outcome.stderr.strip().splitlines()[-5:]:
        yield from styled(f"stderr: {printable(line)}", "  ", "dim")
    if command:
        yield Text.assemble(("  again: ", "dim"), printable(explain.reproduce(outcome, command)))


def _summary(report: Report) -> Iterator[Text]:
    implementation, judgement = report.implementation, report.judgement
    name = " ".join(filter(None, (implementation.name, implementation.version)))
    language = f" ({implementation.language})" if implementation.language else ""
    yield from styled(f"Implementation  {printable(name + language)}")
    yield from styled(f"Scenarios       {_counts(judgement.counts)}")
    if report.generated:
        yield from _generated(report.generated, partial=report.partial)
    if report.seed is not None:
        yield from styled(f"Seed            {report.seed}: order and form of what was sent")
    if report.partial:
        yield from styled("Interrupted     what was not asked is left out", style="yellow")
    states = [clause.state for clause in judgement.clauses]
    told = ", ".join(
        f"{states.count(state)} {state}"
        for state in ("passed", "failed", "not observed")
        if states.count(state)
    )
    yield from styled(f"Clauses         {told}")
    for name, state in judgement.classes.items():
        style = "red" if state == "failed" else "green" if state == "passed" else ""
        yield Text.assemble(f"  {name:<20}", (state, style))
    yield from styled(f"Rulings         {_readings(report)}", hang=16)
    for clause in judgement.clauses:
        if clause.state == "failed":
            text = report.book.clauses[clause.slug].text
            yield from styled(f"failed          {clause.slug}: {text}", style="red", hang=16)
    missing = [clause for clause in judgement.clauses if clause.state == "not observed"]
    for line in _not_observed(missing):
        yield from styled(line, hang=16)
    yield from _stale(report)
    known = len(report.failures) - len(report.new_failures)
    if known:
        yield from styled(f"Known failures  {known}, each with its reason in the report")
    word, style, why = _VERDICT[judgement.verdict]
    if known and not report.new_failures:
        why = f"{known} known failure{'s' * (known != 1)}, no other"
    if judgement.verdict == "conforms-as-observed":
        why += ", some could not be observed"
    yield Text.assemble("\n", (word, style), f": {why}")


def _generated(run: GeneratedRun, *, partial: bool) -> Iterator[Text]:
    why = "" if partial else ", as so many failed"
    left = f"; {run.left_out} not asked{why}" if run.left_out else ""
    if run.digest:
        told = _counts(run.counts(held_out=False))
        yield from styled(f"Generated       {told}{left}", hang=16)
    if run.held_out:
        told = _counts(run.counts(held_out=True))
        of = f"{run.held_out.rounds} deals of seed {run.held_out.seed}"
        yield from styled(f"Held out        {told}, {of}", hang=16)


def _counts(counts: Mapping[Kind, int]) -> str:
    return ", ".join(f"{counts[kind]} {kind}" for kind in _KINDS if counts.get(kind)) or "none"


def _readings(report: Report) -> str:
    notes = {"declared": "", "inferred": " (found out)", "assumed": " (not observed)"}
    return ", ".join(f"{r.ruling} {r.option}{notes[r.how]}" for r in report.readings.values())


def _not_observed(missing: list[ClauseResult]) -> Iterator[str]:
    by_feature: dict[tuple[str, ...], list[str]] = {}
    for clause in missing:
        by_feature.setdefault(clause.shown_by, []).append(clause.slug)
    for features, slugs in by_feature.items():
        way = f"shown by {', '.join(features)}" if features else "no replay that shows them passed"
        yield f"not observed    {', '.join(slugs)} ({way})"


def styled(text: str, indent: str = "", style: str = "", hang: int = 0) -> Iterator[Text]:
    """The lines of a text at 80 columns; at least one, so that nothing said goes missing."""
    for line in wrapped(text, indent, hang or 2) or [indent]:
        yield Text(line, style=style)
