"""A scenario set up under one reading: whose turn it is, who deals, which seats are swapped."""

from dataclasses import replace
from typing import Literal

import pytest

from conformance.scenarios.model import Scenario
from conformance.scenarios.stage import CannotStageError, Staged, stage
from reference_engine.rules import Rules
from reference_engine.state import BySeat
from tests.conformance.making import TRICK, scenario, shipped

Rotation = Literal["alternate", "winner_deals", "loser_deals", "same_dealer"]

# North deals the first round and loses it; the file has a second one, as dealt by south.
LOSING_DEALER = "rulings/rotation-north-deals-and-loses"


def _seats(staged: Staged, round_at: int = 0) -> list[str]:
    return [f"{a.seat} {a.card}" for a in staged.match.rounds[round_at].plays]


def _from_deck(deck: str, tricks: str = "", dealer: str = "north") -> Scenario:
    return scenario(
        "title: A round from the pack\nclauses: [deal.one-at-a-time]\n"
        f"rounds: [{{dealer: {dealer}, deck: {deck}, tricks: [{tricks}]}}]\n"
    )


def test_a_play_without_a_seat_is_that_of_the_seat_on_turn() -> None:
    two = TRICK + "      - 4C QD\n"
    staged = stage(scenario(two), "full", Rules())
    assert _seats(staged) == ["south JC", "north KD", "south 4C", "north QD"]


def test_a_refused_play_leaves_the_turn_where_it_was() -> None:
    tried = TRICK.replace("- lead: JC", "- refused_lead: [{card: KD}]\n        lead: JC")
    staged = stage(scenario(tried), "full", Rules())
    assert _seats(staged) == ["south KD", "south JC", "north KD"]


def test_a_play_out_of_turn_names_its_seat() -> None:
    tried = TRICK.replace(
        "- lead: JC", "- refused_lead: [{card: KD, seat: north}]\n        lead: JC"
    )
    assert _seats(stage(scenario(tried), "full", Rules()))[0] == "north KD"


def test_scores_and_scoring_mode_go_into_the_replay() -> None:
    asked = scenario(TRICK + "start: {scores: {north: 9, south: 8}}\n")
    staged = stage(asked, "simplified", Rules())
    assert (staged.match.scoring, staged.match.scores) == ("simplified", BySeat(9, 8))
    assert staged.match.dealer == "north"


def test_a_play_that_cannot_be_made_is_told_with_its_place() -> None:
    with pytest.raises(CannotStageError, match="north cannot play 4C") as caught:
        stage(scenario(TRICK.replace("follow: KD", "follow: 4C")), "full", Rules())
    assert (caught.value.round_at, caught.value.at) == (0, 1)


# --- rotation of the deal -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rotation", "dealers"),
    [
        ("alternate", ("north", "south")),
        ("winner_deals", ("north", "south")),
        ("loser_deals", ("north", "north")),
        ("same_dealer", ("north", "north")),
    ],
)
def test_the_dealer_of_a_later_round_goes_by_the_rotation(
    rotation: Rotation, dealers: tuple[str, str]
) -> None:
    staged = stage(shipped(LOSING_DEALER), "full", Rules(dealer_rotation=rotation))
    assert staged.dealers == dealers
    assert staged.swapped == (False, dealers == ("north", "north"))


def test_where_the_other_seat_deals_a_later_round_its_hands_are_swapped() -> None:
    asked = shipped(LOSING_DEALER)
    as_written = stage(asked, "full", Rules()).match.rounds[1].deal
    swapped = stage(asked, "full", Rules(dealer_rotation="same_dealer")).match.rounds[1].deal
    assert as_written is not None
    assert swapped is not None
    assert swapped.hands == as_written.hands.swapped()
    assert swapped.stock == as_written.stock


def test_a_swapped_round_leads_and_follows_the_same_cards() -> None:
    asked = shipped("match/three-rounds-to-exactly-ten")
    as_written = stage(asked, "full", Rules())
    swapped = stage(asked, "full", Rules(dealer_rotation="same_dealer"))
    assert swapped.swapped == (False, True, False)
    cards, swapped_cards = (
        [a.card for a in staged.match.rounds[1].plays] for staged in (as_written, swapped)
    )
    assert cards == swapped_cards
    assert _seats(as_written, 1) != _seats(swapped, 1)
    # Round three is dealt by north again, in the file as by the rotation.
    assert _seats(as_written, 2) == _seats(swapped, 2)


def test_a_named_seat_is_swapped_with_its_round() -> None:
    # South deals, so north is to lead and south is out of turn.
    out_of_turn = scenario(
        "title: South plays before the lead\nclauses: [play.in-turn]\n"
        "rounds: [{dealer: south, north: JC 4C 9H 2D 7S 8S, south: KD QD 3H 5S 6S TS,"
        " tricks: [{refused_lead: [{card: KD, seat: south}], lead: JC}]}]\n"
    )
    first = shipped(LOSING_DEALER).rounds[0]
    asked = replace(out_of_turn, rounds=(first, *out_of_turn.rounds))
    assert _seats(stage(asked, "full", Rules()), 1) == ["south KD", "north JC"]
    swapped = stage(asked, "full", Rules(dealer_rotation="same_dealer"))
    assert _seats(swapped, 1) == ["north KD", "south JC"]


# --- the first card -----------------------------------------------------------------------------


def test_a_deck_without_plays_is_dealt_as_it_is_written() -> None:
    asked = _from_deck("AS KS QS")
    for rules in (Rules(), Rules(first_card_to="dealer")):
        assert stage(asked, "full", rules).match.rounds[0].deck == asked.rounds[0].deck


def test_a_deck_with_plays_gives_each_seat_the_same_hand_whoever_is_dealt_first() -> None:
    # Dealt by north: south has the spades and leads one of them.
    asked = _from_deck("AS 2C KS 3C QS 4C JS 5C TS 6C 9S 7C", "AS 2C south")
    for rules in (Rules(), Rules(first_card_to="dealer")):
        staged = stage(asked, "full", rules)
        deck = staged.match.rounds[0].deck
        assert deck is not None
        hands = rules.deal(deck, "north").hands
        assert hands.south == ("AS", "KS", "QS", "JS", "TS", "9S")
        assert hands.north == ("2C", "3C", "4C", "5C", "6C", "7C")
        assert _seats(staged) == ["south AS", "north 2C"]


# --- rounds that are not played -----------------------------------------------------------------


def test_a_round_after_the_match_is_won_has_a_deal_and_no_plays() -> None:
    staged = stage(shipped("match/no-round-after-ten"), "full", Rules())
    assert staged.dealers == ("north",)
    assert len(staged.match.rounds) == 2
    assert staged.match.rounds[1].plays == ()
    assert staged.match.rounds[1].deal is not None


def test_an_invalid_deal_is_sent_without_plays() -> None:
    staged = stage(shipped("setup/card-in-both-hands"), "full", Rules())
    assert staged.match.rounds[0].plays == ()
    assert staged.match.rounds[0].deal is not None
