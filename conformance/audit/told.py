"""An audit told on a terminal, at 80 columns: failures first, the verdict last."""

from collections.abc import Iterable, Iterator

from rich.console import Console
from rich.text import Text

from conformance.audit.auditing import Audit, AuditedClause, Finding
from conformance.audit.grade import DEAL
from conformance.audit.seen import Part
from conformance.grading.compare import Difference
from conformance.reports import explain
from conformance.reports.terminal import styled
from conformance.rulebook import Rulebook
from conformance.text import printable

SHOWN = 10
_VERDICT = {
    "conforms": ("CONFORMS", "bold green", "every clause was observed"),
    "conforms-as-observed": (
        "CONFORMS AS OBSERVED",
        "bold green",
        "no clause failed, some could not be observed",
    ),
    "does-not-conform": ("DOES NOT CONFORM", "bold red", "see the failures above"),
}
_PARTS: dict[Part, str] = {
    "seats": "the seats of plays",
    "refused": "refused plays",
    "legal": "legal cards",
}


def print_audit(audit: Audit, book: Rulebook, console: Console, *, verbose: bool = False) -> None:
    """One game for each clause that failed, unless ``verbose``."""
    findings = audit.tally.findings
    shown = findings if verbose else _one_for_each_clause(findings)[:SHOWN]
    for finding in shown:
        for line in _finding(finding, audit, book):
            console.print(line, soft_wrap=True)
        console.print()
    if left := audit.diverging - len(shown):
        more = "--verbose and --json show more" if not verbose else "they are counted below"
        console.print(f"… and {left} more game{'s' * (left != 1)}; {more}\n")
    for line in _summary(audit, book):
        console.print(line, soft_wrap=True)


def what(difference: Difference) -> str:
    """What differs, as words."""
    return "the deal" if difference.field == DEAL else explain.what(difference)


def _one_for_each_clause(findings: Iterable[Finding]) -> list[Finding]:
    first: dict[str, Finding] = {}
    for finding in findings:
        first.setdefault(finding.divergence.clause, finding)
    return list(first.values())


def _finding(finding: Finding, audit: Audit, book: Rulebook) -> Iterator[Text]:
    name = f" {printable(finding.name)}" if finding.name else ""
    scoring = f" ({finding.scoring} scoring)"
    yield Text.assemble(("FAIL", "bold red"), f" game {finding.game}{name}{scoring}")
    yield from styled(f"line {finding.line} of {printable(str(audit.log.path))}", "  ", "italic")
    difference, clause = finding.divergence.difference, finding.divergence.clause
    yield from styled(f"{explain.where(difference)}: {what(difference)}", "  ")
    yield from styled(f"expected  {explain.said(difference.expected)}", "    ")
    yield from styled(f"reported  {printable(explain.said(difference.reported))}", "    ")
    yield from styled(f"{clause}: {book.clauses[clause].text}", "  ", "cyan")


def _summary(audit: Audit, book: Rulebook) -> Iterator[Text]:
    tally = audit.tally
    yield from styled(f"Log             {printable(str(audit.log.path))}", hang=16)
    modes = ", ".join(f"{count} in {mode} scoring" for mode, count in sorted(tally.played.items()))
    games = f"{tally.games} with {tally.rounds} rounds ({modes})" if tally.games else "none"
    yield from styled(f"Games           {games}", hang=16)
    agree = tally.games - audit.diverging
    unread = f", {tally.unreadable} unreadable" if tally.unreadable else ""
    yield from styled(f"                {agree} by the rules, {audit.diverging} not{unread}")
    states = [clause.state for clause in audit.clauses]
    told = ", ".join(
        f"{states.count(state)} {state}"
        for state in ("passed", "failed", "not observed")
        if states.count(state)
    )
    yield from styled(f"Clauses         {told}")
    for name, state in audit.classes.items():
        style = "red" if state == "failed" else "green" if state == "passed" else ""
        yield Text.assemble(f"  {name:<20}", (state, style))
    yield from styled(f"Rulings         {_readings(audit)}", hang=16)
    for clause in audit.clauses:
        if clause.state == "failed":
            games = f"{clause.diverging} game{'s' * (clause.diverging != 1)}"
            text = f"failed          {clause.slug}: {games}"
            yield from styled(text, style="red", hang=16)
    for line in _not_observed(audit.clauses):
        yield from styled(line, hang=16)
    word, style, why = _VERDICT[audit.verdict]
    if not tally.games:
        why = "no game could be read"
    yield Text.assemble("\n", (word, style), f": {why}")


def _readings(audit: Audit) -> str:
    notes = {"declared": "", "inferred": " (found out)", "assumed": " (not observed)"}
    return ", ".join(f"{r.ruling} {r.option}{notes[r.how]}" for r in audit.readings.values())


def _not_observed(clauses: Iterable[AuditedClause]) -> Iterator[str]:
    """One line for all clauses that wait for the same thing, those nearest at hand first."""
    by_reason: dict[str, list[str]] = {}
    for clause in sorted(clauses, key=lambda c: (c.missing and c.missing.games) or 0):
        if clause.missing:
            by_reason.setdefault(reason(clause), []).append(clause.slug)
    for why, slugs in by_reason.items():
        yield f"not observed    {', '.join(slugs)} ({why})"


def reason(clause: AuditedClause) -> str:
    """Why a clause was not observed, and what would show it."""
    missing = clause.missing
    if missing is None:
        return ""
    if missing.parts:
        return f"not logged: {' or '.join(_PARTS.get(part, part) for part in missing.parts)}"
    if missing.games:
        games = _rounded(missing.games)
        return f"about {games} more game{'s' * (games != 1)} for a chance of 95 in 100"
    return missing.reason


def _rounded(games: int) -> int:
    """Two digits: the figure is an estimate."""
    return round(games, min(0, 2 - len(str(games))))
