"""What is asked of an engine by a scenario under one reading, and what is expected of it."""

from dataclasses import dataclass
from typing import Any

from conformance.grading.outcome import Expected
from conformance.protocol.requests import run_request
from conformance.scenarios.model import Scenario
from conformance.scenarios.stage import Staged, stage
from reference_engine.replay import InvalidDealError, replay
from reference_engine.rules import Rules
from reference_engine.state import ScoringMode


@dataclass(frozen=True, slots=True)
class Planned:
    """A scenario set up, its request and its expected trace."""

    staged: Staged
    request: dict[str, Any]
    expected: Expected


class Plans:
    """Plans, each worked out once: certifying many engines asks the same again and again."""

    def __init__(self) -> None:
        self._made: dict[tuple[str, ScoringMode, Rules], Planned] = {}

    def plan(self, scenario: Scenario, scoring: ScoringMode, rules: Rules) -> Planned:
        key = (scenario.id, scoring, rules)
        planned = self._made.get(key)
        if planned is None:
            staged = stage(scenario, scoring, rules)
            expected = Expected(scenario, staged.match, staged.shown)
            planned = Planned(staged, run_request(staged, rules), expected)
            self._made[key] = planned
        return planned


def expect(scenario: Scenario, staged: Staged, rules: Rules) -> Expected:
    """What the staged request brings under ``rules``."""
    try:
        return Expected(scenario, staged.match, replay(rules, staged.match))
    except InvalidDealError:
        return Expected(scenario, staged.match, None)
