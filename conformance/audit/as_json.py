"""An audit as JSON; the same log gives the same bytes."""

import json
from typing import Any

from conformance.audit.auditing import Audit, AuditedClause, Finding
from conformance.audit.told import reason, what
from conformance.reports import explain
from conformance.rulebook import Rulebook
from conformance.version import __version__

FORMAT = 1


def audit_json(audit: Audit, book: Rulebook) -> bytes:
    """The audit as UTF-8 JSON. Of the games that fail, as many as were kept for each clause."""
    text = json.dumps(audit_value(audit, book), indent=2, ensure_ascii=False)
    return text.encode("utf-8", "backslashreplace") + b"\n"


def audit_value(audit: Audit, book: Rulebook) -> dict[str, Any]:
    tally = audit.tally
    return {
        "format": FORMAT,
        "suite": {"version": __version__},
        "log": {
            "file": str(audit.log.path),
            "format": audit.log.format,
            "games": tally.games,
            "rounds": tally.rounds,
            "scoring": dict(sorted(tally.played.items())),
            "unreadable": tally.unreadable,
            "problems": [{"line": p.line, "message": p.message} for p in tally.problems],
        },
        "rulings": {
            name: {"option": reading.option, "how": reading.how}
            for name, reading in audit.readings.items()
        },
        "verdict": audit.verdict,
        "counts": {"by_the_rules": tally.games - audit.diverging, "diverging": audit.diverging},
        "classes": audit.classes,
        "clauses": [_clause(clause) for clause in audit.clauses],
        "findings": [_finding(finding, book) for finding in tally.findings],
    }


def _clause(clause: AuditedClause) -> dict[str, Any]:
    value: dict[str, Any] = {
        "slug": clause.slug,
        "state": clause.state,
        "games": clause.games,
        "diverging": clause.diverging,
    }
    if clause.missing:
        value["missing"] = {
            "why": reason(clause),
            **({"parts": list(clause.missing.parts)} if clause.missing.parts else {}),
            **({"games": clause.missing.games} if clause.missing.games else {}),
        }
    return value


def _finding(finding: Finding, book: Rulebook) -> dict[str, Any]:
    difference, clause = finding.divergence.difference, finding.divergence.clause
    return {
        "game": finding.game,
        "line": finding.line,
        "name": finding.name,
        "scoring": finding.scoring,
        "divergence": {
            "clause": clause,
            "text": book.clauses[clause].text,
            "where": explain.where(difference),
            "what": what(difference),
            "field": difference.field,
            "round": difference.round,
            "trick": difference.trick,
            "play": difference.play,
            "seat": difference.seat,
            "card": difference.card,
            "expected": difference.expected,
            "reported": difference.reported,
        },
    }
