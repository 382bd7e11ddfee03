"""Trick points and the four awards, in both scoring modes and under each ruling on ties."""

from typing import Literal

import pytest

from reference_engine.cards import DECK
from reference_engine.rules import Rules
from reference_engine.state import SEATS, Awards, ScoringMode, Seat, other

from .positions import DOCUMENTED, after, cards, one_card_each, pack_without, round_taken

MODES: tuple[ScoringMode, ScoringMode] = ("full", "simplified")

CLUBS, DIAMONDS, HEARTS, SPADES = (DECK[at : at + 13] for at in (0, 13, 26, 39))

# What north captures; south has the rest.
EVEN = (*CLUBS, *DIAMONDS)
"""13 tricks each, 40 trick points each."""

EVEN_TRICKS = ("TH", *[card for card in EVEN if card != "2C"])
"""13 tricks each, but 50 trick points against 30."""

MANY_POOR_TRICKS = (
    *CLUBS,
    *[card for card in (*DIAMONDS, *HEARTS) if card[0] in "23456789"][:15],
)
"""14 tricks worth 20 trick points against 12 worth 60."""

FEW_RICH_TRICKS = ("AH", *[card for card in EVEN if card not in cards("2C 3C 4C")])
"""12 tricks worth 44 trick points against 14 worth 36."""


# --- trick points ------------------------------------------------------------------------------


@pytest.mark.parametrize("suit", "CDHS")
@pytest.mark.parametrize(
    ("rank", "points"),
    [("J", 1), ("Q", 2), ("K", 3), ("A", 4), ("T", 10), *[(rank, 0) for rank in "23456789"]],
)
def test_what_a_captured_card_counts_in_every_suit(rank: str, suit: str, points: int) -> None:
    blank = "2C" if suit != "C" else "2D"
    r = round_taken((rank + suit, blank), trump="H")
    assert DOCUMENTED.trick_points(r, "north") == points
    assert DOCUMENTED.trick_points(r, "south") == 80 - points


@pytest.mark.parametrize("trump", "CDHS")
def test_each_suit_holds_twenty_trick_points_trumps_or_not(trump: str) -> None:
    r = round_taken((*CLUBS, *HEARTS), trump=trump)
    assert DOCUMENTED.trick_points(r, "north") == 40
    assert DOCUMENTED.trick_points(r, "south") == 40


def test_trick_points_go_to_the_captor_and_not_to_the_player_of_the_card() -> None:
    r = after(one_card_each("south", "TC", "JC", trump="H"), "TC JC")
    assert (DOCUMENTED.trick_points(r, "north"), DOCUMENTED.trick_points(r, "south")) == (11, 0)


# --- high, low and jack ------------------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("trump", "CDHS")
@pytest.mark.parametrize("taken", ["A", "2", "J", "A2", "AJ", "2J", "A2J", ""])
def test_high_low_and_jack_are_the_ace_two_and_jack_of_trumps(
    taken: str, trump: str, mode: ScoringMode
) -> None:
    blanks = [card for card in DECK if card[0] in "3456789"]
    mine = [rank + trump for rank in taken]
    r = round_taken((*mine, *blanks[: 10 - len(mine)]), trump=trump)
    awards = DOCUMENTED.awards(r, mode)
    assert awards.high == ("north" if "A" in taken else "south")
    assert awards.low == ("north" if "2" in taken else "south")
    assert awards.jack == ("north" if "J" in taken else "south")


def test_the_same_ranks_of_another_suit_are_worth_no_award() -> None:
    r = round_taken(cards("AC 2C JC AD 2D JD AS 2S JS 3C"), trump="H")
    awards = DOCUMENTED.awards(r, "full")
    assert (awards.high, awards.low, awards.jack) == ("south", "south", "south")


@pytest.mark.parametrize("leader", SEATS)
@pytest.mark.parametrize(("lead", "follow"), [("2H", "3H"), ("JH", "QH")])
def test_low_and_jack_go_to_the_captor_and_not_to_the_player_of_the_card(
    lead: str, follow: str, leader: Seat
) -> None:
    r = after(one_card_each(leader, lead, follow, trump="H"), f"{lead} {follow}")
    taker = DOCUMENTED.low(r) if lead == "2H" else DOCUMENTED.jack(r)
    assert taker == other(leader)


def test_low_is_the_two_and_not_the_lowest_trump_seen() -> None:
    r = after(one_card_each("south", "3H", "4H", trump="H"), "3H 4H")
    assert DOCUMENTED.low(r) is None


# --- game --------------------------------------------------------------------------------------


