"""Replays: every play is answered, rounds follow one another, and where a replay stops."""

import random
from collections.abc import Sequence
from typing import Literal

import pytest

from reference_engine.cards import DECK, Card
from reference_engine.replay import (
    Attempt,
    InvalidDealError,
    MatchInput,
    MatchShown,
    RoundInput,
    RoundShown,
    replay,
)
from reference_engine.rules import Rules
from reference_engine.state import SEATS, BySeat, Deal, Seat, other

from .positions import DOCUMENTED, cards, choices_from, dealt, play_through, shuffled_pack, start

Rotation = Literal["alternate", "winner_deals", "loser_deals", "same_dealer"]

DEAL = dealt(north="KD QD 3H 5S 6S TS", south="JC 4C 9H 2D 7S 8S", stock="5H 9D")


def attempts(text: str) -> tuple[Attempt, ...]:
    """``"S:JC N:KD"`` as two plays."""
    seats: dict[str, Seat] = {"N": "north", "S": "south"}
    return tuple(Attempt(seats[word[0]], word[2:]) for word in text.split())


def shown_round(plays: str, deal: Deal = DEAL, dealer: Seat = "north") -> RoundShown:
    asked = MatchInput("full", dealer, (RoundInput(attempts(plays), deal),))
    (only,) = replay(DOCUMENTED, asked).rounds
    return only


def whole_round(seed: int, dealer: Seat) -> RoundInput:
    """A random deal as a pack, and random legal plays to the end of the round."""
    rng = random.Random(seed)  # noqa: S311
    pack = shuffled_pack(rng)
    r = play_through(DOCUMENTED, start(DOCUMENTED, pack, dealer), choices_from(rng))[-1]
    plays: list[Attempt] = []
    for trick in r.tricks:
        plays += [Attempt(trick.leader, trick.lead), Attempt(other(trick.leader), trick.follow)]
    return RoundInput(tuple(plays), deck=pack)


def whole_rounds(
    *seeds: int, scores: tuple[int, int] = (0, 0), dealer: Seat = "north"
) -> MatchShown:
    """A match of random rounds in which the deal alternates."""
    rounds = [
        whole_round(seed, dealer if at % 2 == 0 else other(dealer)) for at, seed in enumerate(seeds)
    ]
    return replay(DOCUMENTED, MatchInput("full", dealer, tuple(rounds), BySeat(*scores)))


def more(counts: BySeat[int]) -> Seat | None:
    """The seat with more, or nobody."""
    if counts.north == counts.south:
        return None
    return "north" if counts.north > counts.south else "south"


# --- one round ---------------------------------------------------------------------------------


def test_a_trick_is_shown_with_its_winner_and_draws() -> None:
    shown = shown_round("S:JC N:KD")
    assert (shown.dealer, shown.leader, shown.trump) == ("north", "south", "H")
    assert shown.dealt == DEAL.hands
    assert [one.accepted for one in shown.plays] == [True, True]
    (trick,) = shown.tricks
    assert (trick.leader, trick.lead, trick.follow, trick.winner) == ("south", "JC", "KD", "south")
    assert trick.draws == (("south", "5H"), ("north", "9D"))
    assert shown.tricks_at == (1,)
    assert shown.hands == BySeat(cards("QD 3H 5S 6S TS 9D"), cards("4C 9H 2D 7S 8S 5H"))
    assert shown.captured == BySeat((), ("JC", "KD"))
    assert shown.result is None


def test_the_legal_set_and_the_view_are_those_before_the_play() -> None:
    lead, follow = shown_round("S:2D N:KD").plays
    assert (lead.on_turn, follow.on_turn) == ("south", "north")
    assert lead.legal == cards("JC 4C 9H 2D 7S 8S")
    assert follow.legal == cards("KD QD")
    assert follow.sees["trick"] == ["2D"]
    assert follow.sees["hand"] == list(cards("KD QD 3H 5S 6S TS"))
    assert "JC" in follow.hidden


def test_the_view_belongs_to_the_seat_on_turn_whichever_seat_plays() -> None:
    (refused,) = shown_round("N:KD").plays
    assert (refused.accepted, refused.on_turn) == (False, "south")
    assert refused.reasons == ("not-your-turn",)
    assert refused.legal == cards("JC 4C 9H 2D 7S 8S")
    assert "JC" not in refused.hidden
    assert "KD" in refused.hidden


