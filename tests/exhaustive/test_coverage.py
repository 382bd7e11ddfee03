"""Every cell that can be reached is covered; the counts are derived here from the game alone."""

import json
import re
from collections.abc import Iterable, Iterator
from math import comb

import pytest
from click.testing import CliRunner, Result

from conformance.cli import coverage as coverage_command
from conformance.exhaustive.coverage import Covered, coverage
from conformance.exhaustive.rounds import GeneratedRound
from conformance.exhaustive.tier import Tier, shipped_tier

SUITS = "CDHS"
RANKS = "23456789TJQKA"
HANDS_OF_SIX = comb(6 + 3, 3)
HANDS_OF_SIX_TO_ONE = sum(comb(size + 3, 3) for size in range(1, 7))
REFUSABLE = {size: comb(size - 1 + 3, 3) - 1 for size in range(1, 7)}
"""Hands with the suit led and another: one card of the suit and any others, but not all of it."""

REACHABLE = {
    "tricks": 52 * 51 * 4 * 2,
    "follows-with-stock": HANDS_OF_SIX * 4 * 4,
    "follows-without-stock": HANDS_OF_SIX_TO_ONE * 4 * 4,
    "refusals-with-stock": REFUSABLE[6] * 4 * 4,
    "refusals-without-stock": sum(REFUSABLE.values()) * 4 * 4,
    "trick-numbers": 26 * 2 * 2,
    "captures": 52 * 2 * 4,
    "trick-points": 2 * 81,
    "awards": 2 * 2 * (2 * 2 * 2 * 3),
    "scores": 2 * (10 * 10 + 3) * (2 * 2 * 2 * 3),
}


def test_the_tables_are_these(tables: dict[str, Covered]) -> None:
    assert set(tables) == set(REACHABLE)


@pytest.mark.parametrize("key", REACHABLE)
def test_every_cell_that_can_be_reached_is_covered(key: str, tables: dict[str, Covered]) -> None:
    row = tables[key]
    assert row.missing == []
    assert len(row.table.cells) == len(row.covered) == REACHABLE[key]


@pytest.mark.parametrize(
    ("key", "all_cells"),
    [
        ("tricks", 52 * 52 * 4 * 2),
        ("refusals-with-stock", HANDS_OF_SIX * 16),
        ("refusals-without-stock", HANDS_OF_SIX_TO_ONE * 16),
        ("awards", 2 * 2 * 3**4),
        ("scores", 2 * 13 * 13 * 24),
    ],
)
def test_what_is_unreachable_makes_up_the_rest(
    key: str, all_cells: int, tables: dict[str, Covered]
) -> None:
    table = tables[key].table
    assert len(table.cells) + sum(table.unreachable.values()) == all_cells
    assert all(why and cells for why, cells in table.unreachable.items())


# --- the same, counted without the engine ---------------------------------------------------


def _tricks(made: GeneratedRound) -> Iterator[tuple[str, str, str, list[str], bool]]:
    """Leading seat, lead, follow, the follower's hand, whether there is a stock: played out on
    plain lists, with the winner taken from the seat that draws its own next cards."""
    hands = {seat: list(cards) for seat, cards in made.deal.hands.items()}
    stock = list(made.deal.stock)
    trump = stock[0][1]
    for lead, follow in zip(made.plays[::2], made.plays[1::2], strict=True):
        yield lead.seat, lead.card, follow.card, list(hands[follow.seat]), bool(stock)
        hands[lead.seat].remove(lead.card)
        hands[follow.seat].remove(follow.card)
        if lead.card[1] == follow.card[1]:
            follower_wins = RANKS.index(follow.card[0]) > RANKS.index(lead.card[0])
        else:
            follower_wins = follow.card[1] == trump
        order = [follow.seat, lead.seat] if follower_wins else [lead.seat, follow.seat]
        if stock:
            for seat in order:
                hands[seat].append(stock.pop(0))


def test_each_trick_of_two_cards_is_played_by_legal_plays(tier: Tier) -> None:
    seen = set()
    for made in tier.rounds:
        trump = made.deal.stock[0][1]
        for seat, lead, follow, hand, _ in _tricks(made):
            assert follow[1] == lead[1] or all(card[1] != lead[1] for card in hand)
            seen.add((seat, lead, follow, trump))
    assert len(seen) == 21_216


def test_each_class_of_hands_follows_and_is_refused_what_it_may_not_play(tier: Tier) -> None:
    followed, refused = set(), set()
    for made in tier.rounds:
        trump = made.deal.stock[0][1]
        for at, (_, lead, _, hand, stock) in enumerate(_tricks(made)):
            held = tuple(sum(card[1] == suit for card in hand) for suit in SUITS)
            followed.add((stock, held, lead[1], trump))
            wrong = made.attempts.get(2 * at + 1)
            if wrong:
                assert wrong in hand
                assert wrong[1] != lead[1]
                assert any(card[1] == lead[1] for card in hand)
                refused.add((stock, held, lead[1], trump))
    assert len(followed) == (84 + 209) * 16
    assert len(refused) == (55 + 120) * 16
    assert sum(len(made.attempts) for made in tier.rounds) == len(refused)


# --- cjack coverage -------------------------------------------------------------------------


def _shown(rows: Iterable[Covered], monkeypatch: pytest.MonkeyPatch, *options: str) -> Result:
    monkeypatch.setattr(coverage_command, "coverage", lambda tier: tuple(rows))
    return CliRunner().invoke(coverage_command.command, options, standalone_mode=False)


def test_the_tables_fit_a_terminal_of_80_columns(
    tables: dict[str, Covered], monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = _shown(tables.values(), monkeypatch)
    assert shown.return_value == 0
    assert max(map(len, shown.output.splitlines())) <= 80
    assert re.search(r"Lead, follow, trump, leading seat +21,216 +21,216\n", shown.output)
    assert "416 unreachable: a card does not follow itself" in shown.output


def test_the_tables_are_given_as_json_too(
    tables: dict[str, Covered], monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = _shown(tables.values(), monkeypatch, "--json")
    rows = {row["table"]: row for row in json.loads(shown.output)}
    assert {key: row["covered"] for key, row in rows.items()} == REACHABLE
    assert all(row["missing"] == [] for row in rows.values())


def test_what_is_missing_is_named_and_ends_with_status_1(
    tables: dict[str, Covered], monkeypatch: pytest.MonkeyPatch
) -> None:
    row = tables["captures"]
    lacking = Covered(row.table, row.covered - {("AS", "north", "H")})
    shown = _shown([lacking], monkeypatch)
    assert shown.return_value == 1
    assert "  missing: AS north H\n" in shown.output


def test_only_what_is_asked_counts() -> None:
    """Coverage is counted in the requests: of a single round there is little."""
    rows = {row.table.key: row for row in coverage(shipped_tier(("generated/0001",)))}
    assert len(rows["tricks"].covered) == 26
    assert len(rows["follows-with-stock"].covered) <= 20
    assert len(rows["captures"].covered) == 52
    assert len(rows["scores"].covered) == 1
