"""The other half of strength: an engine that is right is never failed.

Right engines are the reference engine under every combination of rulings, declared or not, and
with every reduced set of features.
"""

import functools
import itertools
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

from conformance.faults.matrix import suite
from conformance.faults.serve import engine
from conformance.grading.outcome import Outcome
from conformance.plans import Plans
from conformance.rulebook import load_rulebook, with_fields
from conformance.runner import Options, run_suite
from reference_engine.adapter import FEATURES, Announcement, Feature
from reference_engine.rules import Rules


@dataclass(frozen=True, slots=True)
class RightEngine:
    """One right engine: its reading, what it announces, whether it declares the reading."""

    rulings: tuple[tuple[str, str], ...] = ()
    features: tuple[Feature, ...] = FEATURES
    declares: bool = True

    def __str__(self) -> str:
        parts = [f"{name}={option}" for name, option in self.rulings] or ["the defaults"]
        lacking = [feature for feature in FEATURES if feature not in self.features]
        if lacking:
            parts.append(f"without {', '.join(lacking)}")
        return " ".join([*parts, "declared" if self.declares else "undeclared"])


def right_engines() -> Iterator[RightEngine]:
    """Every combination of rulings, declared and not; every set of features."""
    rulings = load_rulebook().rulings
    for options in itertools.product(*(r.options for r in rulings.values())):
        reading = tuple(zip(rulings, options, strict=True))
        for declares in (True, False):
            yield RightEngine(reading, declares=declares)
    for count in range(len(FEATURES)):
        for features in itertools.combinations(FEATURES, count):
            yield RightEngine(features=features, declares=count % 2 == 0)


def wrongly_failed(engines: list[RightEngine], jobs: int = 1) -> list[tuple[RightEngine, Outcome]]:
    """The engines that the suite fails, each with the first outcome that does."""
    if jobs <= 1:
        found = list(map(first_failure, engines))
    else:
        with ProcessPoolExecutor(jobs) as pool:
            found = list(pool.map(first_failure, engines, chunksize=8))
    return [(e, o) for e, o in zip(engines, found, strict=True) if o]


def first_failure(right: RightEngine) -> Outcome | None:
    """The first outcome that fails a right engine, if any."""
    rules = with_fields(Rules(), dict(right.rulings))
    announced = Announcement(right.features, rulings=right.declares)
    run = run_suite(
        suite().scenarios,
        lambda: engine(rules, announced),
        load_rulebook(),
        Options(),
        _plans_for(rules),
    )
    return next((o for o in run.outcomes if o.kind not in ("pass", "unsupported")), None)


@functools.lru_cache(maxsize=2)
def _plans_for(rules: Rules) -> Plans:
    """Engines of one reading come one after the other and are asked the same."""
    return Plans()
