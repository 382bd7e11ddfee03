"""What a report can be written as. A new kind is a line here, and a module that is loaded when
it is asked for."""

import importlib
from collections.abc import Callable
from dataclasses import dataclass

from conformance.reports.model import Report

Writer = Callable[[Report], bytes]


@dataclass(frozen=True, slots=True)
class Kind:
    """``function`` of ``module`` (below ``conformance.reports``) takes a report and gives the
    content of a file."""

    module: str
    function: str
    what: str

    def write(self, report: Report) -> bytes:
        writer: Writer = getattr(
            importlib.import_module(f"conformance.reports.{self.module}"), self.function
        )
        return writer(report)


KINDS = {
    "json": Kind("as_json", "report_json", "the whole report, the certificate"),
    "html": Kind("html.page", "html_report", "one page, each replay on a table to step through"),
    "junit": Kind("as_junit", "junit_xml", "JUnit XML for build servers"),
    "ctrf": Kind("as_ctrf", "ctrf_json", "Common Test Report Format, JSON"),
    "tap": Kind("as_tap", "tap_lines", "Test Anything Protocol 14"),
    "markdown": Kind("as_markdown", "markdown_summary", "a job summary or a comment"),
    "github": Kind("as_github", "github_commands", "annotations of GitHub Actions"),
    "badge-json": Kind("as_badge", "badge_json", "a shields.io endpoint"),
    "badge-svg": Kind("as_badge", "badge_svg", "the verdict as a picture"),
}
