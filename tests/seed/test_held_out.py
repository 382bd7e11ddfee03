"""Deals that stand in no file: drawn from a seed, played by the rules, asked again by name."""

import pytest

from conformance.adapters.in_process import InProcess
from conformance.errors import UsageError
from conformance.exhaustive.held_out import HeldOut, drawn
from conformance.exhaustive.rounds import GeneratedRound, shipped_rounds
from conformance.exhaustive.scores import shipped_index
from conformance.exhaustive.tier import Tier, named_tier
from conformance.grading.claims import CLASSES, Claims
from conformance.runner import Options, run_suite
from reference_engine.adapter import EVERYTHING, handle
from reference_engine.cards import DECK
from reference_engine.replay import replay
from reference_engine.rules import Rules
from tests.conformance.making import BOOK

EVERY = Claims(
    frozenset(("full", "simplified")),
    frozenset(("refusals", "start_scores")),
    frozenset(CLASSES),
)
DRAWN = [drawn(11, number)[0] for number in range(1, 31)]


@pytest.mark.parametrize("made", DRAWN, ids=lambda made: str(made.number))
def test_each_is_a_whole_round_played_by_the_rules(made: GeneratedRound) -> None:
    assert {play.card for play in made.plays} == set(DECK)
    (shown,) = replay(Rules(), made.match("full")).rounds
    assert shown.result is not None
    assert sum(shown.result.trick_points[seat] for seat in ("north", "south")) == 80
    refused = [play for play in shown.plays if not play.accepted]
    assert len(refused) == len(made.attempts)
    assert all("must-follow-suit" in play.reasons for play in refused)


def test_they_are_deals_of_their_own() -> None:
    deals = {made.deal for made in DRAWN}
    assert len(deals) == len(DRAWN)
    assert deals.isdisjoint(made.deal for made in shipped_rounds())
    assert drawn(12, 1)[0].deal not in deals
    assert {made.dealer for made in DRAWN} == {"north", "south"}
    assert any(made.attempts for made in DRAWN)


def test_a_seed_gives_the_same_deals_however_many_are_drawn() -> None:
    few, many = (HeldOut(11, n).asked(EVERY, ("full", "simplified")) for n in (5, 30))
    few_asked, many_asked = list(few), list(many)
    assert many_asked[:5] == few_asked
    assert [asked.id for asked in few_asked] == [f"held-out/11/{n}" for n in range(1, 6)]
    assert {asked.scoring for asked in few_asked} == {"full", "simplified"}
    assert any(asked.match.scores.north or asked.match.scores.south for asked in few_asked)


def test_what_is_not_announced_is_not_asked_for() -> None:
    least = Claims(frozenset(("full",)), frozenset(), frozenset(("trick-play", "full-scoring")))
    for asked in HeldOut(11, 10).asked(least, ("full",)):
        assert (asked.match.scores.north, asked.match.scores.south) == (0, 0)
        assert len(asked.match.rounds[0].plays) == 52


def test_without_a_seed_they_are_drawn_afresh() -> None:
    seeds = {drawn.seed for _ in range(5) if (drawn := HeldOut.drawn(None, 1))}
    assert len(seeds) > 1
    assert HeldOut.drawn(9, 4) == HeldOut(9, 4)
    assert HeldOut.drawn(9, 0) is None


def test_one_is_asked_again_by_its_name() -> None:
    tier = named_tier(("held-out/11/7",))
    assert tier is not None
    (case,) = tier.cases(EVERY)
    assert case == list(HeldOut(11, 7).asked(EVERY, ("full", "simplified")))[6]
    whole = named_tier(("held-out/11", "generated/0001"))
    assert whole is not None
    assert len(whole.cases(EVERY)) == 26


@pytest.mark.parametrize(
    ("names", "says"),
    [
        (("held-out/x",), "no deal held out at held-out/x"),
        (("held-out/1/2/3",), "no deal held out"),
        (("held-out/4294967296",), "no deal held out"),
        (("held-out/1/1", "held-out/2/1"), "deals of several seeds"),
    ],
)
def test_a_name_that_is_none_is_told(names: tuple[str, ...], says: str) -> None:
    with pytest.raises(UsageError, match=says):
        named_tier(names)


def test_an_engine_that_is_wrong_only_off_the_suite_is_caught() -> None:
    """It plays by the rules whatever it knows, and gives all other tricks to north."""
    known = {made.deal.stock for made in shipped_rounds()}

    class Lazy(Rules):
        def trick_winner(self, r, led, follow):  # type: ignore[no-untyped-def]
            return "north"

    def answer(request: dict[str, object]) -> dict[str, object]:
        rounds = request.get("rounds") or [{"stock": ()}]
        stock = tuple(rounds[0]["stock"])  # type: ignore[index]
        rules = Rules() if request["cmd"] != "run" or stock in known else Lazy()
        return handle(rules, request, EVERYTHING)

    names = ("generated/0001", "held-out")
    tier = Tier(shipped_rounds(), shipped_index(), only=names, held_out=HeldOut(1, 3))
    run = run_suite([], lambda: InProcess(answer), BOOK, Options(tier=tier))
    assert run.generated is not None
    assert {o.scenario: o.kind for o in run.generated.outcomes} == {
        "generated/0001": "pass",
        **{f"held-out/1/{number}": "fail" for number in (1, 2, 3)},
    }
