"""Each difference falls under a clause: the likeliest, or the one that the scenario cites."""

from dataclasses import dataclass, replace
from typing import Any

import pytest

from reference_engine.adapter import Announcement
from reference_engine.cards import rank_value
from reference_engine.rules import Rules
from reference_engine.state import SEATS, Round, ScoringMode, Seat, other
from tests.conformance.making import (
    ALL,
    BOOK,
    TRICK,
    altered,
    answer,
    claims,
    judged,
    request,
    scenario,
    shipped,
)

# A clause that no difference below falls under, so that the likeliest one is told.
UNCITED = "match.scoring-fixed"
TWO = TRICK + "      - 4C QD\n"


def _clause(
    engine: Rules, scenario_id: str, scoring: ScoringMode = "full", *cited: str
) -> tuple[str, str]:
    """Field and clause of the first difference of a wrong engine."""
    asked = replace(shipped(scenario_id), clauses=cited or (UNCITED,))
    outcome = judged(asked, answer(engine, request(asked, scoring)), scoring=scoring)
    assert outcome.divergence, outcome
    return outcome.divergence.difference.field, outcome.divergence.clause


def _altered_clause(changes: dict[str, Any], text: str = TRICK, *cited: str) -> tuple[str, str]:
    """Field and clause of the first difference of an altered reply to a scenario's text."""
    asked = replace(scenario(text), clauses=cited or (UNCITED,))
    outcome = judged(asked, altered(answer(Rules(), request(asked)), changes))
    assert outcome.divergence, outcome
    return outcome.divergence.difference.field, outcome.divergence.clause


# --- wrong engines, one rule each ---------------------------------------------------------------


class LoserDrawsFirst(Rules):
    def drawers(self, r: Round, winner: Seat) -> tuple[Seat, ...]:
        return super().drawers(r, winner)[::-1]


class DrawsFromBelow(Rules):
    def drawn_card(self, r: Round, seat: Seat, stock: tuple[str, ...]) -> str:
        return stock[-1]


class DrawsNothing(Rules):
    def drawers(self, r: Round, winner: Seat) -> tuple[Seat, ...]:
        return ()


class TenIsHigh(Rules):
    def beats(self, r: Round, card: str, best: str) -> bool:
        if card[1] != best[1]:
            return super().beats(r, card, best)
        order = "23456789JQKTA"
        return order.index(card[0]) > order.index(best[0])


class HighestRankWins(Rules):
    def beats(self, r: Round, card: str, best: str) -> bool:
        return rank_value(card) > rank_value(best)


class LedSuitFirst(Rules):
    def beats(self, r: Round, card: str, best: str) -> bool:
        return card[1] == best[1] and rank_value(card) > rank_value(best)


class DealerLeads(Rules):
    def first_leader(self, dealer: Seat) -> Seat:
        return dealer


class LeadAlternates(Rules):
    def next_leader(self, r: Round, winner: Seat) -> Seat:
        return other(r.leader)


class TrumpIsTheBottomCard(Rules):
    def trump(self, deal: Any) -> str:
        return str(deal.stock[-1][1])


class AnyCardFollows(Rules):
    def legal_follow(self, r: Round, seat: Seat, led: str) -> tuple[str, ...]:
        return r.hands[seat]


class LeadsNoTrumps(Rules):
    def legal_lead(self, r: Round, seat: Seat) -> tuple[str, ...]:
        return tuple(c for c in r.hands[seat] if c[1] != r.trump) or r.hands[seat]


class AnybodysTurn(Rules):
    def objections(self, r: Round, seat: Seat, card: str) -> tuple[Any, ...]:
        return tuple(x for x in super().objections(r, seat, card) if x != "not-your-turn")


class TrumpsAloneCount(Rules):
    def card_points(self, r: Round, card: str) -> int:
        return super().card_points(r, card) if card[1] == r.trump else 0


class AceIsEleven(Rules):
    def card_points(self, r: Round, card: str) -> int:
        return 11 if card[0] == "A" else super().card_points(r, card)


class LowestTrumpCaptured(Rules):
    def low(self, r: Round) -> Seat | None:
        taken = [c for seat in SEATS for c in r.captured[seat] if c[1] == r.trump]
        return self.captor(r, min(taken, key=rank_value)) and "north"


class NobodyTakesHigh(Rules):
    def high(self, r: Round) -> Seat | None:
        return None


