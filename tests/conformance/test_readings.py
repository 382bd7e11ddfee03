"""Open points: an engine may follow any option, and is held to the one it follows throughout."""

from typing import Any

import pytest

from conformance.adapters.in_process import InProcess
from conformance.grading.readings import Reading
from conformance.plans import Plans
from conformance.rulebook import with_fields
from conformance.runner import Options, Run, run_suite
from reference_engine.adapter import FEATURES, Announcement, handle
from reference_engine.rules import Rules
from reference_engine.state import Awards, BySeat, Match, Round, RoundResult, Seat
from tests.conformance.making import BOOK, all_shipped

UNDECLARED = Announcement(rulings=False)
FOR_RULINGS = [found for found in all_shipped().values() if found.by_ruling]
EACH_OPTION = [
    (ruling.name, option) for ruling in BOOK.rulings.values() for option in ruling.options
]
each_option = pytest.mark.parametrize(("ruling", "option"), EACH_OPTION)


PLANS = Plans()


def _run(
    engine: Rules,
    announced: Announcement = UNDECLARED,
    ruling: str = "",
    declares: Rules | None = None,
) -> Run:
    """The scenarios for a ruling (for all, if none is named) against ``engine``, which may
    declare other rules than it plays by."""
    scenarios = [found for found in FOR_RULINGS if not ruling or ruling in found.by_ruling]

    def answer(request: dict[str, Any]) -> dict[str, Any]:
        greets = request["cmd"] == "hello" and declares
        return handle(declares if greets and declares else engine, request, announced)

    return run_suite(scenarios, lambda: InProcess(answer), BOOK, Options(), PLANS)


def _kinds(run: Run) -> set[str]:
    return {outcome.kind for outcome in run.outcomes}


def _failed_clauses(run: Run) -> set[str]:
    return {outcome.divergence.clause for outcome in run.outcomes if outcome.divergence}


@each_option
def test_each_option_is_found_out_without_a_declaration(ruling: str, option: str) -> None:
    run = _run(with_fields(Rules(), {ruling: option}), ruling=ruling)
    assert run.readings[ruling] == Reading(ruling, option, "inferred")
    assert _kinds(run) == {"pass"}


@each_option
def test_each_option_conforms_when_it_is_declared(ruling: str, option: str) -> None:
    run = _run(with_fields(Rules(), {ruling: option}), Announcement(), ruling)
    assert run.readings[ruling] == Reading(ruling, option, "declared")
    assert _kinds(run) == {"pass"}


def test_all_other_options_together_are_found_out() -> None:
    engine = Rules("non_dealer", "most_trick_points", "counting_order", "loser_deals", "dealer")
    run = _run(engine)
    assert {name: reading.option for name, reading in run.readings.items()} == {
        name: getattr(engine, name) for name in BOOK.rulings
    }
    assert _kinds(run) == {"pass"}


@pytest.mark.parametrize(
    ("ruling", "option"), [(r, o) for r, o in EACH_OPTION if o != BOOK.rulings[r].default]
)
def test_a_declaration_that_is_contradicted_fails(ruling: str, option: str) -> None:
    run = _run(with_fields(Rules(), {ruling: option}), Announcement(), ruling, declares=Rules())
    assert run.readings[ruling].how == "declared"
    assert BOOK.rulings[ruling].clause in _failed_clauses(run)


class TieIsNorths(Rules):
    """At 40–40 the award goes to north, whether dealer or not."""

    def trick_point_tie_award(self, r: Round) -> Seat | None:
        return "north"


class TieOfTricksByTrumps(Rules):
    """At 13–13 the award goes to whoever has the ace of trumps."""

    def trick_count_tie_award(self, r: Round) -> Seat | None:
        return self.high(r)


class SouthWinsAtTen(Rules):
    """Where both reach ten, south wins."""

    def match_winner(self, m: Match, result: RoundResult) -> Seat | None:
        winner = super().match_winner(m, result)
        both = min(result.scores.north, result.scores.south) >= self.target
        return "south" if winner and both else winner


class WinnerDealsAndAfterAnEvenRoundAgain(Rules):
    """The winner of the round deals, and after an even one the dealer again."""

    def next_dealer(self, m: Match, r: Round, result: RoundResult) -> Seat:
        north, south = result.awards.points("north"), result.awards.points("south")
        return r.dealer if north == south else "north" if north > south else "south"


class NorthHasTheFirstCard(Rules):
    """The first card goes to north, whoever deals."""

    def first_card_recipient(self, dealer: Seat) -> Seat:
        return "north"


class CountsInAnotherOrder(Rules):
    """Counts jack before high, which is no option of the ruling."""

    def first_by_counting_order(self, m: Match, awards: Awards) -> Seat | None:
        other_order = Awards(awards.jack, awards.low, awards.high, awards.game)
        return super().first_by_counting_order(m, other_order)


@pytest.mark.parametrize(
    ("engine", "ruling"),
    [
        (TieIsNorths(), "trick_point_tie"),
        (TieOfTricksByTrumps(), "trick_count_tie"),
        (SouthWinsAtTen(), "both_reach_target"),
        (CountsInAnotherOrder(both_reach_target="counting_order"), "both_reach_target"),
        (WinnerDealsAndAfterAnEvenRoundAgain(), "dealer_rotation"),
        (NorthHasTheFirstCard(), "first_card_to"),
    ],
)
def test_an_engine_that_mixes_options_or_follows_none_fails_under_their_clause(
    engine: Rules, ruling: str
) -> None:
    assert BOOK.rulings[ruling].clause in _failed_clauses(_run(engine, ruling=ruling))


def test_what_nothing_tells_apart_is_assumed_to_be_the_default() -> None:
    without = tuple(f for f in FEATURES if f != "deals_from_deck")
    announced = Announcement(without, rulings=False)
    run = _run(Rules(first_card_to="dealer"), announced, "first_card_to")
    assert run.readings["first_card_to"] == Reading("first_card_to", "non_dealer", "assumed")
    assert _kinds(run) == {"unsupported"}


class AwardForEach(Rules):
    """At 40–40 the score of both is one higher, which no option gives."""

    def new_scores(self, m: Match, r: Round, awards: Awards) -> BySeat[int]:
        scores = super().new_scores(m, r, awards)
        tied = m.scoring == "full" and self.trick_points(r, "north") == 40
        return BySeat(scores.north + tied, scores.south + tied)


def test_an_engine_that_follows_no_option_is_held_to_the_default() -> None:
    run = _run(AwardForEach(), ruling="trick_point_tie")
    assert run.readings["trick_point_tie"] == Reading("trick_point_tie", "nobody", "assumed")
    assert {o.kind for o in run.outcomes if o.scoring == "full"} == {"fail"}
