"""Replies in a form in which two of them can be compared: what may differ is left out."""

from collections.abc import Hashable
from typing import Any

from msgspec import UNSET

from conformance.adapters.session import NoReply
from conformance.grading.claims import Claims
from conformance.grading.compare import cards_within
from conformance.protocol.messages import (
    ReportedPlay,
    ReportedResult,
    ReportedRound,
    ReportedTrick,
    RunReply,
    SeatCards,
)


def canonical(reply: RunReply | NoReply, claims: Claims) -> Hashable:
    """Everything of ``reply`` that the announced features show, order and reasons aside."""
    if isinstance(reply, NoReply):
        return (reply.outcome,)
    if reply.rounds is UNSET:
        kinds = ("unsupported", "refused", "error")
        return tuple(kind for kind in kinds if getattr(reply, kind) is not UNSET)
    return tuple(_round(r, claims) for r in reply.rounds), reply.winner


def _round(r: ReportedRound, claims: Claims) -> Hashable:
    return (
        r.dealer,
        r.leader,
        r.trump,
        tuple(_play(play, claims) for play in r.plays) if r.plays is not UNSET else None,
        tuple(_trick(trick, claims) for trick in r.tricks) if r.tricks is not UNSET else None,
        _by_seat(r.hands) if "hands" in claims.features else None,
        _by_seat(r.dealt),
        _result(r.result) if r.result else None,
    )


def _play(play: ReportedPlay, claims: Claims) -> Hashable:
    legal = None
    if "legal_plays" in claims.features and play.legal is not UNSET:
        legal = frozenset(play.legal)
    sees = _view(play.sees) if "views" in claims.features and play.sees is not UNSET else None
    return play.accepted, legal, sees


def _view(sees: dict[str, Any]) -> Hashable:
    """The four fields, and every card that is shown anywhere."""
    return (
        frozenset(map(str, sees.get("hand") or ())),
        str(sees.get("stock_top")),
        str(sees.get("stock_count")),
        frozenset(map(str, sees.get("trick") or ())),
        cards_within(sees),
    )


def _trick(trick: ReportedTrick, claims: Claims) -> Hashable:
    draws = trick.draws if "draws" in claims.features else UNSET
    drawn = (draws.north, draws.south) if draws is not UNSET else None
    return trick.leader, trick.winner, drawn


def _by_seat(cards: Any) -> Hashable:
    if not isinstance(cards, SeatCards):
        return None
    return frozenset(cards.north), frozenset(cards.south)


def _result(result: ReportedResult) -> Hashable:
    awards = result.awards
    return (
        (result.tricks.north, result.tricks.south),
        (result.trick_points.north, result.trick_points.south),
        (awards.high, awards.low, awards.jack, awards.game),
        (result.scores.north, result.scores.south),
    )
