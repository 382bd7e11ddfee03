"""A report made by hand, with each kind of outcome and texts that want to do harm."""

from dataclasses import replace
from typing import Any

from conformance.exhaustive.tier import GeneratedRun
from conformance.grading.claims import Lack
from conformance.grading.compare import Difference
from conformance.grading.outcome import Divergence, Outcome
from conformance.grading.readings import Reading
from conformance.grading.verdict import judge_all
from conformance.known_failures import Entry, check
from conformance.protocol.messages import Implementation
from conformance.reports.model import Report
from reference_engine.state import ScoringMode
from tests.conformance.making import ALL, BOOK

HOSTILE = (
    "\x1b[31mred\x00\x07 <script>alert(1)</script> <!-- ]]> &amp; `tick` ``two`` ***bold***"
    " [a](javascript:alert(1)) ![i](http://evil.example/i.png) @everyone #1 | cell \\"
    " %0A ::error::x\r\n::warning::y\n# SKIP all\n```\n</details>\n\u202e\ud800\ufffe\"'"
)
"""ANSI, control characters, HTML, XML, Markdown, workflow commands, TAP and lone surrogates."""

COMMAND = ("node", "my-adapter.js", "--name", "$(rm -rf /)")


def outcome(
    scenario: str, kind: Any, clause: str, scoring: ScoringMode = "full", **given: Any
) -> Outcome:
    """An outcome of a scenario that cites one clause."""
    return Outcome(scenario, f"Title of {scenario}", scoring, kind, (clause,), **given)


def fails(scenario: str, clause: str, scoring: ScoringMode = "full", **given: Any) -> Outcome:
    """A failure under a clause: the draws after the first trick."""
    difference = Difference(
        "draws", {"north": "5S"}, given.pop("reported", {"north": "TH"}), 1, 1, 2, "south", "KH"
    )
    return outcome(
        scenario, "fail", clause, scoring, divergence=Divergence(difference, clause), **given
    )


PASS = outcome("draw/one", "pass", "draw.top-card", observed=("draw.top-card",), digest="1" * 64)
FAIL = fails("draw/two", "draw.winner-first", reported={"north": HOSTILE}, digest="2" * 64)
CRASH = replace(
    outcome("trick/three", "crash", "trick.trump-wins", "simplified"),
    message=f"no reply: {HOSTILE}",
    stderr=f"first line\n{HOSTILE}\nlast line\n",
    title=HOSTILE,
)
UNSUPPORTED = outcome(
    "view/four", "unsupported", "view.stock-top", lack=Lack("views", f"no views: {HOSTILE}")
)
KNOWN = fails("award/five", "award.game", "simplified")
GENERATED = (
    outcome("generated/0001", "pass", "draw.top-card", observed=("draw.top-card",)),
    fails("generated/0002", "draw.winner-first"),
    outcome("generated/0001", "pass", "draw.top-card", "simplified", observed=("draw.top-card",)),
)
HOLDS = Entry("award/five", None, "", "the wrong total", "https://example.org/7", "known.yaml", 3)


def made(
    *outcomes: Outcome,
    generated: tuple[Outcome, ...] | None = None,
    entries: tuple[Entry, ...] | None = None,
    name: str = "acme-jack",
    whole: bool = True,
) -> Report:
    """A report over these outcomes."""
    judgement = judge_all((*outcomes, *(generated or ())), ALL, BOOK)
    everything = (*outcomes, *(generated or ()))
    return Report(
        suite_version="1.0.0",
        suite_digest="ab" * 32,
        command=COMMAND,
        implementation=Implementation(name, "2.3", "javascript"),
        claims=ALL,
        readings={r.name: Reading(r.name, r.default, "assumed") for r in BOOK.rulings.values()},
        outcomes=outcomes,
        judgement=judgement,
        book=BOOK,
        generated=None if generated is None else GeneratedRun(generated, 0, "cd" * 32),
        known=None
        if entries is None
        else check(entries, everything, judgement.clauses, whole=whole, generated=whole),
    )


def hostile_report() -> Report:
    """One of each kind; a known failure; an entry that no longer holds."""
    gone = Entry("draw/one", "full", "", f"was {HOSTILE}", "", "known.yaml", 7)
    return made(
        PASS,
        FAIL,
        CRASH,
        UNSUPPORTED,
        KNOWN,
        generated=GENERATED,
        entries=(HOLDS, gone),
        name=HOSTILE,
    )