def test_after_a_refusal_the_replay_goes_on_from_the_same_position() -> None:
    shown = shown_round("N:KD S:2D S:7S N:3H N:0C N:QD N:5S")
    assert [one.accepted for one in shown.plays] == [False, True, False, False, False, True, True]
    assert shown.plays[3].reasons == ("must-follow-suit",)
    assert "unknown-card" in shown.plays[4].reasons
    assert shown.tricks_at == (5,)
    assert shown.hands.south == cards("JC 4C 9H 7S 8S 9D")


def test_the_leader_of_a_round_is_who_led_first_whoever_leads_now() -> None:
    shown = shown_round("S:2D N:KD")
    assert shown.tricks[0].winner == "north"
    assert shown.leader == "south"


def test_without_plays_there_is_only_the_deal() -> None:
    shown = shown_round("")
    assert (shown.plays, shown.tricks, shown.tricks_at, shown.result) == ((), (), (), None)
    assert shown.hands == shown.dealt == DEAL.hands


@pytest.mark.parametrize("dealer", SEATS)
def test_a_pack_is_dealt_by_the_dealer_of_the_round(dealer: Seat) -> None:
    asked = MatchInput("full", dealer, (RoundInput((), deck=DECK),))
    (shown,) = replay(DOCUMENTED, asked).rounds
    assert shown.dealt[other(dealer)] == cards("2C 4C 6C 8C TC QC")
    assert shown.dealt[dealer] == cards("3C 5C 7C 9C JC KC")


def test_a_finished_round_has_its_result_and_refuses_more_plays() -> None:
    whole = whole_round(1, "north")
    longer = RoundInput((*whole.plays, *attempts("N:AS S:2C")), deck=whole.deck)
    (shown,) = replay(DOCUMENTED, MatchInput("full", "north", (longer,))).rounds
    assert len(shown.tricks) == 26
    assert shown.tricks_at == tuple(range(1, 52, 2))
    assert shown.result is not None
    for late in shown.plays[52:]:
        assert (late.accepted, late.on_turn, late.legal) == (False, None, ())
        assert "round-over" in late.reasons


def test_game_is_given_by_the_scoring_of_the_match() -> None:
    takers: set[tuple[Seat | None, Seat | None]] = set()
    for seed in range(20):
        asked = (whole_round(seed, "north"),)
        full = replay(DOCUMENTED, MatchInput("full", "north", asked)).rounds[0].result
        simplified = replay(DOCUMENTED, MatchInput("simplified", "north", asked)).rounds[0].result
        assert full is not None
        assert simplified is not None
        assert full.awards.game == more(full.trick_points)
        assert simplified.awards.game == more(simplified.tricks)
        takers.add((full.awards.game, simplified.awards.game))
    assert {("north", "south"), ("south", "north")} & takers, "choose rounds that tell them apart"


def test_a_round_short_of_its_last_card_has_no_result() -> None:
    whole = whole_round(1, "north")
    short = RoundInput(whole.plays[:-1], deck=whole.deck)
    shown = replay(DOCUMENTED, MatchInput("full", "north", (short,)))
    assert shown.rounds[0].result is None
    assert shown.winner is None


# --- several rounds ----------------------------------------------------------------------------


def test_dealers_and_first_leaders_alternate_and_scores_run_on() -> None:
    shown = whole_rounds(1, 2)
    assert [one.dealer for one in shown.rounds] == ["north", "south"]
    assert [one.leader for one in shown.rounds] == ["south", "north"]
    first, second = (one.result for one in shown.rounds)
    assert first is not None
    assert second is not None
    for seat in SEATS:
        assert first.scores[seat] == first.awards.points(seat)
        assert second.scores[seat] == first.scores[seat] + second.awards.points(seat)
    assert shown.winner is None


def test_a_round_after_an_unfinished_one_is_left_out() -> None:
    short = RoundInput(whole_round(1, "north").plays[:51], deck=whole_round(1, "north").deck)
    shown = replay(DOCUMENTED, MatchInput("full", "north", (short, whole_round(2, "south"))))
    assert len(shown.rounds) == 1


