"""The rulebook as values: clauses, rulings, variants, and readings that differ in one point."""

from dataclasses import replace

import pytest

from conformance.rulebook import Clause, with_fields
from reference_engine.rules import Rules
from tests.conformance.making import BOOK

RULINGS = {
    "trick_point_tie": ["nobody", "non_dealer", "dealer"],
    "trick_count_tie": ["nobody", "non_dealer", "dealer", "most_trick_points"],
    "both_reach_target": ["higher_score", "counting_order"],
    "dealer_rotation": ["alternate", "winner_deals", "loser_deals", "same_dealer"],
    "first_card_to": ["non_dealer", "dealer"],
}


def test_a_clause_is_read_with_its_sources_and_what_shows_it() -> None:
    clause = BOOK.clauses["draw.winner-first"]
    assert clause.status == "stated"
    assert clause.classes == ("trick-play",)
    assert {source.edition for source in clause.sources} == {"fil", "af", "sw", "uk", "hi"}
    assert clause.observed_with == (("draws",), ("hands",), ("legal_plays",), ("refusals",))


def test_an_open_clause_names_the_ruling_or_the_protocol_that_settles_it() -> None:
    assert BOOK.clauses["award.trick-point-tie"].ruling == "trick_point_tie"
    assert BOOK.clauses["play.illegal-refused"].ruling is None
    assert BOOK.clauses["play.illegal-refused"].settled


def test_the_rulings_have_their_options_the_default_first() -> None:
    assert {name: list(ruling.options) for name, ruling in BOOK.rulings.items()} == RULINGS
    for name, ruling in BOOK.rulings.items():
        assert ruling.default == RULINGS[name][0] == getattr(Rules(), name)


@pytest.mark.parametrize(
    ("announced", "seen"),
    [
        ((), False),
        (("legal_plays",), False),
        (("draws", "hands"), True),
        (("draws", "hands", "views"), True),
        (("refusals",), True),
    ],
)
def test_a_clause_is_observed_with_any_of_its_alternatives(
    announced: tuple[str, ...], seen: bool
) -> None:
    clause = replace(_plain_clause(), observed_with=(("draws", "hands"), ("refusals",)))
    assert clause.is_observed_with(frozenset(announced)) is seen


def test_a_clause_that_asks_for_nothing_is_always_observed() -> None:
    assert _plain_clause().is_observed_with(frozenset())


def _plain_clause() -> Clause:
    return Clause("a.clause", "Something holds.", "stated", ("trick-play",), ())


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("draw.winner-frist", "draw.winner-first"),
        ("trick.highest-of-suit", "trick.highest-of-led-suit"),
        ("winner-leads", "lead.winner-leads"),
    ],
)
def test_the_nearest_clause_is_the_one_that_may_be_meant(written: str, meant: str) -> None:
    assert BOOK.nearest(written) == meant


@pytest.mark.parametrize("written", ["", "♥", "zzzzzzzzzzzz"])
def test_there_is_a_nearest_clause_to_anything(written: str) -> None:
    assert BOOK.nearest(written) in BOOK.clauses


def test_other_readings_differ_in_one_ruling_or_are_a_variant() -> None:
    found = dict(BOOK.other_readings(Rules()))
    others = [f"{name} {o}" for name, options in RULINGS.items() for o in options[1:]]
    variants = [f"the variant {variant.title}" for variant in BOOK.variants.values()]
    assert list(found) == others + variants
    assert found["first_card_to dealer"] == Rules(first_card_to="dealer")
    assert found["the variant Netplaces"] == Rules(
        follow="suit_else_trump", both_reach_target="counting_order"
    )


def test_other_readings_are_other_than_the_one_that_is_held_to() -> None:
    held = Rules(trick_point_tie="dealer")
    found = dict(BOOK.other_readings(held))
    assert "trick_point_tie dealer" not in found
    assert found["trick_point_tie nobody"] == Rules()
    assert found["first_card_to dealer"] == Rules(trick_point_tie="dealer", first_card_to="dealer")


def test_fields_that_the_rules_do_not_have_are_named() -> None:
    assert with_fields(Rules(), {"packet": 3}) == Rules(packet=3)
    with pytest.raises(ValueError, match="no such fields of Rules: paket"):
        with_fields(Rules(), {"paket": 3})
