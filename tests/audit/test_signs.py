"""What a round must hold to show a clause, held to the scenarios that show it."""

import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

import pytest

from conformance.audit.chances import (
    FILE,
    SEED,
    Chances,
    as_json,
    load_chances,
    measure,
)
from conformance.audit.grade import grade
from conformance.audit.seen import EVERYTHING, Part, RoundSeen, rounds_seen
from conformance.audit.signs import SIGNS, UNSEEN, shown_by
from conformance.rulebook import load_rulebook
from conformance.scenarios.load import shipped_suite
from conformance.scenarios.model import Scenario
from conformance.scenarios.stage import stage
from reference_engine.rules import Rules
from reference_engine.state import ScoringMode
from tests.audit.making import (
    LoserDrawsFirst,
    LowToWhoPlayedIt,
    Message,
    game,
    match_log,
    plays_only,
    without,
)

BOOK = load_rulebook()


def rounds_of(scenario: Scenario, scoring: ScoringMode) -> Iterator[RoundSeen]:
    """The rounds of a scenario, as if a log told everything of them."""
    staged = stage(scenario, scoring, Rules())
    assert staged.shown is not None
    before = staged.match.scores
    for at, shown in enumerate(staged.shown.rounds):
        asked, last = staged.match.rounds[at], at + 1 == len(staged.shown.rounds)
        yield RoundSeen(
            scoring=scoring,
            shown=shown,
            cards=tuple(attempt.card for attempt in asked.plays),
            before=before,
            told=EVERYTHING if asked.deck else EVERYTHING - {"deck"},
            first=at == 0,
            next=not last,
            winner=staged.shown.winner if last else None,
        )
        before = shown.result.scores if shown.result else before


def shown_by_scenario(scenario: Scenario) -> set[str]:
    rounds = (seen for mode in scenario.scoring for seen in rounds_of(scenario, mode))
    return {slug for seen in rounds for slug in shown_by(seen)}


@pytest.fixture(scope="module")
def by_clause() -> dict[str, list[bool]]:
    """For each clause, whether each scenario that cites it holds its sign."""
    found = defaultdict(list)
    for scenario in shipped_suite().scenarios:
        if not scenario.refused:
            shown = shown_by_scenario(scenario)
            for slug in scenario.clauses:
                found[slug].append(slug in shown)
    return dict(found)


def shown_in(log: Message, rules: Rules | None = None) -> set[str]:
    read = game(log)
    rounds = rounds_seen(read, grade(read, rules or Rules()))
    return {slug for seen in rounds for slug in shown_by(seen)}


def test_each_clause_has_a_sign_or_the_reason_why_it_has_none() -> None:
    assert SIGNS.keys().isdisjoint(UNSEEN)
    assert SIGNS.keys() | UNSEEN.keys() == BOOK.clauses.keys()


@pytest.mark.parametrize("slug", SIGNS)
def test_the_scenarios_of_a_clause_hold_its_sign(
    slug: str, by_clause: dict[str, list[bool]]
) -> None:
    """Not each of them: some show a clause by what does not happen, or before a round is over,
    and a sign asks for the plain case. Most do."""
    held = by_clause[slug]
    assert sum(held) * 2 >= len(held)


@pytest.mark.parametrize(
    ("scenario", "slug"),
    [
        ("follow/suit-is-followed", "follow.void-any-card"),
        ("award/most-tricks-few-points", "award.trick-count-tie"),
        ("award/most-tricks-few-points", "award.game"),
        ("match/no-round-after-ten", "match.overshooting-wins"),
        ("match/no-round-after-thirteen", "match.target-ten"),
        ("draw/losing-on-purpose-for-the-next-card", "draw.until-stock-is-gone"),
        ("follow/suit-is-followed", "round.all-cards-played"),
        ("match/no-round-after-ten", "match.next-round"),
    ],
)
def test_a_scenario_of_something_else_does_not_hold_the_sign(scenario: str, slug: str) -> None:
    [found] = [s for s in shipped_suite().scenarios if s.id == scenario]
    assert slug not in shown_by_scenario(found)


# --- what the log tells ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("keys", "hidden"),
    [
        (("result",), {"award.high", "award.low", "award.game", "match.running-score"}),
        (("legal",), {"follow.must-follow-suit"}),
        (("deck",), {"deal.one-at-a-time", "deal.first-card"}),
        (("winner",), {"match.target-ten", "match.overshooting-wins", "match.both-reach-target"}),
    ],
)
def test_what_is_not_logged_shows_nothing(keys: tuple[Part, ...], hidden: set[str]) -> None:
    log = match_log(1)
    assert hidden & shown_in(log)
    assert not hidden & shown_in(without(log, *keys))


