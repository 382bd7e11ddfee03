"""A summary in GitHub's Markdown, for a job summary or a comment on a pull request.

Whatever comes from outside stands in code spans and code blocks, where neither Markdown nor HTML
nor a mention has a meaning, and never in a table, where a bar would end a cell even there.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from conformance.grading.outcome import Kind, Outcome
from conformance.grading.verdict import ClauseResult
from conformance.known_failures import Entry
from conformance.reports.cases import headline, stale_text
from conformance.reports.explain import reproduce
from conformance.reports.model import Report
from conformance.text import printable, readable

SHOWN_FAILURES = 100
SHOWN_LINES = 20
"""A job summary holds a megabyte, a comment 65,536 characters."""

_VERDICT = {
    "conforms": "✅ California Jack: conforms",
    "conforms-as-observed": "✅ California Jack: conforms as observed",
    "does-not-conform": "❌ California Jack: does not conform",
    "partial": "⏸️ California Jack: interrupted, no verdict",
}
_KINDS: tuple[Kind, ...] = ("pass", "fail", "crash", "timeout", "protocol", "error", "unsupported")
_MARKUP = re.compile(r"([\\`*_{}\[\]<>&#|~!@])")
_FENCES = re.compile(r"`+")


def markdown_summary(report: Report) -> bytes:
    """The report as Markdown."""
    return ("\n".join(_lines(report)) + "\n").encode()


def plain(text: str) -> str:
    """Text of the suite's own, its punctuation taken as it is."""
    return _MARKUP.sub(r"\\\1", printable(text))


def code(text: str) -> str:
    """Text from outside as a code span that it cannot end."""
    text = printable(text)
    fence = "`" * (_longest(text) + 1)
    space = " " if not text.strip() or text[0] in "` " or text[-1] in "` " else ""
    return f"{fence}{space}{text}{space}{fence}"


def code_block(text: str) -> Iterator[str]:
    """Lines from outside as a code block that they cannot end."""
    fence = "`" * max(3, _longest(text) + 1)
    yield fence
    yield from readable(text).splitlines()
    yield fence


def _longest(text: str) -> int:
    return max(map(len, _FENCES.findall(text)), default=0)


def _lines(report: Report) -> Iterator[str]:
    implementation, judgement = report.implementation, report.judgement
    yield f"## {_VERDICT[judgement.verdict]}"
    yield ""
    name = f"{implementation.name} {implementation.version}".rstrip()
    language = f" ({code(implementation.language)})" if implementation.language else ""
    yield f"{code(name)}{language}, judged by version {plain(report.suite_version)} of the suite"
    yield ""
    if report.partial:
        yield "The run was interrupted: this is what there was until then."
        yield ""
    yield from _classes(report)
    yield f"- Scenarios: {_counts(judgement.counts)}"
    if report.generated:
        run = report.generated
        left = f", {run.left_out} not asked" if run.left_out else ""
        yield f"- Generated rounds: {_counts(Counter(o.kind for o in run.outcomes))}{left}"
    yield ""
    yield from _stale(report)
    yield from _failures(report)
    yield from _known(report)
    yield from _not_observed([c for c in judgement.clauses if c.state == "not observed"])
    yield from _details("Rulings", _rulings(report))


def _classes(report: Report) -> Iterator[str]:
    yield "| class | state | passed | failed | not observed |"
    yield "| --- | --- | ---: | ---: | ---: |"
    clauses = report.judgement.clauses
    for name, state in report.judgement.classes.items():
        of_class = Counter(c.state for c in clauses if name in report.book.clauses[c.slug].classes)
        cells = (of_class["passed"], of_class["failed"], of_class["not observed"])
        yield f"| {name} | {state} | {' | '.join(map(str, cells))} |"
    yield ""


def _counts(counts: Mapping[Kind, int]) -> str:
    return ", ".join(f"{counts[kind]} {kind}" for kind in _KINDS if counts.get(kind)) or "none"


def _stale(report: Report) -> Iterator[str]:
    stale = report.known.stale if report.known else ()
    if stale:
        yield "### Known failures that are gone"
        yield ""
        yield from (f"- {code(stale_text(checked))}" for checked in stale)
        yield ""


def _failures(report: Report) -> Iterator[str]:
    """By clause, with the first divergence; what was no reply to judge by kind. Then what the
    engine has probably misread."""
    new = report.new_failures
    groups: dict[str, list[Outcome]] = {}
    for outcome in new:
        what = outcome.divergence.clause if outcome.divergence else outcome.kind
        groups.setdefault(what, []).append(outcome)
    if not groups:
        return
    yield "### Failures"
    yield ""
    for what, outcomes in groups.items():
        clause = report.book.clauses.get(what)
        first = outcomes[0]
        yield f"- **{plain(what)}**{f': {plain(clause.text)}' if clause else ''}"
        yield f"  {_times(len(outcomes))}, first in {_asked(first)}:"
        yield f"  {code(headline(first))}"
    yield ""
    for finding in (report.diagnosis or ())[:1]:
        yield f"Diagnosis: {plain(finding.text)}"
        yield ""
    shown = new[:SHOWN_FAILURES]
    more = f", {len(shown)} of them shown" if len(shown) < len(new) else ""
    yield from _details(
        f"All failures ({len(new)}{more})",
        (f"- {plain(o.kind)} {_asked(o)}: {code(headline(o))}" for o in shown),
    )
    first = new[0]
    yield from _details("The first failure again", _again(first, report))


def _again(outcome: Outcome, report: Report) -> Iterator[str]:
    yield from code_block(reproduce(outcome, report.command))
    said = outcome.stderr.strip().splitlines()[-SHOWN_LINES:]
    if said:
        yield ""
        yield "The end of its standard error:"
        yield ""
        yield from code_block("\n".join(said))


def _known(report: Report) -> Iterator[str]:
    if not report.known:
        return
    found: dict[Entry, list[Outcome]] = {}
    for outcome in report.failures:
        if entry := report.known_as(outcome):
            found.setdefault(entry, []).append(outcome)
    count = sum(map(len, found.values()))
    if count:
        lines = (
            f"- {code(entry.name)}, {_times(len(outcomes))}: {code(entry.reason)}"
            f"{f' <{entry.issue}>' if entry.issue else ''}"
            for entry, outcomes in found.items()
        )
        yield from _details(f"{count} known failure{'s' * (count != 1)}", lines)


def _not_observed(missing: Sequence[ClauseResult]) -> Iterator[str]:
    by_feature: dict[tuple[str, ...], list[str]] = {}
    for clause in missing:
        by_feature.setdefault(clause.shown_by, []).append(clause.slug)
    if not by_feature:
        return
    lines = []
    for features, slugs in by_feature.items():
        # The feature may be one that the adapter named.
        way = ", ".join(map(code, features)) or "no scenario that was run"
        lines.append(f"- {plain(', '.join(slugs))} (shown by {way})")
    yield from _details(f"Not observed ({len(missing)})", lines)


def _rulings(report: Report) -> Iterator[str]:
    how = {"declared": "declared", "inferred": "found out", "assumed": "not observed"}
    for reading in report.readings.values():
        yield f"- {plain(reading.ruling)}: {plain(reading.option)} ({how[reading.how]})"


def _asked(outcome: Outcome) -> str:
    return f"{code(outcome.scenario)} ({outcome.scoring})"


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def _details(summary: str, lines: Iterable[str]) -> Iterator[str]:
    yield f"<details><summary>{summary}</summary>"
    yield ""
    yield from lines
    yield ""
    yield "</details>"
    yield ""
