"""Workflow commands of GitHub Actions: an annotation for each clause that failed.

A step shows ten errors, so one stands for all failures of a clause. What stands in them cannot
begin a command of its own.
"""

from collections.abc import Iterable, Iterator
from pathlib import PurePath

from conformance.grading.outcome import Outcome
from conformance.reports.cases import headline, stale_text
from conformance.reports.explain import reproduce
from conformance.reports.model import Report
from conformance.text import printable


def github_commands(report: Report) -> bytes:
    """The report as workflow commands, one a line."""
    return "".join(f"{line}\n" for line in _lines(report)).encode()


def _lines(report: Report) -> Iterator[str]:
    for checked in report.known.stale if report.known else ():
        entry = checked.entry
        at = {"file": entry.file, "line": str(entry.line)} if entry.file else {}
        yield _command("error", stale_text(checked), **at, title="A known failure is gone")
    groups: dict[tuple[bool, str], list[Outcome]] = {}
    for outcome in report.failures:
        is_known = report.known_as(outcome) is not None
        what = outcome.divergence.clause if outcome.divergence else outcome.kind
        groups.setdefault((is_known, what), []).append(outcome)
    for (is_known, what), outcomes in sorted(groups.items(), key=lambda item: item[0]):
        yield _annotation(what, outcomes, report, is_known=is_known)
    told = f"{report.implementation.name}: {report.judgement.verdict}"
    yield _command("notice", printable(told), title="California Jack conformance")


def _annotation(what: str, outcomes: list[Outcome], report: Report, *, is_known: bool) -> str:
    first = outcomes[0]
    clause = report.book.clauses.get(what)
    title = f"{what}: {clause.text}" if clause else what
    more = f" and {len(outcomes) - 1} more" if len(outcomes) > 1 else ""
    message = "\n".join(
        map(
            printable,
            (
                f"{first.scenario} ({first.scoring}){more}: {first.title}",
                headline(first),
                f"again: {reproduce(first, report.command)}",
            ),
        )
    )
    return _command(
        "warning" if is_known else "error",
        message,
        **_file_of(report.command),
        title=f"known: {title}" if is_known else title,
    )


def _file_of(command: Iterable[str]) -> dict[str, str]:
    """The file to annotate: the first word of the adapter's command that looks like a source
    file of the repository."""
    for word in command:
        path = PurePath(word)
        inside = not path.is_absolute() and ".." not in path.parts
        if inside and path.suffix[1:].isalpha() and not word.startswith("-"):
            return {"file": path.as_posix()}
    return {}


def _command(name: str, message: str, **properties: str) -> str:
    given = ",".join(f"{key}={_property(value)}" for key, value in properties.items())
    return f"::{name} {given}::{_data(message)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(printable(text)).replace(":", "%3A").replace(",", "%2C")
