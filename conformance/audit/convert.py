"""The relatives of the log format, brought into it."""

from collections.abc import Iterator

from msgspec import UNSET

from conformance.audit.format import (
    Deal,
    DeckMatch,
    DeckRound,
    Heading,
    LoggedMatch,
    LoggedPlay,
    LoggedRound,
    LoggedTrick,
    TakenTrick,
    TricksMatch,
    TricksRound,
)
from reference_engine.state import other


def from_tricks(match: TricksMatch) -> LoggedMatch:
    """Each trick becomes two plays; who took it stays with it."""
    return _match(match, [_tricks_round(round_) for round_ in match.rounds])


def from_deck(match: DeckMatch) -> LoggedMatch:
    """Each card becomes a play of whoever is on turn."""
    return _match(match, [_deck_round(round_) for round_ in match.rounds])


def _match(heading: Heading, rounds: list[LoggedRound]) -> LoggedMatch:
    fields = {name: getattr(heading, name) for name in Heading.__struct_fields__}
    return LoggedMatch(rounds=rounds, **fields)


def _round(
    deal: Deal, plays: list[LoggedPlay], tricks: list[LoggedTrick] | None = None
) -> LoggedRound:
    fields = {name: getattr(deal, name) for name in Deal.__struct_fields__}
    return LoggedRound(plays=plays, tricks=tricks or [], **fields)


def _tricks_round(round_: TricksRound) -> LoggedRound:
    plays = [play for trick in round_.tricks for play in _plays(trick)]
    tricks = [
        LoggedTrick(leader=trick.leader, winner=trick.winner)
        for trick in round_.tricks
        if trick.follow is not None
    ]
    return _round(round_, plays, tricks)


def _plays(trick: TakenTrick) -> Iterator[LoggedPlay]:
    yield LoggedPlay(trick.leader, trick.lead)
    if trick.follow is not None:
        yield LoggedPlay(other(trick.leader), trick.follow)


def _deck_round(round_: DeckRound) -> LoggedRound:
    cards = round_.plays.split() if isinstance(round_.plays, str) else round_.plays
    return _round(round_, [LoggedPlay(None, card, UNSET) for card in cards])
