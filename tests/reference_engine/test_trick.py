"""Who takes a trick, what the winner captures, who draws which card, who leads next."""

from itertools import permutations

import pytest

from reference_engine.cards import DECK
from reference_engine.play import start_round
from reference_engine.state import SEATS, Seat, other

from .independent_judge import second_card_wins
from .positions import DOCUMENTED, after, cards, dealt, one_card_each, position

# --- the winner --------------------------------------------------------------------------------

NAMED_TRICKS = [
    pytest.param("9S", "TS", "H", True, id="ten-beats-nine"),
    pytest.param("TS", "JS", "H", True, id="jack-beats-ten"),
    pytest.param("JS", "TS", "H", False, id="ten-loses-to-jack"),
    pytest.param("KS", "AS", "H", True, id="ace-is-high"),
    pytest.param("2S", "AS", "H", True, id="ace-beats-two"),
    pytest.param("3S", "2S", "H", False, id="two-is-low"),
    pytest.param("JC", "KD", "H", False, id="discarded-king-loses-to-led-jack"),
    pytest.param("2C", "AD", "H", False, id="discarded-ace-loses-to-led-two"),
    pytest.param("AC", "2H", "H", True, id="two-of-trumps-beats-another-ace"),
    pytest.param("2H", "AC", "H", False, id="led-two-of-trumps-beats-a-discarded-ace"),
    pytest.param("KH", "AH", "H", True, id="highest-of-two-trumps"),
    pytest.param("AH", "KH", "H", False, id="trump-ace-led"),
    pytest.param("TH", "JH", "H", True, id="trump-jack-beats-trump-ten"),
]


@pytest.mark.parametrize("leader", SEATS)
@pytest.mark.parametrize(("lead", "follow", "trump", "second_wins"), NAMED_TRICKS)
def test_tricks_by_the_rulebook(
    lead: str, follow: str, trump: str, second_wins: bool, leader: Seat
) -> None:
    winner = other(leader) if second_wins else leader
    r = position(trump=trump, leader=leader)
    assert DOCUMENTED.trick_winner(r, lead, follow) == winner


@pytest.mark.parametrize(("lead", "follow", "trump", "second_wins"), NAMED_TRICKS)
def test_the_second_judge_reads_the_same_tricks_so(
    lead: str, follow: str, trump: str, second_wins: bool
) -> None:
    assert second_card_wins(lead, follow, trump) == second_wins


@pytest.mark.parametrize("leader", SEATS)
@pytest.mark.parametrize("trump", "CDHS")
def test_all_tricks_there_are(trump: str, leader: Seat) -> None:
    taken_by_second = 0
    for lead, follow in permutations(DECK, 2):
        r = after(one_card_each(leader, lead, follow, trump=trump), f"{lead} {follow}")
        second_wins = second_card_wins(lead, follow, trump)
        taken_by_second += second_wins
        assert r.tricks[0].winner == (other(leader) if second_wins else leader), (lead, follow)
    # Of the led suit, 78 pairs (13 x 12 / 2) have the higher card second, in each of four suits;
    # and any of 13 trumps takes any of the 39 other cards.
    assert taken_by_second == 4 * 78 + 39 * 13


# --- captures ----------------------------------------------------------------------------------


@pytest.mark.parametrize("leader", SEATS)
@pytest.mark.parametrize(
    ("lead", "follow", "second_wins"), [("JC", "KD", False), ("JC", "KC", True), ("AC", "2H", True)]
)
def test_the_winner_captures_both_cards(
    lead: str, follow: str, second_wins: bool, leader: Seat
) -> None:
    winner = other(leader) if second_wins else leader
    r = after(one_card_each(leader, lead, follow, trump="H"), f"{lead} {follow}")
    assert set(r.captured[winner]) == {lead, follow}
    assert r.captured[other(winner)] == ()
    assert (r.tricks_won(winner), r.tricks_won(other(winner))) == (1, 0)


def test_a_card_on_the_table_is_captured_by_nobody_yet() -> None:
    r = after(one_card_each("south", "JC", "KC", trump="H"), "JC")
    assert r.led == "JC"
    assert (r.captured.north, r.captured.south, r.tricks) == ((), (), ())


# --- draws and the next lead -------------------------------------------------------------------


@pytest.mark.parametrize("leader", SEATS)
@pytest.mark.parametrize(
    ("lead", "follow", "second_wins"), [("JC", "TC", False), ("JC", "2H", True)]
)
def test_the_winner_draws_the_top_card_then_the_other_the_next_and_the_winner_leads(
    lead: str, follow: str, second_wins: bool, leader: Seat
) -> None:
    winner = other(leader) if second_wins else leader
    r = one_card_each(leader, lead, follow, trump="H", stock="5H 9D AS")
    r = after(r, f"{lead} {follow}")
    assert r.tricks[0].draws == ((winner, "5H"), (other(winner), "9D"))
    assert r.hands[winner] == ("5H",)
    assert r.hands[other(winner)] == ("9D",)
    assert r.stock == ("AS",)
    assert r.leader == DOCUMENTED.on_turn(r) == winner


def test_nobody_draws_before_the_trick_is_complete() -> None:
    r = after(one_card_each("south", "JC", "TC", trump="H", stock="5H 9D"), "JC")
    assert r.stock == cards("5H 9D")
    assert r.hands.south == ()


def test_the_topmost_card_is_drawn_and_not_the_highest() -> None:
    r = after(one_card_each("south", "JC", "TC", trump="H", stock="2D AH"), "JC TC")
    assert r.tricks[0].draws == (("south", "2D"), ("north", "AH"))


def test_the_last_two_cards_of_the_stock_are_drawn_and_play_goes_on_without() -> None:
    r = position(trump="H", south="AC 4C", north="5C 6D", stock="QS KS")
    r = after(r, "AC 5C")
    assert r.tricks[-1].draws == (("south", "QS"), ("north", "KS"))
    assert r.stock == ()
    r = after(r, "4C 6D")
    assert r.tricks[-1].draws == ()
    assert r.hands.north == ("KS",)
    assert not DOCUMENTED.is_over(r)
    r = after(r, "QS KS")
    assert r.tricks[-1].winner == "north"
    assert DOCUMENTED.is_over(r)


def test_the_round_goes_on_until_the_second_card_of_the_last_trick() -> None:
    r = after(one_card_each("south", "JC", "TC", trump="H"), "JC")
    assert not DOCUMENTED.is_over(r)
    assert DOCUMENTED.on_turn(r) == "north"
    assert DOCUMENTED.is_over(after(r, "TC"))


@pytest.mark.parametrize(("discard", "winner"), [("9H", "south"), ("8S", "north")])
def test_trump_stays_when_another_suit_shows_on_the_stock(discard: str, winner: Seat) -> None:
    deal = dealt(north="KD QD 3H 5S 6S TS", south="JC 4C 9H 2D 7S 8S", stock="5H 9C AS")
    r = after(start_round(DOCUMENTED, deal, "north"), "2D KD")
    assert r.stock[0] == "AS"
    # South, out of diamonds, takes the queen with a heart and not with a spade.
    assert after(r, f"QD {discard}").tricks[-1].winner == winner
