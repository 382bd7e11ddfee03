"""The deal: who gets which card of the pack, the stock, trump, and what is no deal at all."""

import random
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reference_engine.cards import DECK
from reference_engine.play import start_round
from reference_engine.replay import dealing_order
from reference_engine.rules import Rules
from reference_engine.state import SEATS, BySeat, Deal, Seat

from .positions import DOCUMENTED, cards, dealt, shuffled_pack

EVERY_WAY_TO_DEAL = [
    Rules(first_card_to="non_dealer", packet=1),
    Rules(first_card_to="non_dealer", packet=3),
    Rules(first_card_to="non_dealer", packet=6),
    Rules(first_card_to="dealer", packet=1),
    Rules(first_card_to="dealer", packet=3),
    Rules(first_card_to="dealer", packet=6),
]


@pytest.mark.parametrize(
    ("packet", "first_hand", "second_hand"),
    [
        (1, "2C 4C 6C 8C TC QC", "3C 5C 7C 9C JC KC"),
        (3, "2C 3C 4C 8C 9C TC", "5C 6C 7C JC QC KC"),
        (6, "2C 3C 4C 5C 6C 7C", "8C 9C TC JC QC KC"),
    ],
)
@pytest.mark.parametrize(
    ("first_card_to", "dealer", "first"),
    [
        ("non_dealer", "north", "south"),
        ("non_dealer", "south", "north"),
        ("dealer", "north", "north"),
        ("dealer", "south", "south"),
    ],
)
def test_the_pack_in_deck_order_is_dealt_by_turns(
    packet: Literal[1, 3, 6],
    first_hand: str,
    second_hand: str,
    first_card_to: Literal["non_dealer", "dealer"],
    dealer: Seat,
    first: Seat,
) -> None:
    rules = Rules(packet=packet, first_card_to=first_card_to)
    deal = rules.deal(DECK, dealer)
    second: Seat = "north" if first == "south" else "south"
    assert deal.hands[first] == cards(first_hand)
    assert deal.hands[second] == cards(second_hand)


@pytest.mark.parametrize("rules", EVERY_WAY_TO_DEAL)
def test_the_other_forty_cards_are_the_stock_with_its_top_first(rules: Rules) -> None:
    deal = rules.deal(DECK, "north")
    assert len(deal.stock) == 40
    assert deal.stock[:3] == ("AC", "2D", "3D")
    assert deal.stock[-1] == "AS"


def test_the_documents_deal_singly_with_the_non_dealer_first() -> None:
    assert (DOCUMENTED.packet, DOCUMENTED.first_card_to) == (1, "non_dealer")


@pytest.mark.parametrize("rules", EVERY_WAY_TO_DEAL)
@pytest.mark.parametrize("dealer", SEATS)
@given(seed=st.integers(0, 2**32 - 1))
def test_dealing_order_is_the_pack_that_gives_the_deal(
    rules: Rules, dealer: Seat, seed: int
) -> None:
    pack = shuffled_pack(random.Random(seed))  # noqa: S311
    deal = rules.deal(pack, dealer)
    assert dealing_order(rules, deal, dealer) == pack
    # Given as hands and stock, the same deal comes of another pack for the other dealer.
    other_dealer: Seat = "south" if dealer == "north" else "north"
    assert rules.deal(dealing_order(rules, deal, other_dealer), other_dealer) == deal


def test_dealing_order_of_written_hands_begins_with_the_non_dealer() -> None:
    deal = dealt(north="KD QD 3H 5S 6S TS", south="JC 4C 9H 2D 7S 8S", stock="5H 9D")
    pack = dealing_order(DOCUMENTED, deal, "north")
    assert pack[:14] == cards("JC KD 4C QD 9H 3H 2D 5S 7S 6S 8S TS 5H 9D")


@pytest.mark.parametrize("top", ["2C", "TD", "AH", "JS"])
def test_trump_is_the_suit_of_the_card_that_shows(top: str) -> None:
    rest = [card for card in DECK if card != top]
    deal = Deal(BySeat(tuple(rest[:6]), tuple(rest[6:12])), (top, *rest[12:]))
    assert start_round(DOCUMENTED, deal, "north").trump == top[1]


def test_a_cut_trump_does_not_depend_on_the_card_that_shows() -> None:
    assert start_round(Rules(cut_trump="S"), DOCUMENTED.deal(DECK, "north"), "north").trump == "S"


@pytest.mark.parametrize(("dealer", "leader"), [("north", "south"), ("south", "north")])
def test_the_player_opposite_the_dealer_leads_first(dealer: Seat, leader: Seat) -> None:
    r = start_round(DOCUMENTED, DOCUMENTED.deal(DECK, dealer), dealer)
    assert r.first_leader == r.leader == DOCUMENTED.on_turn(r) == leader


WHOLE = DOCUMENTED.deal(DECK, "north")
NORTH, SOUTH, STOCK = WHOLE.hands.north, WHOLE.hands.south, WHOLE.stock


@pytest.mark.parametrize(
    "deal",
    [
        pytest.param(Deal(BySeat(NORTH[:5], SOUTH), STOCK), id="north-has-five"),
        pytest.param(Deal(BySeat(NORTH, SOUTH[:5]), STOCK), id="south-has-five"),
        pytest.param(Deal(BySeat(NORTH, SOUTH), STOCK[1:]), id="stock-of-39"),
        pytest.param(Deal(BySeat(NORTH, SOUTH), (*STOCK, "2C")), id="53-cards"),
        pytest.param(Deal(BySeat((*NORTH, STOCK[0]), SOUTH), STOCK[1:]), id="seven-and-39"),
        pytest.param(Deal(BySeat((*NORTH, SOUTH[0]), SOUTH[1:]), STOCK), id="seven-and-five"),
        pytest.param(Deal(BySeat(NORTH, SOUTH), (*STOCK[1:], NORTH[0])), id="a-card-twice"),
        pytest.param(Deal(BySeat(NORTH, SOUTH), (*STOCK[1:], "0C")), id="an-unknown-card"),
        pytest.param(Deal(BySeat((), ()), ()), id="no-cards"),
    ],
)
def test_what_is_not_the_pack_of_52_is_no_deal(deal: Deal) -> None:
    assert not DOCUMENTED.is_valid_deal(deal)
    with pytest.raises(ValueError, match="not a valid deal"):
        start_round(DOCUMENTED, deal, "north")


def test_a_whole_pack_is_a_deal() -> None:
    assert DOCUMENTED.is_valid_deal(WHOLE)