def test_plays_alone_show_who_drew_and_who_took_a_trick() -> None:
    shown = shown_in(plays_only(match_log(1)))
    assert {"draw.winner-first", "draw.top-card", "deal.stock"} <= shown
    assert {"trick.trump-wins", "cards.rank-order", "lead.winner-leads"} <= shown
    assert {"trump.top-card-decides", "match.next-round"} <= shown
    assert not {"award.low", "trick-points.card-values", "match.target-ten"} & shown


def test_cards_without_seats_do_not_show_who_took_a_trick() -> None:
    log = plays_only(match_log(1, max_rounds=1))
    log["rounds"][0]["plays"] = [[None, card] for _, card in log["rounds"][0]["plays"]]
    shown = shown_in(log)
    assert "follow.void-any-card" in shown
    assert not {"trick.trump-wins", "draw.winner-first", "lead.winner-leads"} & shown


def test_a_dealer_who_follows_from_the_lead_does_not_show_who_leads() -> None:
    log = plays_only(match_log(1, max_rounds=1))
    assert "lead.non-dealer-first" in shown_in(log)
    del log["dealer"]
    assert "lead.non-dealer-first" not in shown_in(log)


def test_refusals_show_only_where_they_are_logged() -> None:
    log = match_log(3, max_rounds=1)
    round_ = log["rounds"][0]
    first, second = round_["plays"][:2]
    assert not {"play.in-turn", "play.illegal-refused"} & shown_in(without(log, "legal"))
    round_["plays"] = [first, [first[0], second[1], "refused"], *round_["plays"][1:]]
    assert {"play.in-turn", "play.illegal-refused"} <= shown_in(without(log, "legal"))


# --- up to the divergence -------------------------------------------------------------------


def test_what_a_game_shows_before_it_leaves_the_rules_counts() -> None:
    shown = shown_in(match_log(0, LowToWhoPlayedIt()))
    assert {"follow.void-any-card", "draw.winner-first", "trick.trump-wins"} <= shown
    assert "award.low" not in shown


def test_what_comes_after_a_divergence_does_not_count() -> None:
    shown = shown_in(match_log(0, LoserDrawsFirst()))
    assert not {"draw.until-stock-is-gone", "round.all-cards-played", "award.high"} & shown


# --- chances --------------------------------------------------------------------------------


def test_games_needed_grow_as_the_chance_falls() -> None:
    chances = Chances(1000, {"match": {"full": {"often": 1000, "half": 500, "seldom": 10}}})
    played: dict[ScoringMode, int] = {"full": 7}
    assert chances.games_needed("often", "match", played) == 1
    assert chances.games_needed("half", "match", played) == 5  # 1 - 1/32 is the first above 0.95
    assert chances.games_needed("seldom", "match", played) == 299  # 0.99 to the 299th is below 0.05
    assert chances.games_needed("never", "match", played) is None


def test_games_needed_go_by_the_modes_of_the_log() -> None:
    counts = {"match": {"full": {"x": 1000}, "simplified": {}}}
    chances = Chances(1000, counts)  # type: ignore[arg-type]
    assert chances.games_needed("x", "match", {"full": 1, "simplified": 1}) == 5
    assert chances.games_needed("x", "match", {"simplified": 1}) is None


def test_the_figures_name_their_making_and_only_known_clauses() -> None:
    value = json.loads(FILE.read_text("utf-8"))
    assert value["measured"]["how"] == "python -m conformance.audit.chances"
    chances = load_chances()
    assert FILE.read_text("utf-8") == as_json(chances, SEED)
    for modes in chances.counts.values():
        for counts in modes.values():
            assert counts.keys() <= SIGNS.keys()
            assert all(0 < count <= chances.games for count in counts.values())


def test_the_figures_are_those_of_the_signs_as_they_are() -> None:
    """A handful of matches measured anew agrees where the file says always or never."""
    few, kept = measure(15, seed=5), load_chances()
    for unit, modes in kept.counts.items():
        for mode, counts in modes.items():
            always = {slug for slug, count in counts.items() if count == kept.games}
            measured = few.counts[unit][mode]
            assert {slug for slug in always if measured.get(slug) != few.games} == set()
            assert measured.keys() <= counts.keys()


def test_a_measure_can_be_repeated() -> None:
    assert measure(2, seed=3) == measure(2, seed=3)
    assert replace(measure(2, seed=3)) != measure(2, seed=4)
