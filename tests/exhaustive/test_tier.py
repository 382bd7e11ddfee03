"""What the tier asks of whom, and what it catches that nothing else would."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from conformance.adapters.in_process import InProcess
from conformance.adapters.session import NoReply
from conformance.errors import UsageError
from conformance.exhaustive.cells import Cell
from conformance.exhaustive.coverage import EVERYTHING, replays
from conformance.exhaustive.requests import Asked
from conformance.exhaustive.tier import MOST_FAILURES, MOST_SILENCES, Tier, shipped_tier
from conformance.faults.serve import engine
from conformance.grading.claims import Claims
from conformance.grading.outcome import Outcome
from conformance.protocol.messages import RunReply
from conformance.rulebook import load_rulebook
from conformance.runner import Options, Run, run_suite
from conformance.scenarios.load import shipped_suite
from conformance.scenarios.stage import stage
from reference_engine.adapter import FEATURES, Announcement
from reference_engine.cards import Card
from reference_engine.replay import replay
from reference_engine.rules import Rules
from reference_engine.state import BySeat, Match, Round, RoundResult, Seat
from tests.exhaustive.conftest import Places

BOOK = load_rulebook()


def _run(adapter: Callable[[], Any], ids: Sequence[str], **options: Any) -> Run:
    tier = shipped_tier()
    chosen = Tier(tier.rounds, tier.index, tier.digest, tuple(ids))
    return run_suite([], adapter, BOOK, Options(tier=chosen, **options))


def _failures(rules: Rules, ids: Sequence[str]) -> list[Outcome]:
    run = _run(lambda: engine(rules), ids)
    assert run.generated
    return list(run.generated.failures)


def _ids(claims: Claims = EVERYTHING) -> list[str]:
    return [case.id for case in shipped_tier().cases(claims)]


# --- what is asked --------------------------------------------------------------------------


def test_each_request_has_an_id_of_its_own_in_its_mode() -> None:
    cases = shipped_tier().cases(EVERYTHING)
    assert len({(case.id, case.scoring) for case in cases}) == len(cases)
    kinds = Counter(case.id.split("/")[1] for case in cases)
    assert kinds["scores"] == 2 * 103 * 24
    assert kinds["relabelled"] == 24
    assert kinds["repeat"] == 8


@pytest.mark.parametrize("at", range(0, 6300, 700))
def test_an_id_alone_asks_the_same_again(at: int) -> None:
    case = shipped_tier().cases(EVERYTHING)[at]
    again = shipped_tier((case.id,)).cases(EVERYTHING, case.scoring)
    assert again == [case]


def test_a_leading_part_of_an_id_stands_for_all_of_them() -> None:
    assert len(shipped_tier(("generated/scores/07-09",)).cases(EVERYTHING, "full")) == 24
    with pytest.raises(UsageError, match="no generated case at generated/9999"):
        shipped_tier(("generated/9999",))


def test_nothing_is_asked_that_was_not_announced() -> None:
    plain = Claims(frozenset({"full"}), frozenset(), frozenset({"trick-play", "match"}))
    cases = shipped_tier().cases(plain)
    assert {case.scoring for case in cases} == {"full"}
    matches = [case.match for case in cases if isinstance(case, Asked)]
    assert all(match.scores == BySeat(0, 0) for match in matches)
    assert all(len(match.rounds[0].plays) == 52 for match in matches)
    assert sum("/scores/" in case.id for case in cases) == 24


def test_rounds_are_asked_in_the_wanted_mode_alone() -> None:
    assert {case.scoring for case in shipped_tier().cases(EVERYTHING, "simplified")} == {
        "simplified"
    }


@pytest.mark.parametrize("without", FEATURES)
def test_an_engine_that_lacks_a_feature_conforms_all_the_same(without: str) -> None:
    features = tuple(feature for feature in FEATURES if feature != without)
    ids = ("generated/0001", "generated/scores/00-00", "generated/repeat/1")
    run = _run(lambda: engine(Rules(), Announcement(features)), ids)
    assert run.generated
    assert {outcome.kind for outcome in run.generated.outcomes} == {"pass"}


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_reference_engine_passes_in_the_order_of_the_ids(jobs: int) -> None:
    ids = ("generated/0001", "generated/0421", "generated/scores/09-09", "generated/relabelled")
    run = _run(lambda: engine(Rules()), ids, jobs=jobs)
    assert run.generated
    assert [o.scenario for o in run.generated.outcomes] == [
        case.id for case in shipped_tier(ids).cases(EVERYTHING)
    ]
    assert {outcome.kind for outcome in run.generated.outcomes} == {"pass"}
    assert run.generated.left_out == 0


def test_a_result_alone_is_expected_to_be_that_of_the_whole_replay() -> None:
    cases = [c for c in shipped_tier().cases(EVERYTHING) if "/scores/" in c.id][::331]
    for rules in (Rules(), Rules(both_reach_target="counting_order", trick_point_tie="dealer")):
        for match, shown in replays((c for c in cases if isinstance(c, Asked)), rules):
            whole = replay(rules, match)
            assert shown.winner == whole.winner
            assert shown.rounds[0].result == whole.rounds[0].result


# --- what it catches ------------------------------------------------------------------------


def _authored_tricks() -> set[Cell]:
    """The tricks that the written scenarios show."""
    found: set[Cell] = set()
    for scenario in shipped_suite().scenarios:
        shown = stage(scenario, scenario.scoring[0], Rules()).shown
        for played in shown.rounds if shown else ():
            found |= {(t.lead, t.follow, played.trump, t.leader) for t in played.tricks}
    return found


def test_one_trick_of_two_cards_that_goes_to_the_wrong_seat(places: Places) -> None:
    cell = min(places["tricks"].keys() - _authored_tricks())

    @dataclass(frozen=True)
    class OneTrick(Rules):
        def trick_winner(self, r: Round, led: Card, follow: Card) -> Seat:
            winner = super().trick_winner(r, led, follow)
            if (led, follow, r.trump, r.leader) != cell:
                return winner
            return "south" if winner == "north" else "north"

    found = _failures(OneTrick(), places["tricks"][cell])
    assert found
    assert found[0].divergence
    assert found[0].divergence.difference.field == "trick.winner"
    assert found[0].divergence.difference.card == cell[1]
    assert found[0].divergence.clause.startswith("trick.")


def test_one_hand_that_need_not_follow_suit(places: Places) -> None:
    cell = ((1, 3, 0, 1), "D", "S")

    @dataclass(frozen=True)
    class OneHand(Rules):
        def legal_follow(self, r: Round, seat: Seat, led: Card) -> tuple[Card, ...]:
            suits = [card[1] for card in r.hands[seat]]
            held = tuple(suits.count(suit) for suit in "CDHS")
            if (held, led[1], r.trump) == cell and not r.stock:
                return r.hands[seat]
            return super().legal_follow(r, seat, led)

    ids = places["follows-without-stock"][cell]
    (found, *_) = _failures(OneHand(), ids)
    assert found.divergence
    assert found.divergence.clause == "follow.must-follow-suit"
    refused_at = places["refusals-without-stock"][cell]
    blind = Announcement(tuple(f for f in FEATURES if f != "legal_plays"))
    run = _run(lambda: engine(OneHand(), blind), refused_at)
    assert run.generated
    assert [o.divergence.difference.field for o in run.generated.failures if o.divergence] == [
        "accepted"
    ]


def test_one_total_of_trick_points_that_is_counted_wrongly(places: Places) -> None:
    @dataclass(frozen=True)
    class Seventy(Rules):
        def trick_points(self, r: Round, seat: Seat) -> int:
            points = super().trick_points(r, seat)
            return 70 if points == 71 else points

    (found, *_) = _failures(Seventy(), places["trick-points"][("north", 71)])
    assert found.divergence
    assert found.divergence.difference.field == "result.trick_points"
    assert (found.divergence.difference.expected, found.divergence.difference.reported) == (71, 70)


def test_one_pair_of_scores_from_which_nobody_wins() -> None:
    @dataclass(frozen=True)
    class NobodyFromEightSix(Rules):
        def match_winner(self, m: Match, result: RoundResult) -> Seat | None:
            if m.scores == BySeat(8, 6) and m.scoring == "simplified":
                return None
            return super().match_winner(m, result)

    found = _failures(NobodyFromEightSix(), ("generated/scores/08-06", "generated/scores/08-07"))
    assert {outcome.scenario.rpartition("/")[0] for outcome in found} == {"generated/scores/08-06"}
    assert {outcome.scoring for outcome in found} == {"simplified"}
    assert {o.divergence.clause for o in found if o.divergence} <= {
        "match.target-ten",
        "match.overshooting-wins",
        "match.both-reach-target",
    }


def test_an_engine_under_another_reading_is_judged_by_it() -> None:
    rules = Rules(trick_point_tie="dealer", both_reach_target="counting_order")
    assert _failures(rules, ("generated/scores/09-09", "generated/scores/08-09")) == []


def test_a_wrong_result_is_told_by_the_trace_since_it_went_wrong() -> None:
    @dataclass(frozen=True)
    class LoserDrawsFirst(Rules):
        def drawers(self, r: Round, winner: Seat) -> tuple[Seat, ...]:
            return tuple(reversed(super().drawers(r, winner)))

    (found, *_) = _failures(LoserDrawsFirst(), ("generated/scores/03-04",))
    assert found.divergence
    assert found.divergence.clause.startswith("draw.")
    assert found.divergence.difference.trick == 1


# --- when too much fails --------------------------------------------------------------------


def test_an_engine_that_fails_everywhere_is_not_asked_all_of_it() -> None:
    @dataclass(frozen=True)
    class DealerLeads(Rules):
        def first_leader(self, dealer: Seat) -> Seat:
            return dealer

    run = _run(lambda: engine(DealerLeads()), ())
    assert run.generated
    assert len(run.generated.failures) == MOST_FAILURES
    assert run.generated.left_out == len(_ids()) - MOST_FAILURES


def test_silence_is_borne_a_few_times_only() -> None:
    class Silent(InProcess):
        def run(self, request: dict[str, Any]) -> RunReply | NoReply:
            return NoReply("timeout", "no reply within 5 s")

    run = _run(lambda: Silent(lambda request: engine(Rules())._ask(request)), ())
    assert run.generated
    assert [outcome.kind for outcome in run.generated.outcomes] == ["timeout"] * MOST_SILENCES
