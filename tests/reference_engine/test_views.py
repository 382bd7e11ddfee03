"""What the seat on turn may see, and what is hidden from it."""

from reference_engine.play import start_round
from reference_engine.state import Round

from .positions import DOCUMENTED, after, cards, dealt, one_card_each, position

DEAL = dealt(north="KD QD 3H 5S 6S TS", south="JC 4C 9H 2D 7S 8S", stock="5H 9C AS")


def dealt_position() -> Round:
    return start_round(DOCUMENTED, DEAL, "north")


def test_the_leader_sees_its_hand_and_the_top_of_a_stock_of_forty() -> None:
    assert DOCUMENTED.sees(dealt_position()) == {
        "hand": list(cards("JC 4C 9H 2D 7S 8S")),
        "stock_top": "5H",
        "stock_count": 40,
        "trick": [],
    }


def test_the_follower_sees_its_hand_and_the_card_that_was_led() -> None:
    assert DOCUMENTED.sees(after(dealt_position(), "2D")) == {
        "hand": list(cards("KD QD 3H 5S 6S TS")),
        "stock_top": "5H",
        "stock_count": 40,
        "trick": ["2D"],
    }


def test_after_the_draws_the_next_card_shows_and_the_table_is_clear() -> None:
    assert DOCUMENTED.sees(after(dealt_position(), "2D KD")) == {
        "hand": list(cards("QD 3H 5S 6S TS 5H")),
        "stock_top": "AS",
        "stock_count": 38,
        "trick": [],
    }


def test_without_a_stock_there_is_no_top_card() -> None:
    seen = DOCUMENTED.sees(position(trump="H", south="JC 4C", north="KD QD"))
    assert (seen["stock_top"], seen["stock_count"]) == (None, 0)
    assert seen["hand"] == ["JC", "4C"]


def test_when_the_round_is_over_nobody_is_on_turn_and_nothing_is_shown() -> None:
    r = after(one_card_each("south", "JC", "KC", trump="H"), "JC KC")
    assert DOCUMENTED.sees(r) == {"hand": [], "stock_top": None, "stock_count": 0, "trick": []}
    assert DOCUMENTED.hidden(r, DOCUMENTED.on_turn(r)) == frozenset()


def test_after_the_deal_the_other_hand_and_the_stock_below_its_top_are_hidden() -> None:
    r = dealt_position()
    below_top = DEAL.stock[1:]
    assert len(below_top) == 39
    assert DOCUMENTED.hidden(r, "south") == {*cards("KD QD 3H 5S 6S TS"), *below_top}
    assert DOCUMENTED.hidden(r, "north") == {*cards("JC 4C 9H 2D 7S 8S"), *below_top}


def test_a_card_is_hidden_no_more_once_it_is_on_the_table_or_captured() -> None:
    r = after(dealt_position(), "2D")
    assert "2D" not in DOCUMENTED.hidden(r, "north")
    r = after(r, "KD")
    assert not {"2D", "KD"} & (DOCUMENTED.hidden(r, "north") | DOCUMENTED.hidden(r, "south"))


def test_cards_drawn_from_the_face_up_stock_are_hidden_from_nobody() -> None:
    # North drew the five of hearts, south the nine of clubs; the ace of spades shows now.
    r = after(dealt_position(), "2D KD")
    below_top = DEAL.stock[3:]
    assert DOCUMENTED.hidden(r, "south") == {*cards("QD 3H 5S 6S TS"), *below_top}
    assert DOCUMENTED.hidden(r, "north") == {*cards("JC 4C 9H 7S 8S"), *below_top}
