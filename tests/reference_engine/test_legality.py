"""Which cards may be played, what is refused and why, and that a refusal changes nothing."""

import copy
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Literal

import pytest

from reference_engine.cards import DECK
from reference_engine.play import Refused, play, start_round
from reference_engine.rules import Rules
from reference_engine.state import SEATS, Reason, Round, Seat, other

from .independent_judge import allowed_to_follow
from .positions import DOCUMENTED, after, cards, dealt, position

Follow = Literal["suit", "suit_or_trump", "suit_else_trump"]

DEAL = dealt(north="KD QD 3H 5S 6S TS", south="JC 4C 9H 2D 7S 8S", stock="5H 9C")

# Reading 10C or tc is the business of whoever calls the engine.
NON_CARDS = ("", "0C", "1S", "10C", "tc", "T♣", "AX", "AS ", "joker")


def dealt_position() -> Round:
    """Hearts are trumps, south is to lead."""
    return start_round(DOCUMENTED, DEAL, "north")


# --- the legal set -----------------------------------------------------------------------------


@pytest.mark.parametrize("trump", "CDHS")
def test_any_card_of_the_hand_may_be_led(trump: str) -> None:
    r = position(trump=trump, south="JC 4C 9H 2D 7S 8S", north="KD QD 3H 5S 6S TS")
    assert DOCUMENTED.legal(r) == cards("JC 4C 9H 2D 7S 8S")


@pytest.mark.parametrize("stock", ["", "AH 9D"])
@pytest.mark.parametrize(
    ("hand", "led", "legal"),
    [
        pytest.param("KD QD 3H 5S 6S TS", "2D", "KD QD", id="must-follow"),
        pytest.param("KD QD 3H 5S 6S TS", "KH", "3H", id="must-follow-trump"),
        pytest.param("KD QD 3H 5S 6S TS", "AD", "KD QD", id="even-where-it-cannot-win"),
        pytest.param("KD QD 3H 5S 6S TS", "JC", "KD QD 3H 5S 6S TS", id="void-plays-anything"),
        pytest.param("KD QD 5S", "3H", "KD QD 5S", id="void-in-trumps"),
        pytest.param("3H", "JC", "3H", id="last-card"),
    ],
)
def test_follow_suit_if_able_before_and_after_the_stock_is_gone(
    hand: str, led: str, legal: str, stock: str
) -> None:
    r = position(trump="H", north=hand, stock=stock, leader="south", led=led)
    assert DOCUMENTED.legal(r) == cards(legal)


@pytest.mark.parametrize(
    ("follow", "led", "legal"),
    [
        ("suit_or_trump", "2D", "KD QD 3H"),
        ("suit_or_trump", "JC", "KD QD 3H 5S"),
        ("suit_or_trump", "2H", "3H"),
        ("suit_else_trump", "2D", "KD QD"),
        ("suit_else_trump", "JC", "3H"),
        ("suit_else_trump", "2H", "3H"),
    ],
)
def test_the_published_variants_depart_in_what_may_follow(
    follow: Follow, led: str, legal: str
) -> None:
    r = position(trump="H", north="KD QD 3H 5S", leader="south", led=led)
    assert Rules(follow=follow).legal(r) == cards(legal)


def test_a_card_just_drawn_counts_for_following() -> None:
    # North, void in clubs, discards on the jack and draws the nine of clubs.
    r = after(dealt_position(), "JC TS 4C")
    assert DOCUMENTED.legal(r) == cards("9C")


def test_nothing_is_legal_when_the_round_is_over() -> None:
    r = after(position(trump="H", south="4C", north="5C"), "4C 5C")
    assert DOCUMENTED.on_turn(r) is None
    assert DOCUMENTED.legal(r) == ()


def every_holding() -> Iterator[tuple[str, ...]]:
    """One hand for each way to hold 1 to 6 cards by suit, high and low ranks by turns."""
    ranks = "2AT3K9"
    for counts in product(range(7), repeat=4):
        if 1 <= sum(counts) <= 6:
            yield tuple(
                rank + suit
                for suit, count in zip("CDHS", counts, strict=True)
                for rank in ranks[:count]
            )


def test_there_are_209_holdings_of_one_to_six_cards() -> None:
    # Ways to write n as four counts: 4, 10, 20, 35, 56 and 84 for n from 1 to 6.
    assert len(set(every_holding())) == 4 + 10 + 20 + 35 + 56 + 84


