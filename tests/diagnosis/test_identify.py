"""What an engine plays, found without a declaration."""

import subprocess
import sys
from dataclasses import replace

import pytest

from conformance.diagnosis.apart import apart
from conformance.diagnosis.identify import Identified, identify
from conformance.faults.serve import engine
from conformance.rulebook import load_rulebook, with_fields
from conformance.scenarios.load import shipped_suite
from reference_engine.adapter import Announcement
from reference_engine.rules import Rules
from reference_engine.state import Round, Seat

BOOK = load_rulebook()
SCENARIOS = shipped_suite().scenarios
SILENT = Announcement(rulings=False)


def _identified(rules: Rules) -> Identified:
    return identify(SCENARIOS, engine(rules, SILENT), BOOK)


READINGS = [
    {},
    {"trick_point_tie": "dealer", "dealer_rotation": "winner_deals"},
    {"trick_count_tie": "most_trick_points", "first_card_to": "dealer"},
    {"both_reach_target": "counting_order", "dealer_rotation": "same_dealer"},
]


@pytest.mark.parametrize("reading", READINGS, ids=str)
def test_the_options_of_an_undeclared_reading_are_found(reading: dict[str, str]) -> None:
    found = _identified(with_fields(Rules(), reading))
    assert found.variant is None
    assert found.agrees == found.asked
    wanted = {name: ruling.default for name, ruling in BOOK.rulings.items()} | reading
    assert {r.ruling: r.option for r in found.readings} == wanted
    assert not any(r.mixes for r in found.readings)


@pytest.mark.parametrize("name", list(BOOK.variants))
def test_a_variant_is_recognised(name: str) -> None:
    variant = BOOK.variants[name]
    found = _identified(with_fields(Rules(), variant.fields))
    assert found.variant == variant
    assert found.agrees == found.asked
    assert found.documented < found.asked


class Mixing(Rules):
    """Gives a tie in trick points to north as dealer and to nobody otherwise."""

    def trick_point_tie_award(self, r: Round) -> Seat | None:
        return "north" if r.dealer == "north" else None


def test_an_engine_that_mixes_options_is_told() -> None:
    readings = {r.ruling: r for r in _identified(Mixing()).readings}
    assert readings["trick_point_tie"].mixes
    assert not readings["dealer_rotation"].mixes


def test_the_fewest_plays_between_readings_of_a_tie_are_a_whole_round() -> None:
    found = apart(Rules(), replace(Rules(), trick_point_tie="dealer"), SCENARIOS)
    assert found is not None
    assert (found.plays, found.difference.field) == (52, "result.awards.game")


def test_following_or_trumping_shows_in_the_first_legal_set() -> None:
    found = apart(Rules(), replace(Rules(), follow="suit_or_trump"), SCENARIOS)
    assert found is not None
    assert (found.plays, found.difference.field) == (2, "legal")


def test_who_gets_the_first_card_shows_before_any_play() -> None:
    found = apart(Rules(), replace(Rules(), first_card_to="dealer"), SCENARIOS)
    assert found is not None
    assert (found.plays, found.difference.field) == (0, "dealt")


def test_the_same_rules_are_not_told_apart() -> None:
    assert apart(Rules(), Rules(), SCENARIOS[:40]) is None


def _cjack(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "conformance", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_identify_as_a_program() -> None:
    adapter = [sys.executable, "-m", "reference_engine", "--dealer-rotation", "loser_deals"]
    done = _cjack("identify", "--", *adapter, "--undeclared")
    assert done.returncode == 0, done.stderr
    assert "plays the documented rules in all" in done.stdout
    assert "dealer_rotation: loser_deals" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_apart_as_a_program() -> None:
    done = _cjack("apart", "documented", "netplaces")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("2 plays")
    unknown = _cjack("apart", "documented", "whist")
    assert unknown.returncode == 2
    assert "whist is no reading, variant or fault" in unknown.stderr
