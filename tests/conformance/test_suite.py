"""The shipped suite as a whole: every clause is shown, every option told apart, nothing stale."""

import itertools
import subprocess
import sys
from collections import Counter
from dataclasses import replace

import pytest

from conformance import resources
from conformance.grading.compare import first_difference
from conformance.grading.outcome import Expected
from conformance.plans import expect
from conformance.protocol.requests import run_request
from conformance.rulebook import with_fields
from conformance.scenarios.load import own_suite, shipped_suite
from conformance.scenarios.model import Scenario
from conformance.scenarios.stage import stage
from reference_engine.rules import Rules
from reference_engine.state import ScoringMode
from tests.conformance.making import ALL, BOOK, all_shipped, answer, expected, judged, read, request

SUITE = list(all_shipped().values())
STATED = [slug for slug, clause in BOOK.clauses.items() if clause.status == "stated"]
RULED = [slug for slug, clause in BOOK.clauses.items() if clause.ruling]
PAIRS = [
    (ruling.name, one, other)
    for ruling in BOOK.rulings.values()
    for one, other in itertools.combinations(ruling.options, 2)
]


def test_the_suite_has_no_problems_and_reads_the_same_compiled_as_written() -> None:
    linted = own_suite([resources.SCENARIOS], BOOK).scenarios
    assert linted == shipped_suite().scenarios


def test_it_has_a_hundred_scenarios_and_more() -> None:
    assert len(SUITE) >= 100


def test_ids_and_titles_are_there_once() -> None:
    for names in ([s.id for s in SUITE], [s.title.casefold() for s in SUITE]):
        assert [name for name, count in Counter(names).items() if count > 1] == []


def test_both_scoring_modes_are_run() -> None:
    count = Counter(mode for scenario in SUITE for mode in scenario.scoring)
    assert count["full"] >= 100
    assert count["simplified"] >= 100


@pytest.mark.parametrize("slug", [*STATED, *RULED])
def test_each_clause_is_shown_and_once_at_least_with_its_edge(slug: str) -> None:
    showing = [scenario for scenario in SUITE if slug in scenario.clauses]
    assert showing
    assert any(scenario.edge for scenario in showing)


@pytest.mark.parametrize("slug", STATED)
def test_each_clause_is_shown_in_a_mode_of_its_class(slug: str) -> None:
    # Judged by the reference engine's own replies: what counts as observed is what passes show.
    showing = (
        (scenario, mode)
        for scenario in SUITE
        if slug in scenario.clauses
        for mode in scenario.scoring
    )
    assert any(
        slug in judged(scenario, answer(Rules(), request(scenario, mode)), ALL, mode).observed
        for scenario, mode in showing
    )


def _tells_apart(scenario: Scenario, mode: ScoringMode, one: Rules, other: Rules) -> bool:
    """Does an engine that plays by ``other`` differ from one that plays by ``one``, and the
    other way round, when both are asked the same?"""
    staged = stage(scenario, mode, Rules())
    sent = run_request(staged, Rules())

    def differs(held: Rules, engine: Rules) -> bool:
        wanted: Expected = expect(scenario, staged, held)
        assert wanted.shown
        return bool(first_difference(wanted.match, wanted.shown, read(answer(engine, sent)), ALL))

    return differs(one, other) and differs(other, one)


@pytest.mark.parametrize(("ruling", "one", "other"), PAIRS)
def test_each_two_options_of_a_ruling_are_told_apart(ruling: str, one: str, other: str) -> None:
    assert any(
        _tells_apart(
            scenario,
            mode,
            with_fields(Rules(), {ruling: one}),
            with_fields(Rules(), {ruling: other}),
        )
        for scenario in SUITE
        if ruling in scenario.by_ruling
        for mode in scenario.scoring
    )


@pytest.mark.parametrize("ruling", BOOK.rulings)
def test_each_ruling_is_told_with_either_dealer(ruling: str) -> None:
    shown = [scenario for scenario in SUITE if ruling in scenario.by_ruling]
    assert {scenario.rounds[0].dealer for scenario in shown} == {"north", "south"}
    for scenario in shown:
        assert list(scenario.by_ruling[ruling]) == list(BOOK.rulings[ruling].options)
        assert BOOK.rulings[ruling].clause in scenario.clauses


def test_what_an_option_expects_is_of_a_round_that_is_there() -> None:
    for scenario in SUITE:
        for options in scenario.by_ruling.values():
            for change in options.values():
                assert change.get("round", 1) <= len(scenario.rounds), scenario.id


def test_no_trick_but_the_last_of_a_round_is_left_open() -> None:
    # One that is would take the next lead for its second card, and all after it be another's.
    for scenario in SUITE:
        for asked in scenario.rounds:
            played = [wanted for wanted in asked.tries if not wanted.refused]
            per_trick = Counter(wanted.trick for wanted in played)
            assert all(per_trick[n] == 2 for n in range(1, len(asked.tricks) + 1)), scenario.id


@pytest.mark.parametrize(
    ("field", "value"),
    sorted({(f, v) for variant in BOOK.variants.values() for f, v in variant.fields.items()}),
)
def test_each_departure_of_a_variant_is_caught(field: str, value: object) -> None:
    rules = with_fields(Rules(), {field: value})
    assert any(
        judged(scenario, answer(rules, request(scenario, mode)), ALL, mode).kind == "fail"
        for scenario in SUITE
        for mode in scenario.scoring
    )


def test_the_edge_of_a_scenario_is_no_copy_of_its_title() -> None:
    for scenario in SUITE:
        assert scenario.edge.casefold().rstrip(".") != scenario.title.casefold().rstrip(".")


def test_without_its_clauses_a_scenario_still_passes() -> None:
    # What is cited has a part in attribution alone, never in whether a reply is right.
    for scenario in SUITE[::25]:
        bare = replace(scenario, clauses=("match.scoring-fixed",))
        assert judged(bare, answer(Rules(), request(bare))).divergence is None
        assert expected(bare).shown == expected(scenario).shown


def test_the_compiled_form_is_fresh() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "conformance.compiled", "--check"],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stdout) == (0, "compiled.json is fresh\n")