def test_a_round_after_the_match_is_won_is_left_out() -> None:
    shown = whole_rounds(*range(1, 12))
    totals = [one.result.scores for one in shown.rounds if one.result is not None]
    assert 2 < len(totals) == len(shown.rounds) < 11
    won = [max(t.north, t.south) >= 10 and t.north != t.south for t in totals]
    assert won == [False] * (len(won) - 1) + [True]
    assert shown.winner == ("north" if totals[-1].north > totals[-1].south else "south")


@pytest.mark.parametrize(
    ("rotation", "dealer"),
    [
        ("alternate", "south"),
        ("winner_deals", "south"),
        ("loser_deals", "north"),
        ("same_dealer", "north"),
    ],
)
def test_the_next_round_is_dealt_by_whom_the_ruling_says(rotation: Rotation, dealer: Seat) -> None:
    rounds = (whole_round(1, "north"), RoundInput((), deck=DECK))
    shown = replay(Rules(dealer_rotation=rotation), MatchInput("full", "north", rounds))
    result = shown.rounds[0].result
    assert result is not None
    awards = result.awards
    assert awards.points("south") > awards.points("north"), "choose a seed that south wins"
    assert shown.rounds[1].dealer == dealer
    # A pack is dealt to the player opposite that dealer first.
    assert shown.rounds[1].dealt[other(dealer)][0] == "2C"


def test_no_match_ends_inside_a_round() -> None:
    # South captures the ace of trumps in its first trick and has ten with it; play goes on.
    deal = dealt(north="2H 3H 4D 5S 6S TS", south="AH 4C 9H 2D 7S 8S", stock="5H 9D")
    asked = RoundInput(attempts("S:AH N:2H S:4C N:4D"), deal)
    shown = replay(DOCUMENTED, MatchInput("full", "north", (asked,), BySeat(0, 9)))
    assert [one.accepted for one in shown.rounds[0].plays] == [True] * 4
    assert shown.rounds[0].result is None
    assert shown.winner is None


@pytest.mark.parametrize("scores", [(10, 10), (12, 12)])
def test_a_tie_is_played_off_by_a_whole_round(scores: tuple[int, int]) -> None:
    shown = whole_rounds(1, 2, scores=scores)
    result = shown.rounds[0].result
    assert result is not None
    north, south = result.awards.points("north"), result.awards.points("south")
    assert north != south, "choose a seed whose round is not even"
    assert len(shown.rounds) == 1
    assert shown.winner == ("north" if north > south else "south")


def test_answers_do_not_depend_on_what_was_played_before() -> None:
    alone = whole_rounds(5, 6)
    whole_rounds(7, scores=(10, 10), dealer="south")
    assert whole_rounds(5, 6) == alone


# --- bad deals ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "deck",
    [
        pytest.param((), id="no-cards"),
        pytest.param(DECK[:51], id="51-cards"),
        pytest.param((*DECK, "2C"), id="53-cards"),
        pytest.param((*DECK[:51], "2C"), id="a-card-twice"),
        pytest.param((*DECK[:51], "0C"), id="an-unknown-card"),
    ],
)
@pytest.mark.parametrize("place", [0, 1])
def test_a_bad_pack_in_any_round_refuses_the_whole_request(
    deck: Sequence[Card], place: int
) -> None:
    rounds = [whole_round(1, "north"), whole_round(2, "south")]
    rounds[place] = RoundInput((), deck=tuple(deck))
    with pytest.raises(InvalidDealError, match=f"round {place + 1}"):
        replay(DOCUMENTED, MatchInput("full", "north", tuple(rounds)))


def test_bad_hands_refuse_the_whole_request() -> None:
    lame = Deal(DEAL.hands.put("north", DEAL.hands.north[:5]), DEAL.stock)
    with pytest.raises(InvalidDealError, match="round 1"):
        replay(DOCUMENTED, MatchInput("full", "north", (RoundInput((), lame),)))


def test_a_round_that_is_left_out_must_have_a_good_deal_all_the_same() -> None:
    bad = RoundInput((), deck=DECK[:51])
    with pytest.raises(InvalidDealError, match="round 2"):
        replay(
            DOCUMENTED, MatchInput("full", "north", (whole_round(1, "north"), bad), BySeat(9, 9))
        )
