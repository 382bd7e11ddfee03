"""All games of a log, judged. The file is read twice and never held: once for the readings,
once for the games."""

from collections import Counter
from dataclasses import dataclass, field

from conformance.audit.chances import Unit, load_chances
from conformance.audit.game import Game, GameError
from conformance.audit.grade import grade
from conformance.audit.lines import Log
from conformance.audit.readings import Witnesses, infer
from conformance.audit.seen import Part, rounds_seen
from conformance.audit.signs import SIGNS, UNSEEN, shown_by
from conformance.errors import Problem, UsageError
from conformance.grading.claims import CLASSES
from conformance.grading.outcome import Divergence
from conformance.grading.readings import Reading
from conformance.grading.verdict import ClassState, ClauseState, Verdict, class_state
from conformance.rulebook import Rulebook
from conformance.text import printable
from reference_engine.rules import Rules
from reference_engine.state import ScoringMode

KEPT_PROBLEMS = 20
KEPT_FINDINGS = 100
"""For each clause; all of them are counted."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A game that leaves the rules, and where it first does."""

    game: int
    line: int
    name: str
    scoring: ScoringMode
    divergence: Divergence


@dataclass(frozen=True, slots=True)
class Unobserved:
    """What it would take to observe a clause: one of ``parts`` in the log; or so many more
    ``games`` for a chance of 95 in 100; or, with neither, no log shows it, for the ``reason``."""

    parts: tuple[Part, ...] = ()
    games: int | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class AuditedClause:
    """``games`` counts those that show the clause, ``diverging`` those that break it."""

    slug: str
    state: ClauseState
    games: int
    diverging: int
    missing: Unobserved | None = None


@dataclass
class Tally:
    """What is counted while the games go by."""

    games: int = 0
    rounds: int = 0
    unreadable: int = 0
    problems: list[Problem] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    diverging: Counter[str] = field(default_factory=Counter)
    observed: Counter[str] = field(default_factory=Counter)
    played: Counter[ScoringMode] = field(default_factory=Counter)
    told: set[Part] = field(default_factory=set)
    several_rounds: bool = False

    def refuse(self, problem: Problem) -> None:
        self.unreadable += 1
        if len(self.problems) < KEPT_PROBLEMS:
            self.problems.append(problem)

    def add(self, game: Game, rules: Rules) -> None:
        """Grade one game and count what came of it."""
        self.games += 1
        self.rounds += len(game.rounds)
        self.played[game.scoring] += 1
        self.several_rounds |= len(game.rounds) > 1
        replayed = grade(game, rules)
        shown: set[str] = set()
        for seen in rounds_seen(game, replayed):
            self.told |= seen.told
            shown |= shown_by(seen)
        self.observed.update(shown)
        if replayed.divergence:
            clause = replayed.divergence.clause
            self.diverging[clause] += 1
            if self.diverging[clause] <= KEPT_FINDINGS:
                self.findings.append(
                    Finding(game.number, game.line, game.name, game.scoring, replayed.divergence)
                )


@dataclass(frozen=True, slots=True)
class Audit:
    """Everything that an audit found."""

    log: Log
    tally: Tally
    readings: dict[str, Reading]
    clauses: tuple[AuditedClause, ...]
    classes: dict[str, ClassState]
    verdict: Verdict
    unit: Unit

    @property
    def diverging(self) -> int:
        return self.tally.diverging.total()

    @property
    def exit_status(self) -> int:
        """1 if a game leaves the rules; 2 if none does and a line could not be read."""
        if self.diverging:
            return 1
        return 2 if self.tally.unreadable else 0


def audit(log: Log, book: Rulebook) -> Audit:
    """Grade every game of ``log``.

    Raises:
        UsageError: the file cannot be read, or there is no game in it.
    """
    tally, witnesses = Tally(), Witnesses()
    misfits: set[int] = set()
    for found in log.games():
        if isinstance(found, Problem):
            tally.refuse(found)
            continue
        try:
            witnesses.add(found)
        except GameError as error:
            misfits.add(found.line)
            tally.refuse(Problem(printable(str(log.path)), found.line, 1, printable(str(error))))
    rules, readings = infer(witnesses, book)
    for found in log.games():
        if isinstance(found, Game) and found.line not in misfits:
            tally.add(found, rules)
    if not tally.games and not tally.problems:
        raise UsageError(f"no game in {printable(str(log.path))}", "write one game a line")
    return _judged(log, tally, readings, book)


def _judged(log: Log, tally: Tally, readings: dict[str, Reading], book: Rulebook) -> Audit:
    claimed = {"trick-play", "match", *(f"{mode}-scoring" for mode in tally.played)}
    unit: Unit = "match" if tally.several_rounds else "round"
    clauses = tuple(
        _clause(slug, tally, unit)
        for slug, clause in book.clauses.items()
        if not claimed.isdisjoint(clause.classes) or tally.diverging[slug]
    )
    verdict: Verdict = "conforms-as-observed"
    if tally.diverging or not tally.games:
        verdict = "does-not-conform"
    elif all(clause.state == "passed" for clause in clauses):
        verdict = "conforms"
    classes: dict[str, ClassState] = {}
    for name in CLASSES:
        states = {c.state for c in clauses if name in book.clauses[c.slug].classes}
        classes[name] = class_state(states) if name in claimed else "not claimed"
    return Audit(log, tally, readings, clauses, classes, verdict, unit)


def _clause(slug: str, tally: Tally, unit: Unit) -> AuditedClause:
    state: ClauseState = "not observed"
    if tally.diverging[slug]:
        state = "failed"
    elif tally.observed[slug]:
        state = "passed"
    missing = _missing(slug, tally, unit) if state == "not observed" else None
    return AuditedClause(slug, state, tally.observed[slug], tally.diverging[slug], missing)


def _missing(slug: str, tally: Tally, unit: Unit) -> Unobserved:
    if slug in UNSEEN:
        return Unobserved(reason=UNSEEN[slug])
    parts = SIGNS[slug].told_by
    if parts and tally.told.isdisjoint(parts):
        return Unobserved(parts=parts)
    games = load_chances().games_needed(slug, unit, tally.played) if tally.games else None
    if games is None and parts == ("refused",):
        return Unobserved(reason="no play was refused under it")
    reason = "" if games else f"did not show in {load_chances().games} random games"
    return Unobserved(games=games, reason=reason)
