"""All checks of scenario files: form, deals, legality, clauses, titles, agreement.

A file is compared with the reference engine but never corrected by it: where the two differ,
lint says which side it doubts and why, and a person decides.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from conformance.errors import Problem, ScenarioFileError
from conformance.rulebook import Rulebook, with_fields
from conformance.scenarios.authored import Disagreement, disagreements
from conformance.scenarios.build import build_scenario, expected_in
from conformance.scenarios.document import Document, Path
from conformance.scenarios.model import Scenario
from conformance.scenarios.schema import schema_problems
from conformance.scenarios.stage import CannotStageError, stage
from reference_engine.replay import InvalidDealError, replay
from reference_engine.rules import Rules
from reference_engine.state import SEATS, ScoringMode


def read_scenario(document: Document, scenario_id: str) -> Scenario:
    """The scenario of a document, checked for form and deals.

    Raises:
        ScenarioFileError: with all problems of the file.
    """
    problems = schema_problems(document)
    if problems:
        raise ScenarioFileError(problems)
    return build_scenario(document, scenario_id)


def lint_scenario(document: Document, scenario: Scenario, book: Rulebook) -> list[Problem]:
    """What is wrong with a scenario of the right form: clauses, plays, expected values."""
    return [*_clause_problems(document, book), *_value_problems(document, scenario, book)]


def title_problems(documents: Iterable[Document]) -> list[Problem]:
    """Titles that stand in several files."""
    first: dict[str, str] = {}
    problems = []
    for document in documents:
        title = " ".join(document.data["title"].split()).casefold()
        if title in first:
            message = f"the title stands in {first[title]} too"
            problems.append(document.problem(("title",), message, "say what only this file shows"))
        first.setdefault(title, document.file)
    return problems


def _clause_problems(document: Document, book: Rulebook) -> list[Problem]:
    problems = []
    for at, slug in enumerate(document.data["clauses"]):
        if slug not in book.clauses:
            hint = f"did you mean {book.nearest(slug)}? `cjack rules` lists all"
            problems.append(document.problem(("clauses", at), f"no clause {slug}", hint))
    return problems


@dataclass(frozen=True, slots=True)
class _Reading:
    """One way to hold a scenario against the engine: a mode, rules, and what they change."""

    scoring: ScoringMode
    rules: Rules
    name: str = ""
    change: dict[str, Any] = field(default_factory=dict)


def _readings(scenario: Scenario, scoring: ScoringMode) -> Iterator[_Reading]:
    yield _Reading(scoring, Rules())
    for ruling, options in scenario.by_ruling.items():
        for option, change in options.items():
            rules = with_fields(Rules(), {ruling: option})
            yield _Reading(scoring, rules, f" under {ruling} {option}", change)


def _value_problems(document: Document, scenario: Scenario, book: Rulebook) -> list[Problem]:
    # What is wrong in both modes is told once.
    first: dict[tuple[int, int, str], Problem] = {}
    for scoring in scenario.scoring:
        for reading in _readings(scenario, scoring):
            for problem in _under(document, scenario, reading, book):
                what = problem.message.rpartition(" (")[0] or problem.message
                first.setdefault((problem.line, problem.column, what), problem)
    return list(first.values())


def _under(
    document: Document, scenario: Scenario, reading: _Reading, book: Rulebook
) -> list[Problem]:
    try:
        staged = stage(scenario, reading.scoring, reading.rules)
        if scenario.refused:
            replay(reading.rules, staged.match)
    except CannotStageError as fault:
        tries = scenario.rounds[fault.round_at].tries
        path: Path = ("rounds", fault.round_at)
        if 0 <= fault.at < len(tries):
            path = (*path, "tricks", tries[fault.at].trick - 1)
        hint = "the plays must be possible; a refused play goes under `refused`"
        return [document.problem(path, f"{fault}{reading.name}", hint)]
    except InvalidDealError as fault:
        if scenario.refused:
            return []
        return [document.problem(("rounds",), f"{fault}{reading.name}")]
    shown = staged.shown
    if shown is None:
        message = "the deal is a valid one, so the request is not refused"
        return [document.problem(("refused",), message, "make the deal invalid, or drop `refused`")]
    return [
        document.problem(
            found.path,
            f"{found.what}: the file says {_said(found.authored)}, the reference engine "
            f"{_said(found.shown)} ({reading.scoring} scoring{reading.name})",
            _doubt(scenario, reading, found, book),
        )
        for found in disagreements(scenario, reading.scoring, staged, shown, reading.change)
    ]


def _doubt(scenario: Scenario, reading: _Reading, found: Disagreement, book: Rulebook) -> str:
    """Which side to doubt: the file where its figures do not add up or are another reading's."""
    if sum_fault := _sums(scenario, reading.scoring, found):
        return f"doubt the file: {sum_fault}"
    for label, rules in book.other_readings(reading.rules):
        try:
            staged = stage(scenario, reading.scoring, rules)
        except ValueError:
            continue
        if staged.shown is None:
            continue
        still = disagreements(scenario, reading.scoring, staged, staged.shown, reading.change)
        if all((left.path, left.what) != (found.path, found.what) for left in still):
            return f"doubt the file: its value is that of {label}"
    clauses = ", ".join(scenario.clauses)
    return f"doubt the engine if {clauses} bears the file out; work it out again from the rulebook"


def _sums(scenario: Scenario, scoring: ScoringMode, found: Disagreement) -> str:
    if len(found.path) < 3 or found.path[2] != "result":
        return ""
    at = int(found.path[1])
    result = scenario.rounds[at].expects.get("result") or {}
    for key, total in (("tricks", 26), ("trick_points", 80)):
        values = result.get(key)
        if values and sum(values[seat] for seat in SEATS) != total:
            return f"its {key} do not add up to {total}"
    scores = expected_in(result.get("scores", ...), scoring)
    takers = [expected_in(t, scoring) for t in result.get("awards", {}).values()]
    if at == 0 and scores is not ... and len(takers) == 4 and ... not in takers:
        for seat in SEATS:
            total = scenario.scores[seat] + takers.count(seat)
            if scores[seat] != total:
                return f"its awards give {seat} a score of {total}, it says {scores[seat]}"
    return ""


def _said(value: Any) -> str:
    if isinstance(value, frozenset):
        return " ".join(sorted(value)) or "no cards"
    if isinstance(value, dict):
        return ", ".join(f"{key} {card}" for key, card in value.items()) or "nobody draws"
    return "nobody" if value is None else str(value)
