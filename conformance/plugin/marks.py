"""Clauses and classes as pytest marks: ``draw.winner-first`` is ``draw_winner_first``."""

from collections.abc import Iterator

import pytest

from conformance.grading.claims import CLASSES
from conformance.rulebook import Rulebook
from conformance.scenarios.model import Scenario

_REGISTERED = pytest.StashKey[bool]()


def mark_name(name: str) -> str:
    """The name of a clause or a class as a Python identifier."""
    return name.replace(".", "_").replace("-", "_")


def register(config: pytest.Config, book: Rulebook) -> None:
    """Make the marks known, once, so that pytest does not complain of them."""
    if config.stash.get(_REGISTERED, False):
        return
    config.stash[_REGISTERED] = True
    for name in CLASSES:
        config.addinivalue_line("markers", f"{mark_name(name)}: scenarios of the class {name}")
    for slug, clause in book.clauses.items():
        config.addinivalue_line("markers", f"{mark_name(slug)}: {clause.text}")


def marks_of(scenario: Scenario, book: Rulebook) -> Iterator[pytest.MarkDecorator]:
    """The clauses that the scenario shows, and the classes that they belong to."""
    classes = {name for slug in scenario.clauses for name in book.clauses[slug].classes}
    for name in (*scenario.clauses, *(name for name in CLASSES if name in classes)):
        yield getattr(pytest.mark, mark_name(name))
