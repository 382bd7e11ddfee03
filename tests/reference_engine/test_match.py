"""Running scores, who wins a match and when, and who deals next."""

from typing import Literal

import pytest

from reference_engine.play import finish_round
from reference_engine.rules import Rules
from reference_engine.state import (
    SEATS,
    Awards,
    BySeat,
    Match,
    RoundResult,
    ScoringMode,
    Seat,
    other,
)

from .positions import DOCUMENTED, round_taken

COUNTING_ORDER = Rules(both_reach_target="counting_order")

Totals = tuple[int, int]
Rotation = Literal["alternate", "winner_deals", "loser_deals", "same_dealer"]

SEAT_OF: dict[str, Seat | None] = {"N": "north", "S": "south", "-": None}
MIRRORED = str.maketrans("NS", "SN")


def awards_to(takers: str) -> Awards:
    """High, low, jack and game to these: ``NSS-`` gives north high, and game to nobody."""
    return Awards(*(SEAT_OF[taker] for taker in takers))


def outcome(rules: Rules, before: Totals, takers: str) -> tuple[Totals, Seat | None]:
    """The running scores after a round with these awards, and who has won the match."""
    m = Match("full", "north", BySeat(*before), rounds_played=3)
    awards = awards_to(takers)
    scores = rules.new_scores(m, round_taken((), trump="H"), awards)
    result = RoundResult(BySeat(13, 13), BySeat(40, 40), awards, scores)
    return (scores.north, scores.south), rules.match_winner(m, result)


# Before, awards, after; the winner by the higher total and by the counting order. No case can
# turn on jack being counted before game: whoever these two bring to ten stand level there.
MATCHES = [
    pytest.param((0, 0), "NNNN", (4, 0), "-", "-", id="nobody-there"),
    pytest.param((5, 8), "NNNN", (9, 8), "-", "-", id="nine-is-not-enough"),
    pytest.param((6, 0), "NNNN", (10, 0), "N", "N", id="ten-wins"),
    pytest.param((9, 3), "NSSS", (10, 6), "N", "N", id="one-point-is-enough"),
    pytest.param((8, 0), "NNNS", (11, 1), "N", "N", id="overshoot-to-11"),
    pytest.param((9, 0), "NNNN", (13, 0), "N", "N", id="overshoot-to-13"),
    pytest.param((6, 9), "NNNN", (10, 9), "N", "N", id="from-behind"),
    pytest.param((9, 9), "SSSS", (9, 13), "S", "S", id="one-seat-there-of-two-at-nine"),
    pytest.param((7, 9), "NNNS", (10, 10), "-", "-", id="tie-10-10"),
    pytest.param((9, 7), "NSSS", (10, 10), "-", "-", id="tie-10-10-high-counted-first"),
    pytest.param((9, 9), "NSNS", (11, 11), "-", "-", id="tie-11-11"),
    pytest.param((9, 8), "NSSS", (10, 11), "S", "N", id="10-11-north-there-first"),
    pytest.param((8, 9), "NNNS", (11, 10), "N", "N", id="11-10-north-there-first"),
    pytest.param((8, 9), "SNNN", (11, 10), "N", "S", id="11-10-south-there-first"),
    pytest.param((9, 8), "SSNN", (11, 10), "N", "S", id="11-10-south-there-at-low"),
    pytest.param((8, 9), "NNSN", (11, 10), "N", "N", id="11-10-north-there-at-low"),
    pytest.param((9, 9), "NSSS", (10, 12), "S", "N", id="10-12-high-decides"),
    pytest.param((9, 9), "NNSN", (12, 10), "N", "N", id="12-10-both-readings"),
    pytest.param((9, 9), "NSN-", (11, 10), "N", "N", id="11-10-game-to-nobody"),
    pytest.param((9, 9), "NSS-", (10, 11), "S", "N", id="10-11-game-to-nobody"),
    # A tie is played off by whole rounds; here the higher total decides in both readings.
    pytest.param((10, 10), "NNSS", (12, 12), "-", "-", id="tie-12-12"),
    pytest.param((10, 10), "NSSS", (11, 13), "S", "S", id="tie-ends-11-13"),
    pytest.param((10, 10), "NSS-", (11, 12), "S", "S", id="tie-ends-11-12"),
    pytest.param((10, 10), "SSSS", (10, 14), "S", "S", id="tie-ends-10-14"),
    pytest.param((11, 11), "NSNS", (13, 13), "-", "-", id="tie-13-13"),
    pytest.param((12, 12), "SNNN", (15, 13), "N", "N", id="tie-ends-15-13"),
]


