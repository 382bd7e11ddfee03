"""TAP, the Test Anything Protocol, version 14 (readers of version 13 understand it too).

A known failure is a TODO, what was not observed a SKIP.
"""

import json
from collections.abc import Iterator

from conformance.reports.cases import Case, cases_of
from conformance.reports.model import Report


def tap_lines(report: Report) -> bytes:
    """The report as TAP."""
    cases = cases_of(report)
    lines = ["TAP version 14", f"1..{len(cases)}"]
    for number, case in enumerate(cases, start=1):
        lines += _test_point(number, case)
    return "".join(f"{line}\n" for line in lines).encode()


def _test_point(number: int, case: Case) -> Iterator[str]:
    ok = "ok" if case.status in ("passed", "skipped") else "not ok"
    word = {"skipped": "SKIP", "known": "TODO"}.get(case.status)
    directive = f" # {word} {_escaped(case.summary)}" if word else ""
    yield f"{ok} {number} - {_escaped(case.name)}{directive}"
    if case.detail:
        yield from _diagnostics(case)


def _diagnostics(case: Case) -> Iterator[str]:
    """A YAML block; its strings are quoted as JSON has it, which YAML reads too."""
    yield "  ---"
    yield f"  outcome: {_quoted(case.kind)}"
    yield f"  message: {_quoted(case.summary)}"
    if case.clause:
        yield f"  clause: {_quoted(case.clause)}"
    for name, text in (("detail", case.detail), ("stderr", case.stderr)):
        if text:
            yield f"  {name}:"
            yield from (f"    - {_quoted(line)}" for line in text.splitlines())
    yield "  ..."


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("#", "\\#")