@pytest.mark.parametrize("follow", ["suit", "suit_or_trump", "suit_else_trump"])
@pytest.mark.parametrize("trump", "CDHS")
@pytest.mark.parametrize("led_suit", "CDHS")
def test_the_legal_set_for_every_holding(led_suit: str, trump: str, follow: Follow) -> None:
    rules = Rules(follow=follow)
    for follower, hand, stock in product(SEATS, every_holding(), ("", "5C 6C")):
        r = position(trump=trump, stock=stock, leader=other(follower), led="7" + led_suit)
        r = replace(r, hands=r.hands.put(follower, hand))
        wanted = allowed_to_follow(hand, led_suit, trump, follow)
        assert len(rules.legal(r)) == len(wanted), (follower, hand, stock)
        assert set(rules.legal(r)) == wanted, (follower, hand, stock)
        taken = {card for card in hand if isinstance(play(rules, r, follower, card), Round)}
        assert taken == wanted, (follower, hand, stock)


@pytest.mark.parametrize("leader", SEATS)
def test_every_holding_may_lead_whatever_it_holds(leader: Seat) -> None:
    for hand, trump in product(every_holding(), "CDHS"):
        r = position(trump=trump, leader=leader)
        r = replace(r, hands=r.hands.put(leader, hand))
        assert DOCUMENTED.legal(r) == hand


# --- refusals ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("played", "seat", "card", "reasons"),
    [
        pytest.param("2D", "north", "3H", {"must-follow-suit"}, id="trump-on-a-led-suit"),
        pytest.param("2D", "north", "5S", {"must-follow-suit"}, id="discard-on-a-led-suit"),
        pytest.param("", "north", "KD", {"not-your-turn"}, id="before-the-lead"),
        pytest.param("2D", "south", "7S", {"not-your-turn"}, id="twice-to-a-trick"),
        pytest.param("2D KD", "south", "JC", {"not-your-turn"}, id="the-loser-leads"),
        pytest.param("", "south", "AC", {"card-not-in-hand"}, id="card-of-the-stock"),
        pytest.param("", "south", "5H", {"card-not-in-hand"}, id="top-of-the-stock"),
        pytest.param("", "south", "KD", {"card-not-in-hand"}, id="card-of-the-other-hand"),
        pytest.param("2D KD", "north", "KD", {"card-not-in-hand"}, id="card-played-before"),
        pytest.param("2D", "north", "2D", {"card-not-in-hand"}, id="card-on-the-table"),
        pytest.param("", "north", "AC", {"not-your-turn", "card-not-in-hand"}, id="two-reasons"),
    ],
)
def test_why_a_play_is_refused(played: str, seat: Seat, card: str, reasons: set[Reason]) -> None:
    refusal = play(DOCUMENTED, after(dealt_position(), played), seat, card)
    assert isinstance(refusal, Refused)
    assert set(refusal.reasons) == reasons


@pytest.mark.parametrize("card", NON_CARDS)
def test_what_is_no_card_is_refused_as_unknown(card: str) -> None:
    for seat in SEATS:
        refusal = play(DOCUMENTED, dealt_position(), seat, card)
        assert isinstance(refusal, Refused)
        assert "unknown-card" in refusal.reasons


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("card", [*DECK[:3], "0C"])
def test_after_the_last_trick_every_play_is_refused(seat: Seat, card: str) -> None:
    r = after(position(trump="H", south="4C", north="5C"), "4C 5C")
    refusal = play(DOCUMENTED, r, seat, card)
    assert isinstance(refusal, Refused)
    assert "round-over" in refusal.reasons


def test_after_a_refusal_the_position_is_as_before_and_the_right_play_goes_on() -> None:
    r = after(dealt_position(), "2D")
    before = copy.deepcopy(r)
    attempts: list[tuple[Seat, str]] = [("north", "3H"), ("south", "7S"), ("north", "0C")]
    for seat, card in attempts:
        assert isinstance(play(DOCUMENTED, r, seat, card), Refused)
        assert r == before
    assert DOCUMENTED.on_turn(r) == "north"
    assert DOCUMENTED.legal(r) == cards("KD QD")
    r = after(r, "KD")
    assert r.tricks[0].winner == "north"
    assert r.hands.north == cards("QD 3H 5S 6S TS 5H")
