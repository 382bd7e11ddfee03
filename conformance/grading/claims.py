"""What an implementation claims to do, and what may therefore be asked of it and compared."""

from dataclasses import dataclass, field

from msgspec import UNSET

from conformance.protocol.messages import HelloReply
from conformance.rulebook import Clause
from conformance.scenarios.model import Scenario
from reference_engine.state import ScoringMode

CLASSES = ("trick-play", "full-scoring", "simplified-scoring", "match")


@dataclass(frozen=True, slots=True)
class Claims:
    """Scoring modes, features, classes and declared rulings of one implementation."""

    scoring: frozenset[ScoringMode]
    features: frozenset[str]
    classes: frozenset[str]
    rulings: dict[str, str] = field(default_factory=dict)

    def scores(self, mode: ScoringMode) -> bool:
        return f"{mode}-scoring" in self.classes

    @property
    def matches(self) -> bool:
        return "match" in self.classes

    def concerns(self, clause: Clause) -> bool:
        """Is the clause one of a claimed class?"""
        return not self.classes.isdisjoint(clause.classes)


@dataclass(frozen=True, slots=True)
class Lack:
    """Why a scenario is not sent, or shows nothing: the feature, class or mode that is missing."""

    feature: str
    reason: str


def claims_of(hello: HelloReply) -> Claims:
    """Claimed classes follow from the scoring modes, unless they are announced."""
    modes = frozenset(hello.scoring)
    if hello.classes is UNSET:
        classes = frozenset({"trick-play", "match", *(f"{mode}-scoring" for mode in modes)})
    else:
        classes = frozenset(hello.classes)
    return Claims(modes, frozenset(hello.features), classes, hello.rulings.declared())


def lack_for(scenario: Scenario, mode: ScoringMode, claims: Claims) -> Lack | None:
    """What the implementation lacks so that the scenario can be sent; None if nothing."""
    if mode not in claims.scoring:
        return Lack("scoring", f"the scoring mode {mode} is not announced")
    needed = {
        "validates_deals": scenario.refused,
        "deals_from_deck": any(r.deck is not None for r in scenario.rounds),
        "start_scores": scenario.starts_from_scores,
        "refusals": any(wanted.refused for r in scenario.rounds for wanted in r.tries),
    }
    for feature, is_needed in needed.items():
        if is_needed and feature not in claims.features:
            return Lack(feature, f"the feature {feature} is not announced")
    if not claims.matches and (len(scenario.rounds) > 1 or scenario.starts_from_scores):
        return Lack("match", "the class match is not claimed")
    return None
