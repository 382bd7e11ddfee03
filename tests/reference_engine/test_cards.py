"""The pack, the order of ranks, and how cards are written and read."""

from itertools import pairwise

import pytest

from reference_engine.cards import DECK, parse_card, rank_value, suit_of


def test_the_pack_has_thirteen_distinct_cards_of_each_suit() -> None:
    assert len(DECK) == len(set(DECK)) == 52
    for suit in "CDHS":
        assert {card for card in DECK if suit_of(card) == suit} == {
            rank + suit for rank in "AKQJT98765432"
        }


def test_the_pack_stands_in_deck_order() -> None:
    assert DECK[:2] == ("2C", "3C")
    assert DECK[12:14] == ("AC", "2D")
    assert DECK[-1] == "AS"


@pytest.mark.parametrize("suit", "CDHS")
def test_ranks_run_from_two_low_to_ace_high_with_the_ten_below_the_jack(suit: str) -> None:
    upwards = [rank + suit for rank in "23456789TJQKA"]
    assert all(rank_value(low) < rank_value(high) for low, high in pairwise(upwards))


@pytest.mark.parametrize(
    ("written", "card"),
    [
        ("TC", "TC"),
        ("10C", "TC"),
        ("10♣", "TC"),
        ("10♣\ufe0f", "TC"),
        ("T♧", "TC"),
        ("tc", "TC"),
        ("10c", "TC"),
        (" TC\n", "TC"),
        ("A♠", "AS"),
        ("a♤", "AS"),
        ("2♥", "2H"),
        ("q♡", "QH"),
        ("J♦", "JD"),
        ("9♢", "9D"),
    ],
)
def test_one_card_written_in_several_ways(written: str, card: str) -> None:
    assert parse_card(written) == card


@pytest.mark.parametrize("card", DECK)
def test_a_card_written_out_reads_back_as_itself(card: str) -> None:
    assert parse_card(card) == card


@pytest.mark.parametrize(
    "written",
    [
        *("", " ", "0C", "1S", "1C", "10", "T", "C", "11C", "100C", "1010C", "10CC", "TT"),
        *("CT", "♣10", "A S", "AX", "XS", "ASS", "AS KS", "joker", "??", "１０C", "-2H"),
    ],
)
def test_what_names_no_card_is_told_so(written: str) -> None:
    with pytest.raises(ValueError, match="is not a card"):
        parse_card(written)