class NobodyTakesJack(Rules):
    def jack(self, r: Round) -> Seat | None:
        return None


class NobodyTakesGame(Rules):
    def game(self, r: Round, scoring: ScoringMode) -> Seat | None:
        return None


class TrickPointsAreScores(Rules):
    def new_scores(self, m: Any, r: Round, awards: Any) -> Any:
        scores = super().new_scores(m, r, awards)
        return scores.put("north", scores.north + self.trick_points(r, "north"))


class MatchEndsOnATie(Rules):
    def match_winner(self, m: Any, result: Any) -> Seat | None:
        if min(result.scores.north, result.scores.south) >= self.target:
            return super().match_winner(m, result) or "north"
        return super().match_winner(m, result)


class TenExactlyWins(Rules):
    def match_winner(self, m: Any, result: Any) -> Seat | None:
        return next((seat for seat in SEATS if result.scores[seat] == self.target), None)


@dataclass(frozen=True)
class Case:
    engine: Rules
    scenario: str
    field: str
    clause: str
    scoring: ScoringMode = "full"


CASES = [
    Case(
        TrumpIsTheBottomCard(),
        "trump/hearts-turned-up-make-hearts-trump",
        "trump",
        "trump.top-card-decides",
    ),
    Case(LoserDrawsFirst(), "draw/winner-draws-first-and-loser-next", "draws", "draw.winner-first"),
    Case(DrawsFromBelow(), "draw/not-from-the-bottom", "draws", "draw.top-card"),
    Case(
        DrawsNothing(),
        "draw/winner-draws-first-and-loser-next",
        "draws",
        "draw.until-stock-is-gone",
    ),
    Case(
        HighestRankWins(),
        "trick/discarded-king-never-beats-led-jack",
        "trick.winner",
        "trick.highest-of-led-suit",
    ),
    Case(TenIsHigh(), "setup/jack-beats-ten", "trick.winner", "trick.highest-of-led-suit"),
    Case(LedSuitFirst(), "trick/ace-led-loses-to-any-trump", "trick.winner", "trick.trump-wins"),
    Case(DealerLeads(), "lead/south-leads-when-north-deals", "leader", "lead.non-dealer-first"),
    Case(AnyCardFollows(), "follow/suit-is-followed", "legal", "follow.must-follow-suit"),
    Case(
        Rules(follow="suit_or_trump"),
        "follow/trump-may-not-be-played-instead",
        "legal",
        "follow.must-follow-suit",
    ),
    Case(
        Rules(follow="suit_else_trump"),
        "follow/void-player-need-not-trump",
        "legal",
        "follow.void-any-card",
    ),
    Case(LeadsNoTrumps(), "lead/whole-hand-may-be-led", "legal", "lead.any-card"),
    Case(AnybodysTurn(), "play/follower-before-the-lead", "accepted", "play.in-turn"),
    Case(
        TrumpsAloneCount(),
        "trick-points/not-trumps-alone",
        "result.trick_points",
        "trick-points.every-suit",
    ),
    Case(
        AceIsEleven(),
        "trick-points/ace-is-four-not-eleven",
        "result.trick_points",
        "trick-points.card-values",
    ),
    Case(NobodyTakesHigh(), "award/four-to-nothing", "result.awards.high", "award.high"),
    Case(
        LowestTrumpCaptured(), "award/lost-two-counts-for-south", "result.awards.low", "award.low"
    ),
    Case(NobodyTakesJack(), "award/four-to-nothing", "result.awards.jack", "award.jack"),
    Case(NobodyTakesGame(), "award/game-most-trick-points", "result.awards.game", "award.game"),
    Case(
        NobodyTakesGame(),
        "award/most-tricks-by-two",
        "result.awards.game",
        "award.most-tricks",
        "simplified",
    ),
    Case(
        Rules(trick_point_tie="dealer"),
        "rulings/forty-all-north-deals",
        "result.awards.game",
        "award.trick-point-tie",
    ),
    Case(
        Rules(trick_count_tie="dealer"),
        "rulings/thirteen-all-at-eight",
        "result.awards.game",
        "award.trick-count-tie",
        "simplified",
    ),
    Case(
        TrickPointsAreScores(), "match/one-deal-north-deals", "result.scores", "match.running-score"
    ),
    Case(Rules(packet=3), "deal/no-packets-of-three", "dealt", "deal.one-at-a-time"),
    Case(
        Rules(first_card_to="dealer"), "rulings/first-card-north-deals", "dealt", "deal.first-card"
    ),
    Case(MatchEndsOnATie(), "match/ten-all-goes-on", "rounds", "match.tie-plays-on"),
    Case(Rules(target=11), "match/north-goes-from-nine-to-ten", "winner", "match.target-ten"),
    Case(TenExactlyWins(), "match/nine-to-twelve-wins", "winner", "match.overshooting-wins"),
    Case(
        Rules(both_reach_target="counting_order"),
        "rulings/both-reach-ten-high-comes-first",
        "winner",
        "match.both-reach-target",
    ),
    Case(
        Rules(dealer_rotation="same_dealer"), "match/next-round-is-dealt", "dealer", "deal.rotation"
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda c: f"{type(c.engine).__name__}-{c.clause}")
def test_a_wrong_rule_falls_under_its_clause(case: Case) -> None:
    assert _clause(case.engine, case.scenario, case.scoring) == (case.field, case.clause)


@pytest.mark.parametrize("cited", [UNCITED, "lead.winner-leads"])
def test_a_wrong_leader_of_a_later_trick_falls_under_the_lead(cited: str) -> None:
    found = _clause(LeadAlternates(), "lead/winner-who-led-leads-again", "full", cited)
    assert found[1] == "lead.winner-leads"


@pytest.mark.parametrize(
    ("engine", "scenario_id", "cited", "clause"),
    [
        (TenIsHigh(), "setup/jack-beats-ten", "cards.rank-order", "cards.rank-order"),
        (
            LedSuitFirst(),
            "trick/ace-led-loses-to-any-trump",
            "trump.outranks-other-suits",
            "trump.outranks-other-suits",
        ),
        (
            LoserDrawsFirst(),
            "draw/winner-draws-first-and-loser-next",
            "draw.no-choice",
            "draw.no-choice",
        ),
        # A clause that has nothing to do with draws is not taken for the one that is meant.
        (
            LoserDrawsFirst(),
            "draw/winner-draws-first-and-loser-next",
            "award.high",
            "draw.winner-first",
        ),
    ],
)
def test_the_cited_clause_is_meant_where_it_may_be(
    engine: Rules, scenario_id: str, cited: str, clause: str
) -> None:
    assert _clause(engine, scenario_id, "full", cited)[1] == clause


# --- altered replies ----------------------------------------------------------------------------

REFUSED = TRICK.replace("- lead: JC", "- refused_lead: [{card: KD}]\n        lead: JC")


@pytest.mark.parametrize(
    ("changes", "field", "clause"),
    [
        ({"rounds.0.hands.north": []}, "hands", "draw.winner-first"),
        ({"rounds.0.result": {}}, "result", "round.all-cards-played"),
        ({"winner": "south"}, "winner", "match.counted-after-the-round"),
        ({"rounds.0.tricks": []}, "tricks", "round.all-cards-played"),
        ({"rounds.0.plays.0.sees.hand": []}, "sees.hand", "draw.winner-first"),
        ({"rounds.0.plays.0.sees.stock_top": None}, "sees.stock_top", "view.stock-top"),
        (
            {"rounds.0.plays.0.sees.stock_count": 39},
            "sees.stock_count",
            "draw.until-stock-is-gone",
        ),
        ({"rounds.0.plays.1.sees.trick": []}, "sees.trick", "play.in-turn"),
        ({"rounds.0.plays.0.sees.more": ["AS"]}, "sees", "view.hidden-cards"),
        ({"rounds.0.plays.1.accepted": False}, "accepted", "follow.void-any-card"),
        ({"rounds.0.plays.0.accepted": False}, "accepted", "lead.non-dealer-first"),
    ],
)
def test_a_wrong_field_falls_under_its_clause(
    changes: dict[str, Any], field: str, clause: str
) -> None:
    if "rounds.0.result" in changes:
        zero = {"north": 0, "south": 0}
        awards = dict.fromkeys(("high", "low", "jack", "game"))
        changes = {
            "rounds.0.result": {
                "tricks": zero,
                "trick_points": zero,
                "awards": awards,
                "scores": zero,
            }
        }
    assert _altered_clause(changes) == (field, clause)


@pytest.mark.parametrize(
    "changes",
    [
        {"rounds.0.plays.1.legal": ["JC", "4C", "9H", "2D", "7S"]},
        {"rounds.0.plays.1.accepted": False},
        {"rounds.0.plays.1.sees.hand": ["JC"]},
        {"rounds.0.hands.south": ["4C"]},
    ],
)
def test_what_is_wrong_after_a_refusal_falls_under_the_refusal(changes: dict[str, Any]) -> None:
    assert _altered_clause(changes, REFUSED)[1] == "play.illegal-refused"


@pytest.mark.parametrize(
    ("tried", "cited", "clause"),
    [
        ("{card: KD, seat: north}", UNCITED, "play.in-turn"),
        ("{card: XX}", UNCITED, "play.illegal-refused"),
        ("{card: XX}", "setup.standard-deck", "setup.standard-deck"),
        ("{card: KD}", UNCITED, "play.illegal-refused"),
        ("{card: KD}", "draw.top-card", "draw.top-card"),
    ],
)
def test_an_illegal_play_that_is_let_through(tried: str, cited: str, clause: str) -> None:
    text = REFUSED.replace("{card: KD}", tried)
    assert _altered_clause({"rounds.0.plays.0.accepted": True}, text, cited)[1] == clause


def test_a_revoke_that_is_let_through() -> None:
    text = TWO.replace(
        "- lead: JC\n        legal", "- lead: 2D\n        refused: [{card: 3H}]\n        legal"
    ).replace("legal: KD QD 3H 5S 6S TS", "legal: KD QD")
    text = text.partition("        winner")[0]
    assert _altered_clause({"rounds.0.plays.1.accepted": True}, text)[1] == (
        "follow.must-follow-suit"
    )


def test_a_play_after_the_round_that_is_let_through() -> None:
    asked = replace(shipped("round/nothing-can-be-played-after-it"), clauses=(UNCITED,))
    reply = answer(Rules(), request(asked))
    plays = reply["rounds"][0]["plays"]
    at = next(n for n, play in enumerate(plays) if not play["accepted"])
    assert at == 52
    outcome = judged(asked, altered(reply, {f"rounds.0.plays.{at}.accepted": True}))
    assert outcome.divergence
    assert outcome.divergence.clause == "round.all-cards-played"


def test_cards_of_a_hand_that_should_have_been_drawn_fall_under_the_draws() -> None:
    # Without the feature draws the first thing seen of a wrong draw is the next legal set.
    shows = claims(features=["legal_plays", "refusals"])
    announced = Announcement(features=("legal_plays", "refusals"))
    asked = replace(shipped("match/one-deal-north-deals"), clauses=(UNCITED,))
    reply = answer(LoserDrawsFirst(), request(asked), announced)
    outcome = judged(asked, reply, shows)
    assert outcome.divergence
    assert outcome.divergence.difference.field == "legal"
    assert outcome.divergence.difference.trick == 2
    assert outcome.divergence.clause == "draw.winner-first"


def test_cards_that_were_drawn_from_nowhere_fall_under_the_end_of_the_stock() -> None:
    asked = replace(shipped("match/one-deal-north-deals"), clauses=(UNCITED,))
    reply = answer(Rules(), request(asked))
    # Before trick 22 nothing was drawn; the leader holds five cards and not six.
    legal = reply["rounds"][0]["plays"][42]["legal"]
    other_hand = reply["rounds"][0]["plays"][43]["sees"]["hand"]
    assert len(legal) == 5
    wrong = {"rounds.0.plays.42.legal": [*legal, other_hand[0]]}
    outcome = judged(asked, altered(reply, wrong), claims(features=["legal_plays"]))
    assert outcome.divergence
    assert outcome.divergence.clause == "draw.until-stock-is-gone"


def test_an_invalid_deal_that_is_played_falls_under_the_pack() -> None:
    asked = shipped("setup/card-in-both-hands")
    played = answer(Rules(), request(scenario(TRICK)))
    outcome = judged(asked, played)
    assert outcome.kind == "fail"
    assert outcome.divergence
    assert outcome.divergence.clause == "setup.standard-deck"


def test_every_clause_that_is_told_is_in_the_rulebook() -> None:
    told = {case.clause for case in CASES}
    assert told <= BOOK.clauses.keys()
    assert ALL.classes == {"trick-play", "full-scoring", "simplified-scoring", "match"}
