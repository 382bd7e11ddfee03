"""Failures as the command line tells them."""

import io
from collections.abc import Sequence

from rich.console import Console

from conformance.grading.outcome import Outcome
from conformance.reports.model import Report
from conformance.reports.terminal import failure_lines, print_report
from conformance.rulebook import Rulebook
from conformance.text import WIDTH


class DoesNotConformError(AssertionError):
    """The implementation does not play a scenario, or the suite, as the rules have it."""


def failure_text(outcome: Outcome, book: Rulebook, command: Sequence[str] = ()) -> str:
    return "\n".join(line.plain for line in failure_lines(outcome, book, command))


def report_text(report: Report) -> str:
    text = io.StringIO()
    print_report(report, Console(file=text, width=WIDTH, highlight=False))
    return text.getvalue().rstrip()


def skip_text(outcome: Outcome) -> str:
    """Why the scenario shows nothing."""
    assert outcome.lack  # noqa: S101 - an unsupported outcome has one
    return f"not observed, for want of {outcome.lack.feature}: {outcome.lack.reason}"
