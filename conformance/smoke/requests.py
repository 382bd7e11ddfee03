"""What the adapter is asked: small positions that every published reading plays alike."""

from dataclasses import dataclass, replace
from typing import Any

from conformance.protocol.requests import run_request
from conformance.scenarios.stage import Staged
from reference_engine.cards import DECK
from reference_engine.play import Refused, play, start_round
from reference_engine.replay import Attempt, MatchInput, RoundInput
from reference_engine.rules import Rules
from reference_engine.state import BySeat, Deal, Round, ScoringMode, Seat

_NORTH = ("KD", "QD", "3H", "5S", "6S", "TS")
_SOUTH = ("JC", "4C", "9H", "2D", "7S", "8S")
_TOP = ("5H", "9D")
_REST = tuple(card for card in DECK if card not in _NORTH + _SOUTH + _TOP)
DEAL = Deal(BySeat(_NORTH, _SOUTH), _TOP + _REST)
NOT_HELD = "AC"
"""A card that lies in the stock."""
TRICK = (Attempt("south", "7S"), Attempt("north", "TS"))
"""Led by south, and followed in suit, so that no reading can object."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A request without ``cmd`` and ``id``, and the match that it asks for."""

    match: MatchInput
    request: dict[str, Any]

    def with_fields(self, **fields: Any) -> "Asked":
        return replace(self, request={**self.request, **fields})


def one_trick(rules: Rules, scoring: ScoringMode, detail: str = "trace") -> Asked:
    return _asked(rules, scoring, "north", TRICK, detail)


def refused_then_one_trick(rules: Rules, scoring: ScoringMode) -> Asked:
    """South tries a card that it does not hold, then the trick is played."""
    return _asked(rules, scoring, "north", (Attempt("south", NOT_HELD), *TRICK))


def whole_round(rules: Rules, scoring: ScoringMode, dealer: Seat = "north") -> Asked:
    """All 26 tricks of a round."""
    # What is legal under the narrowest of the published readings is so under each.
    narrow = replace(rules, follow="suit_else_trump")
    r = start_round(narrow, DEAL, dealer)
    plays: list[Attempt] = []
    while (seat := narrow.on_turn(r)) is not None:
        card = narrow.legal(r)[0]
        plays.append(Attempt(seat, card))
        r = _played(narrow, r, seat, card)
    return _asked(rules, scoring, dealer, tuple(plays))


def with_unknown_fields(asked: Asked) -> Asked:
    """The same with fields that a later suite might send."""
    (first,) = asked.request["rounds"]
    plays = [{**tried, "comment": None} for tried in first["plays"]]
    start = {**asked.request["start"], "clock": 0}
    return asked.with_fields(
        rounds=[{**first, "table": ["green", 4], "plays": plays}],
        start=start,
        later={"version": 1.5},
    )


def deck_alone(asked: Asked) -> Asked:
    """The same deal for the implementation to make."""
    (first,) = asked.request["rounds"]
    return asked.with_fields(
        rounds=[{key: first[key] for key in ("dealer", "deck")} | {"plays": []}]
    )


def _played(rules: Rules, r: Round, seat: Seat, card: str) -> Round:
    after = play(rules, r, seat, card)
    assert not isinstance(after, Refused)  # noqa: S101 - it was taken from the legal cards
    return after


def _asked(
    rules: Rules,
    scoring: ScoringMode,
    dealer: Seat,
    plays: tuple[Attempt, ...],
    detail: str = "trace",
) -> Asked:
    match = MatchInput(scoring, dealer, (RoundInput(plays, DEAL),))
    return Asked(match, run_request(Staged(match, (dealer,), (False,)), rules, detail))
