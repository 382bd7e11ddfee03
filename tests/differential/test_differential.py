"""`python -m conformance.differential`: engines that play the same random matches."""

import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from conformance.differential.__main__ import command
from conformance.differential.agreement import compare
from conformance.differential.matches import Terms, random_match
from conformance.errors import AdapterError
from conformance.grading.claims import CLASSES, Claims
from conformance.kits import find_kit, write_kit

REFERENCE = f"{sys.executable} -m reference_engine"
EVERYTHING = Claims(
    frozenset({"full", "simplified"}),
    frozenset({"refusals", "deals_from_deck", "start_scores"}),
    frozenset(CLASSES),
)
BARE = Claims(frozenset({"full"}), frozenset(), frozenset(CLASSES))


def faulty(fault: str) -> str:
    return f"{sys.executable} -m conformance.faults {fault}"


def run(*words: str) -> Result:
    return CliRunner().invoke(command, ["--jobs", "1", *words], standalone_mode=False)


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The engine of the Python kit, which shares no code with the reference engine."""
    folder = tmp_path_factory.mktemp("kit") / "adapter"
    write_kit(find_kit("python"), folder, example=True)
    return f"{sys.executable} {folder / 'adapter.py'}"


def test_engines_that_are_right_agree(example: str) -> None:
    done = run("--matches", "20", REFERENCE, example)
    assert done.return_value == 0
    assert "agrees   reference-engine: 20 matches" in done.output
    assert "agrees   example-python: 20 matches" in done.output


def test_where_the_loser_draws_first_one_trick_tells() -> None:
    done = run("--matches", "5", REFERENCE, faulty("draw.loser-first"))
    assert done.return_value == 1
    agreeing, differing = done.output.split("DIFFERS")
    assert "agrees   reference-engine: 5 matches" in agreeing
    assert "in 5 of 5 matches" in differing
    # The draws of the first trick are the other way about.
    assert "the draws after the trick" in differing
    assert "round 1, trick 1" in differing


def test_an_adapter_that_dies_disagrees(tmp_path: Path) -> None:
    script = tmp_path / "dies.py"
    script.write_text(
        "import json\n"
        "asked = json.loads(input())\n"
        "about = {'protocol': 1, 'implementation': {'name': 'dies'}, 'scoring': ['full']}\n"
        "print(json.dumps({'id': asked['id'], **about}), flush=True)\n"
        "input()\n"
    )
    (tally,) = compare([(sys.executable, str(script))], seed=1, numbers=[1])
    assert tally.disagreements[0].message.startswith("crash")
    assert tally.disagreements[0].cut is None


def test_an_adapter_that_is_not_there_is_named() -> None:
    done = run("--matches", "1", "--jobs", "2", "no-such-adapter")
    assert isinstance(done.exception, AdapterError)
    assert "no-such-adapter" in done.exception.message


def test_without_adapters_there_is_nothing_to_do() -> None:
    done = run("--matches", "1")
    assert "no adapters" in str(done.exception)


def test_a_match_is_made_from_its_seed_and_number() -> None:
    terms = Terms.of(EVERYTHING)
    assert random_match(1, 7, terms) == random_match(1, 7, terms)
    assert random_match(1, 7, terms) != random_match(1, 8, terms)
    assert random_match(1, 7, terms) != random_match(2, 7, terms)


def test_matches_are_whole_and_of_every_kind() -> None:
    made = [random_match(1, number, Terms.of(EVERYTHING)) for number in range(1, 41)]
    assert all(played.shown.winner for played in made)
    assert {played.staged.match.scoring for played in made} == {"full", "simplified"}
    assert {played.traced for played in made} == {True, False}
    rounds = [asked for played in made for asked in played.staged.match.rounds]
    assert {asked.deal is None for asked in rounds} == {True, False}
    shown = [each for played in made for each in played.shown.rounds]
    reasons = {reason for each in shown for play in each.plays for reason in play.reasons}
    assert reasons == {
        "must-follow-suit", "not-your-turn", "card-not-in-hand", "unknown-card", "round-over",
    }  # fmt: skip


def test_nothing_is_asked_that_was_not_announced() -> None:
    for number in range(1, 21):
        match = random_match(1, number, Terms.of(BARE)).staged.match
        assert match.scoring == "full"
        assert (match.scores.north, match.scores.south) == (0, 0)
        assert all(asked.deal is not None and len(asked.plays) == 52 for asked in match.rounds)


def test_without_the_class_match_single_rounds_are_played() -> None:
    rounds_only = Claims(frozenset({"full"}), frozenset({"start_scores"}), frozenset())
    for number in range(1, 11):
        match = random_match(1, number, Terms.of(rounds_only)).staged.match
        assert len(match.rounds) == 1
        assert (match.scores.north, match.scores.south) == (0, 0)
