"""Faults of drawing from the stock."""

from conformance.faults.model import fault
from reference_engine.rules import Rules
from reference_engine.state import Round, Seat


@fault("draw.loser-first", "the loser draws first", clause="draw.winner-first", kind="misreading")
class LoserFirst(Rules):
    def drawers(self, r: Round, winner: Seat) -> tuple[Seat, ...]:
        return tuple(reversed(super().drawers(r, winner)))
