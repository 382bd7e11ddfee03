"""The report as one HTML file: to read, to search, and to watch each replay on a table."""

from conformance.reports.html.render import render
from conformance.reports.html.replays import replays_value
from conformance.reports.html.view import view_of
from conformance.reports.model import Report


def html_report(report: Report) -> bytes:
    """The report as a page that needs nothing but itself."""
    replays = replays_value(report)
    view = view_of(report, replays["scenarios"])
    return render("report.html.j2", script="report.js", data=replays, view=view)
