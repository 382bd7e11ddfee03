"""A divergence in words: where, what was expected, what was reported, which clause."""

import shlex
from collections.abc import Sequence
from typing import Any

from conformance.adapters.opening import typed
from conformance.grading.compare import Difference
from conformance.grading.outcome import Outcome, Sent

_WHAT = {
    "rounds": "the number of rounds",
    "dealer": "the dealer of the round",
    "leader": "the leader of the first trick",
    "trump": "the trump suit",
    "dealt": "the hand as dealt",
    "hands": "the hand after the last play",
    "legal": "the legal cards",
    "accepted": "whether the play is accepted",
    "reason": "the reason to refuse the play",
    "tricks": "the completed tricks",
    "trick.leader": "the leader of the trick",
    "trick.winner": "the winner of the trick",
    "draws": "the draws after the trick",
    "result": "the result",
    "result.tricks": "the number of tricks taken",
    "result.trick_points": "the trick points",
    "result.scores": "the running score",
    "result.awards.high": "who takes the award high",
    "result.awards.low": "who takes the award low",
    "result.awards.jack": "who takes the award jack",
    "result.awards.game": "who takes the award game",
    "winner": "the winner of the match",
    "refused": "the request",
    "sees": "cards that are hidden from the seat on turn",
    "sees.hand": "the hand that the seat on turn sees",
    "sees.trick": "the trick that the seat on turn sees",
    "sees.stock_top": "the top of the stock that the seat on turn sees",
    "sees.stock_count": "the stock count that the seat on turn sees",
}


def what(difference: Difference) -> str:
    """What differs, as words."""
    return _WHAT[difference.field]


def where(difference: Difference) -> str:
    """Where it differs: round, trick, and the play or seat."""
    parts = [f"round {difference.round}"]
    if difference.trick is not None:
        parts.append(f"trick {difference.trick}")
    if difference.card is not None:
        card = difference.card if difference.card.isalnum() else repr(difference.card)
        after = difference.field.startswith(("trick.", "draws", "tricks"))
        before = difference.field == "legal" or difference.field.startswith("sees")
        relation = "after" if after else "before" if before else "at"
        parts.append(f"{relation} play {difference.play}, {difference.seat}'s {card}")
    elif difference.seat is not None:
        parts.append(difference.seat)
    return ", ".join(parts)


def said(value: Any) -> str:
    """A value of a trace as words."""
    if value is None:
        return "nobody"
    if isinstance(value, bool):
        return "accepted" if value else "refused"
    if isinstance(value, dict):
        return ", ".join(f"{seat} {card}" for seat, card in value.items()) or "nobody draws"
    if isinstance(value, list):
        return " ".join(map(str, value)) or "no cards"
    return str(value)


def sent(form: Sent) -> str:
    """How a request was sent, and its divergence in those words."""
    exchanged = ", north and south exchanged" if form.exchanged else ""
    told = f"{' '.join(form.suits)} for C D H S{exchanged}"
    if form.difference:
        expected, reported = said(form.difference.expected), said(form.difference.reported)
        told += f"; {where(form.difference)}: expected {expected}, reported {reported}"
    return told


def reproduce(outcome: Outcome, command: Sequence[str]) -> str:
    """The one command that shows this outcome again."""
    seed = ["--seed", str(outcome.sent.seed)] if outcome.sent else []
    words = ["cjack", "run", outcome.scenario, "--scoring", outcome.scoring, *seed, *typed(command)]
    return shlex.join(words)
