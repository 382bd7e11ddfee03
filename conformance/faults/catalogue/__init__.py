"""All faults, one module a topic of the rulebook."""

import functools
import importlib

from conformance.faults.model import Fault, registered

TOPICS = (
    "setup",
    "deal",
    "trump",
    "lead",
    "play",
    "follow",
    "trick",
    "draw",
    "view",
    "trick_points",
    "award",
    "match",
    "state",
)


@functools.cache
def all_faults() -> dict[str, Fault]:
    """Every fault, by id."""
    for topic in TOPICS:
        importlib.import_module(f"{__name__}.{topic}")
    return registered()
