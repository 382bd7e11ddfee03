"""The executable rulebook of California Jack: small, pure, without input or output.

Read it beside ``spec/rulebook.md``: each rule is one method of :class:`Rules`, named for
what it decides, and its docstring cites the clause it carries out.

- :mod:`~reference_engine.cards`: ranks, suits, the pack, how cards are written
- :mod:`~reference_engine.state`: seats and the frozen values of a round and a match
- :mod:`~reference_engine.rules`: the rules, the rulings and the departures of the variants
- :mod:`~reference_engine.play`: a deal, a play, a whole match, one step at a time
- :mod:`~reference_engine.replay`: what a replay shows, as frozen values
- :mod:`~reference_engine.adapter`: the engine behind the adapter protocol
"""

from reference_engine.cards import DECK, RANKS, SUITS, Card, parse_card
from reference_engine.rules import Rules
from reference_engine.state import SEATS, BySeat, Deal, Match, Round, Seat

__all__ = [
    "DECK",
    "RANKS",
    "SEATS",
    "SUITS",
    "BySeat",
    "Card",
    "Deal",
    "Match",
    "Round",
    "Rules",
    "Seat",
    "parse_card",
]