def tricks_and_points(north: tuple[str, ...]) -> tuple[int, int, int, int]:
    r = round_taken(north, trump="H")
    return (
        r.tricks_won("north"),
        r.tricks_won("south"),
        DOCUMENTED.trick_points(r, "north"),
        DOCUMENTED.trick_points(r, "south"),
    )


@pytest.mark.parametrize(
    ("north", "figures"),
    [
        (EVEN, (13, 13, 40, 40)),
        (EVEN_TRICKS, (13, 13, 50, 30)),
        (MANY_POOR_TRICKS, (14, 12, 20, 60)),
        (FEW_RICH_TRICKS, (12, 14, 44, 36)),
    ],
)
def test_the_rounds_below_are_what_they_are_called(
    north: tuple[str, ...], figures: tuple[int, int, int, int]
) -> None:
    assert tricks_and_points(north) == figures


@pytest.mark.parametrize(
    ("mode", "north", "taker"),
    [
        ("full", MANY_POOR_TRICKS, "south"),
        ("simplified", MANY_POOR_TRICKS, "north"),
        ("full", FEW_RICH_TRICKS, "north"),
        ("simplified", FEW_RICH_TRICKS, "south"),
        ("full", EVEN_TRICKS, "north"),
        ("full", EVEN, None),
        ("simplified", EVEN, None),
        ("simplified", EVEN_TRICKS, None),
    ],
)
@pytest.mark.parametrize("dealer", SEATS)
def test_game_goes_by_trick_points_or_by_tricks_in_their_place(
    mode: ScoringMode, north: tuple[str, ...], taker: Seat | None, dealer: Seat
) -> None:
    r = round_taken(north, trump="H", dealer=dealer)
    assert DOCUMENTED.awards(r, mode).game == taker


@pytest.mark.parametrize("dealer", SEATS)
@pytest.mark.parametrize("option", ["nobody", "non_dealer", "dealer"])
def test_a_tie_at_forty_trick_points(
    option: Literal["nobody", "non_dealer", "dealer"], dealer: Seat
) -> None:
    rules = Rules(trick_point_tie=option)
    taker = {"nobody": None, "dealer": dealer, "non_dealer": other(dealer)}[option]
    assert rules.awards(round_taken(EVEN, trump="H", dealer=dealer), "full").game == taker
    # The ruling is on trick points alone.
    assert rules.awards(round_taken(EVEN, trump="H", dealer=dealer), "simplified").game is None
    assert rules.awards(round_taken(FEW_RICH_TRICKS, trump="H", dealer=dealer), "full").game == (
        "north"
    )


@pytest.mark.parametrize("dealer", SEATS)
@pytest.mark.parametrize("option", ["nobody", "non_dealer", "dealer"])
def test_a_tie_at_thirteen_tricks(
    option: Literal["nobody", "non_dealer", "dealer"], dealer: Seat
) -> None:
    rules = Rules(trick_count_tie=option)
    taker = {"nobody": None, "dealer": dealer, "non_dealer": other(dealer)}[option]
    for north in (EVEN, EVEN_TRICKS):
        r = round_taken(north, trump="H", dealer=dealer)
        assert rules.awards(r, "simplified").game == taker
    # The ruling is on tricks alone.
    assert rules.awards(round_taken(EVEN, trump="H", dealer=dealer), "full").game is None
    assert rules.awards(
        round_taken(MANY_POOR_TRICKS, trump="H", dealer=dealer), "simplified"
    ).game == ("north")


@pytest.mark.parametrize("dealer", SEATS)
@pytest.mark.parametrize(
    ("north", "taker"),
    [(EVEN_TRICKS, "north"), (pack_without(EVEN_TRICKS), "south"), (EVEN, None)],
)
def test_a_tie_at_thirteen_tricks_may_go_by_trick_points(
    north: tuple[str, ...], taker: Seat | None, dealer: Seat
) -> None:
    # Even a ruling for 40-40 does not help out here: the option says nobody.
    rules = Rules(trick_count_tie="most_trick_points", trick_point_tie="dealer")
    assert rules.awards(round_taken(north, trump="H", dealer=dealer), "simplified").game == taker


@pytest.mark.parametrize(
    ("awards", "north", "south"),
    [
        (Awards("north", "north", "north", "north"), 4, 0),
        (Awards("north", "south", "north", "south"), 2, 2),
        (Awards("south", "south", "north", None), 1, 2),
    ],
)
def test_each_award_is_one_game_point(awards: Awards, north: int, south: int) -> None:
    assert (awards.points("north"), awards.points("south")) == (north, south)
