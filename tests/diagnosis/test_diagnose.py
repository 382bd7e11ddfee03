"""A failing engine is told by name."""

import pytest

from conformance.diagnosis.accuracy import blind_runs
from conformance.diagnosis.apart import EVERYTHING
from conformance.diagnosis.candidates import both, candidates, serve
from conformance.diagnosis.diagnose import Explanation, diagnose, observations
from conformance.faults.catalogue import all_faults
from conformance.grading.claims import claims_of
from conformance.plans import Plans
from conformance.rulebook import load_rulebook
from conformance.runner import Options, run_suite
from conformance.scenarios.load import shipped_suite
from reference_engine.cards import suit_of
from reference_engine.rules import Rules
from reference_engine.state import Round, Seat

FAULTS = all_faults()
BOOK = load_rulebook()
SCENARIOS = shipped_suite().scenarios
PLANS = Plans()


def _diagnosed(rules: Rules) -> list[Explanation]:
    """The explanations for an engine that declares the defaults and plays by ``rules``."""
    engine = serve(rules, EVERYTHING)
    hello = engine.greet()
    run = run_suite(SCENARIOS, lambda: engine, BOOK, Options(), PLANS)
    seen = observations(run.outcomes, SCENARIOS, claims_of(hello), Rules(), PLANS)
    return diagnose(seen, EVERYTHING, Rules(), BOOK)


def test_nearly_every_fault_is_named_first() -> None:
    blind = list(blind_runs(list(FAULTS.values())[::80]))
    assert sum(b.right for b in blind) >= 0.9 * len(blind), [b for b in blind if not b.right]


def test_the_sentence_says_all() -> None:
    first = _diagnosed(FAULTS["draw.loser-first"].rules())[0]
    assert first.is_exact
    assert str(first) == (
        f"behaves exactly like `draw.loser-first` in {first.failing} of {first.failing} failing "
        "replays: the loser draws first (draw.winner-first)"
    )


def test_two_faults_at_once_are_told_together() -> None:
    first, second = FAULTS["draw.loser-first"].rules(), FAULTS["lead.dealer-first"].rules()
    joined = both(first, second)
    assert joined is not None
    found = _diagnosed(joined)[0]
    assert {c.id for c in found.candidates} == {"draw.loser-first", "lead.dealer-first"}
    assert found.explained == found.failing


class OddTricks(Rules):
    """Like nothing known: in tricks 7, 11 and 19 the lower of two spades wins."""

    def beats(self, r: Round, card: str, best: str) -> bool:
        right = super().beats(r, card, best)
        odd = r.trick_number in (7, 11, 19) and suit_of(card) == suit_of(best) == "S"
        return right ^ odd


class NorthCaptures(Rules):
    """Like nothing known: what falls in trick 13 goes to north."""

    def captured_by(self, r: Round, winner: Seat, card: str) -> Seat:
        return "north" if r.trick_number == 13 else winner


@pytest.mark.parametrize("rules", [OddTricks(), NorthCaptures()], ids=lambda r: type(r).__name__)
def test_what_is_like_no_known_engine_is_not_called_one(rules: Rules) -> None:
    assert not any(e.is_exact for e in _diagnosed(rules))


def test_a_right_engine_has_no_diagnosis() -> None:
    assert _diagnosed(Rules()) == []


def test_candidates_are_faults_readings_and_variants() -> None:
    known = list(candidates(BOOK))
    assert {c.kind for c in known} == {"fault", "reading", "variant"}
    assert len({c.id for c in known}) == len(known)


def test_a_reading_that_contradicts_the_declaration_is_named() -> None:
    """It declares that the deal alternates, and the winner deals."""

    class Undeclared(Rules):
        def next_dealer(self, m, r, result):  # type: ignore[no-untyped-def]
            return Rules(dealer_rotation="winner_deals").next_dealer(m, r, result)

    found = _diagnosed(Undeclared())
    assert "dealer_rotation=winner_deals" in {c.id for e in found for c in e.candidates}
