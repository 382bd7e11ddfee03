"""A report as test cases, the one form that all formats for build servers are made from.

One case for each scenario in each scoring mode under a name that stays, one for the generated
rounds of each mode, and one for each entry of the known failures that no longer holds. All texts
are printable; only ``detail`` and ``stderr`` have several lines.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from conformance.grading.outcome import Outcome
from conformance.known_failures import Checked, Entry
from conformance.reports import explain
from conformance.reports.model import Report
from conformance.text import printable, readable

Status = Literal["passed", "failed", "broken", "skipped", "known"]
"""``failed``: the rules are broken; ``broken``: no reply that could be judged; ``skipped``: not
observed; ``known``: fails, and is known to."""

GENERATED = "generated"
SHOWN_OF_GENERATED = 10


@dataclass(frozen=True, slots=True)
class Case:
    """``kind`` is the outcome in the words of the suite, ``summary`` one line on why it is no
    plain pass, ``clauses`` what the scenario shows and ``clause`` what it broke."""

    topic: str
    name: str
    status: Status
    kind: str
    title: str
    summary: str = ""
    detail: str = ""
    stderr: str = ""
    clauses: tuple[str, ...] = ()
    clause: str = ""


def cases_of(report: Report) -> tuple[Case, ...]:
    """All cases, in the order of the report."""
    return tuple(_cases(report))


def _cases(report: Report) -> Iterator[Case]:
    for outcome in report.outcomes:
        yield _of_outcome(outcome, report)
    if report.generated:
        for mode in ("full", "simplified"):
            of_mode = [o for o in report.generated.outcomes if o.scoring == mode]
            if of_mode:
                yield _of_generated(of_mode, mode, report)
    for checked in report.known.stale if report.known else ():
        yield _of_stale(checked)


def topic_of(scenario: str) -> str:
    """The folder of a scenario's id."""
    return printable(scenario.rpartition("/")[0]) or "scenarios"


def headline(outcome: Outcome) -> str:
    """In one line, why the outcome is no pass; empty for a pass."""
    if outcome.divergence:
        difference = outcome.divergence.difference
        expected, reported = explain.said(difference.expected), explain.said(difference.reported)
        return printable(
            f"{explain.what(difference)}: expected {expected}, reported {reported} "
            f"({explain.where(difference)})"
        )
    return printable(outcome.lack.reason if outcome.lack else outcome.message)


def told(outcome: Outcome, report: Report) -> str:
    """A failure in several lines: what it shows, where it differs, the clause, how to see it
    again."""
    lines = [outcome.title]
    if outcome.divergence:
        difference, slug = outcome.divergence.difference, outcome.divergence.clause
        lines += [
            f"{explain.where(difference)}: {explain.what(difference)}",
            f"  expected  {explain.said(difference.expected)}",
            f"  reported  {explain.said(difference.reported)}",
            f"{slug}: {report.book.clauses[slug].text}",
        ]
    if outcome.message:
        lines.append(outcome.message)
    if outcome.sent:
        lines.append(f"sent with {explain.sent(outcome.sent)}")
    lines.append(f"again: {explain.reproduce(outcome, report.command)}")
    return "\n".join(map(printable, lines))


def _of_outcome(outcome: Outcome, report: Report) -> Case:
    known = report.known_as(outcome)
    summary = headline(outcome)
    return Case(
        topic=topic_of(outcome.scenario),
        name=printable(f"{outcome.scenario} ({outcome.scoring})"),
        status=_status(outcome, known),
        kind=outcome.kind,
        title=printable(outcome.title),
        summary=_known_text(known, summary) if known else summary,
        detail=told(outcome, report) if outcome.failed else "",
        stderr=readable(outcome.stderr),
        clauses=outcome.clauses,
        clause=outcome.divergence.clause if outcome.divergence else "",
    )


def _status(outcome: Outcome, known: Entry | None) -> Status:
    if known:
        return "known"
    if outcome.failed:
        return "failed" if outcome.kind == "fail" else "broken"
    return "passed" if outcome.kind == "pass" else "skipped"


def _known_text(entry: Entry, summary: str) -> str:
    issue = f" {entry.issue}" if entry.issue else ""
    return printable(f"known failure, {entry.reason}{issue}: {summary}")


def _of_generated(outcomes: Sequence[Outcome], mode: str, report: Report) -> Case:
    """The generated rounds of one mode: what counts is the first failure that is not known."""
    failures = [o for o in outcomes if o.failed]
    new = [o for o in failures if not report.known_as(o)]
    counts = Counter(outcome.kind for outcome in outcomes)
    summary = f"{len(failures)} of {len(outcomes)} generated rounds fail"
    shown = (new or failures)[:SHOWN_OF_GENERATED]
    status: Status
    if failures:
        worst = shown[0]
        entry = report.known_as(worst)
        status = _status(worst, entry)
        first = f"{worst.scenario}: {headline(worst)}"
        summary = _known_text(entry, summary) if entry and not new else f"{summary}; {first}"
    else:
        status = "passed" if counts["pass"] else "skipped"
        summary = "" if counts["pass"] else "no generated round could be judged"
    return Case(
        topic=GENERATED,
        name=f"{GENERATED} ({mode})",
        status=status,
        kind=shown[0].kind if shown else "pass" if counts["pass"] else "unsupported",
        title=f"{len(outcomes)} generated rounds",
        summary=printable(summary),
        detail="\n\n".join(f"{printable(o.scenario)}\n{told(o, report)}" for o in shown),
        stderr="\n".join(readable(o.stderr) for o in shown if o.stderr),
        clause=shown[0].divergence.clause if shown and shown[0].divergence else "",
    )


def stale_text(checked: Checked) -> str:
    """What is wrong with an entry of the known failures, in one line."""
    entry = checked.entry
    why = {
        "passes now": "passes now: take the entry out",
        "fails otherwise": "fails otherwise than the entry says",
        "not observed": "was not observed: its failure can no longer be seen",
        "matches nothing": "matches nothing that was run: is its name right?",
    }[checked.state]
    return printable(f"known failure {entry.name} {why}")


def _of_stale(checked: Checked) -> Case:
    entry = checked.entry
    where = f"{entry.file}:{entry.line}" if entry.file else "the list of known failures"
    return Case(
        topic="known-failures",
        name=printable(entry.name),
        status="failed",
        kind=checked.state,
        title="A known failure still fails as its entry says",
        summary=stale_text(checked),
        detail=printable(f"{where}: {entry.reason} {entry.issue}".rstrip()),
        clause=entry.clause,
    )
