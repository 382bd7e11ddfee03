"""The rounds are generated, and come out the same every time."""

from conformance.dice import Dice
from conformance.exhaustive.generate import generated, rounds_text
from conformance.exhaustive.rounds import ROUNDS, shipped_rounds
from conformance.exhaustive.scores import read_index, shipped_index, takers, write_index

SOME = 12


def test_the_first_rounds_come_out_again_byte_for_byte() -> None:
    again = rounds_text(list(generated(SOME)))
    assert ROUNDS.read_text(encoding="ascii").startswith(again)
    assert again.count("\n") == SOME + 3


def test_the_dice_use_nothing_but_the_generator_whose_numbers_are_fixed() -> None:
    # Random(0).random() begins 0.8444…, 0.7579…, 0.4205… in every version of Python.
    dice = Dice(0)
    assert [dice.below(100) for _ in range(3)] == [84, 75, 42]
    assert sorted(Dice(1).shuffled(range(52))) == list(range(52))


def test_the_whole_is_small_on_disk() -> None:
    assert ROUNDS.stat().st_size < 250_000
    assert len(shipped_rounds()) < 1_500


def test_the_index_names_rounds_whose_awards_fall_so() -> None:
    index = shipped_index()
    assert len(index) == 2 * 2 * 24
    for (mode, dealer, fall), number in index.items():
        made = shipped_rounds()[number - 1]
        assert (made.dealer, takers(made, mode)) == (dealer, fall)


def test_the_index_reads_back_as_it_was_written() -> None:
    index = shipped_index()
    assert read_index(write_index(index).splitlines()) == index
