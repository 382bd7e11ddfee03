"""The verdict as a badge: for an endpoint that shields.io asks, and as a picture of one's own."""

import json
from html import escape

from conformance.grading.verdict import Verdict
from conformance.reports.model import Report
from conformance.text import printable

LABEL = "California Jack"
# Dark enough for white letters.
_LOOKS: dict[Verdict, tuple[str, str]] = {
    "conforms": ("conforms", "2e7d32"),
    "conforms-as-observed": ("conforms as observed", "4d6b1e"),
    "does-not-conform": ("does not conform", "b3261e"),
    "partial": ("interrupted", "6b6b6b"),
}
_LABEL_COLOUR = "444444"
_NARROW = frozenset(" .,:;'!|iIjlftr/()[]")


def badge_json(report: Report) -> bytes:
    """What an endpoint answers (https://shields.io/badges/endpoint-badge)."""
    message, colour = _LOOKS[report.judgement.verdict]
    value = {"schemaVersion": 1, "label": LABEL, "message": message, "color": colour}
    return json.dumps(value, indent=2).encode() + b"\n"


def badge_svg(report: Report) -> bytes:
    """The badge as SVG; its title names the implementation and the suite."""
    message, colour = _LOOKS[report.judgement.verdict]
    left, right = _width(LABEL) + 12, _width(message) + 12
    implementation = report.implementation
    judged = printable(f"{implementation.name} {implementation.version}".rstrip())
    title = f"{LABEL}: {judged} {message}, suite {report.suite_version}"
    return _SVG.format(
        title=escape(title),
        left=left,
        right=right,
        whole=left + right,
        label=LABEL,
        message=message,
        label_at=left / 2,
        message_at=left + right / 2,
        label_length=left - 12,
        message_length=right - 12,
        label_colour=_LABEL_COLOUR,
        colour=colour,
    ).encode()


def _width(text: str) -> int:
    """About so many pixels at 11 px; the text is stretched to it exactly."""
    return round(sum(3.8 if char in _NARROW else 6.8 for char in text))


_SVG = """\
<svg xmlns="http://www.w3.org/2000/svg" width="{whole}" height="20" role="img" \
aria-labelledby="title">
  <title id="title">{title}</title>
  <clipPath id="rounded"><rect width="{whole}" height="20" rx="3"/></clipPath>
  <g clip-path="url(#rounded)">
    <rect width="{left}" height="20" fill="#{label_colour}"/>
    <rect x="{left}" width="{right}" height="20" fill="#{colour}"/>
  </g>
  <g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle">
    <text x="{label_at}" y="14" textLength="{label_length}">{label}</text>
    <text x="{message_at}" y="14" textLength="{message_length}">{message}</text>
  </g>
</svg>
"""
