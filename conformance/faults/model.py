"""A fault, and how it is registered.

A fault is a subclass of :class:`~reference_engine.rules.Rules` with one rule overridden::

    @fault("draw.loser-first", "the loser draws first", clause="draw.winner-first",
           kind="misreading")
    class LoserFirst(Rules):
        def drawers(self, r, winner):
            return tuple(reversed(super().drawers(r, winner)))

The overridden method is given the whole position, so that a fault can be wrong in one suit,
for one seat, in one trick alone.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeVar

from reference_engine.rules import Rules

FaultKind = Literal[
    "misreading",  # another reading of the words
    "condition",  # right but for one suit, seat, trick, rank, score or mode
    "state",  # something is left over from before
    "bug",  # a slip of the program
    "view",  # hidden cards are shown, or shown ones hidden
]


@dataclass(frozen=True, slots=True)
class Fault:
    """``rules`` makes a fresh engine."""

    id: str
    text: str
    clause: str
    kind: FaultKind
    rules: Callable[[], Rules]
    source: str = ""
    """Where it was met, if it was: the notes' faults, a reading of a published variant."""


_REGISTERED: dict[str, Fault] = {}
_R = TypeVar("_R", bound=Rules)


def fault(
    fault_id: str, text: str, *, clause: str, kind: FaultKind, source: str = ""
) -> Callable[[type[_R]], type[_R]]:
    """Register a subclass of ``Rules`` as a fault.

    Raises:
        ValueError: the id is taken.
    """

    def register(rules: type[_R]) -> type[_R]:
        add(Fault(fault_id, text, clause, kind, rules, source))
        return rules

    return register


def add(made: Fault) -> None:
    """Register a fault that is made by a function, for families of them."""
    if made.id in _REGISTERED:
        raise ValueError(f"two faults have the id {made.id}")
    _REGISTERED[made.id] = made


def registered() -> dict[str, Fault]:
    """All faults that have been registered, by id, in the order of ids."""
    return dict(sorted(_REGISTERED.items()))
