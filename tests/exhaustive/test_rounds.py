"""A generated round is one short line, and reads back as what it says."""

import pytest

from conformance.exhaustive.rounds import (
    LETTERS,
    ROUNDS,
    GeneratedRound,
    read_line,
    read_rounds,
    shipped_rounds,
    write_line,
)
from reference_engine.cards import DECK
from reference_engine.replay import Attempt
from reference_engine.state import BySeat, Deal

# North deals and holds 2C to 7C, south 8C to KC; the stock is the rest in deck order. South
# leads 8C, north tries 2D, which it does not hold, and follows with 2C; south has won and leads.
PLAYS = "G!NA" + "HB" + LETTERS[8:13] + LETTERS[2:6] + LETTERS[13:]
LINE = f"N {LETTERS[:6]} {LETTERS[6:12]} {LETTERS[12:]} {PLAYS}"


def test_letters_stand_for_cards_in_deck_order() -> None:
    read = read_line(LINE, 7)
    assert read.number == 7
    assert read.dealer == "north"
    assert read.deal.hands.north == ("2C", "3C", "4C", "5C", "6C", "7C")
    assert read.deal.hands.south == ("8C", "9C", "TC", "JC", "QC", "KC")
    assert read.deal.stock[:3] == ("AC", "2D", "3D")
    assert read.deal.stock[-1] == "AS"


def test_seats_play_by_turns_and_a_refused_attempt_stands_before_the_right_play() -> None:
    read = read_line(LINE, 1)
    assert read.steps()[:4] == (
        Attempt("south", "8C"),
        Attempt("north", "2D"),
        Attempt("north", "2C"),
        Attempt("south", "9C"),
    )
    assert read.steps(refusals=False)[:3] == (
        Attempt("south", "8C"),
        Attempt("north", "2C"),
        Attempt("south", "9C"),
    )
    assert len(read.steps()) == 53
    assert len(read.steps(refusals=False)) == 52


def test_a_plus_lets_the_same_seat_play_again() -> None:
    read = read_line(LINE.replace("!NAHB", "A+HB"), 1)
    assert [play.seat for play in read.plays[:4]] == ["south", "north", "north", "south"]


def test_what_is_written_reads_back_the_same() -> None:
    deal = Deal(BySeat(DECK[:6], DECK[6:12]), DECK[12:])
    plays = tuple(Attempt("south" if at % 4 in (0, 3) else "north", DECK[at]) for at in range(52))
    made = GeneratedRound(3, "north", deal, plays, {0: "AS", 51: "2C"})
    assert read_line(write_line(made), 3) == made


def test_every_shipped_line_is_what_its_round_is_written_as() -> None:
    lines = ROUNDS.read_text(encoding="ascii").splitlines()
    written = [line for line in lines if not line.startswith("#")]
    assert [write_line(made) for made in shipped_rounds()] == written
    assert "python -m conformance.exhaustive.generate" in lines[0]


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("", "is not written as a round"),
        (LINE.replace("N ", "E ", 1), "is not written as a round"),
        (LINE.replace("G!N", "G!?"), "is not written as a round"),
        (LINE[:-1], "does not deal and play the 52 cards"),
        (LINE.replace(" ABC", " ABB", 1), "does not deal and play the 52 cards"),
    ],
)
def test_a_line_that_is_no_round_is_told_by_its_number(line: str, fault: str) -> None:
    with pytest.raises(ValueError, match=f"round 2 {fault}"):
        read_rounds(["# a comment", LINE, line])