@pytest.mark.parametrize("mirrored", [False, True], ids=["", "seats-swapped"])
@pytest.mark.parametrize(("before", "awards", "after", "by_total", "by_counting"), MATCHES)
def test_who_has_won_after_a_round(
    before: Totals, awards: str, after: Totals, by_total: str, by_counting: str, mirrored: bool
) -> None:
    if mirrored:
        before, after = before[::-1], after[::-1]
        awards, by_total, by_counting = (
            seats.translate(MIRRORED) for seats in (awards, by_total, by_counting)
        )
    assert outcome(DOCUMENTED, before, awards) == (after, SEAT_OF[by_total])
    assert outcome(COUNTING_ORDER, before, awards) == (after, SEAT_OF[by_counting])


@pytest.mark.parametrize(("before", "winner"), [((6, 3), "north"), ((3, 3), None)])
def test_foster_plays_to_seven(before: Totals, winner: Seat | None) -> None:
    assert outcome(Rules(target=7), before, "NNSS")[1] == winner


# --- a finished round in a match ---------------------------------------------------------------

# Two whole suits each: 40 trick points and 13 tricks, so game goes to nobody.
CLUBS_AND_HEARTS = tuple(rank + suit for suit in "CH" for rank in "23456789TJQKA")


@pytest.mark.parametrize("mode", ["full", "simplified"])
def test_a_finished_round_moves_the_match_on(mode: ScoringMode) -> None:
    r = round_taken(CLUBS_AND_HEARTS, trump="H", dealer="north")
    m, result = finish_round(DOCUMENTED, Match(mode, "north", BySeat(5, 6), rounds_played=2), r)
    assert result.tricks == BySeat(13, 13)
    assert result.trick_points == BySeat(40, 40)
    assert result.awards == awards_to("NNN-")
    assert result.scores == BySeat(8, 6)
    assert m == Match(mode, "south", BySeat(8, 6), rounds_played=3, winner=None)


def test_a_round_that_reaches_ten_wins_the_match() -> None:
    r = round_taken(CLUBS_AND_HEARTS, trump="C", dealer="south")
    m, _ = finish_round(DOCUMENTED, Match("full", "south", BySeat(7, 9)), r)
    assert m.scores == BySeat(10, 9)
    assert m.winner == "north"


def test_trick_points_never_enter_the_running_score() -> None:
    # North has all 80 trick points and all four awards: 4 game points.
    everything = tuple(rank + suit for suit in "CDHS" for rank in "23456789TJQKA")
    m, result = finish_round(DOCUMENTED, Match("full", "north"), round_taken(everything, trump="S"))
    assert result.trick_points == BySeat(80, 0)
    assert m.scores == BySeat(4, 0)
    assert m.winner is None


# --- the next dealer ---------------------------------------------------------------------------


@pytest.mark.parametrize("dealer", SEATS)
@pytest.mark.parametrize(
    ("rotation", "awards", "next_dealer"),
    [
        ("alternate", "NNNN", "the other"),
        ("alternate", "SSSN", "the other"),
        ("alternate", "NSNS", "the other"),
        ("winner_deals", "NNNS", "north"),
        ("winner_deals", "SSN-", "south"),
        ("winner_deals", "NSNS", "the other"),
        ("loser_deals", "NNNS", "south"),
        ("loser_deals", "SSN-", "north"),
        ("loser_deals", "SNNS", "the other"),
        ("same_dealer", "NNNN", "the same"),
        ("same_dealer", "SSSN", "the same"),
        ("same_dealer", "NSNS", "the same"),
    ],
)
def test_who_deals_next(rotation: Rotation, awards: str, next_dealer: str, dealer: Seat) -> None:
    rules = Rules(dealer_rotation=rotation)
    wanted = {"the same": dealer, "the other": other(dealer)}.get(next_dealer, next_dealer)
    # South is ahead in the match: the winner of the round is meant, not of the match.
    m = Match("full", dealer, BySeat(1, 5))
    given = awards_to(awards)
    result = RoundResult(BySeat(26, 0), BySeat(80, 0), given, BySeat(5, 5))
    assert rules.next_dealer(m, round_taken((), trump="H", dealer=dealer), result) == wanted
