"""What a log says, in the shape of an adapter's reply, so that both are compared in one way.

Where the log says nothing the expected value stands, which never differs. Some of what is not
logged follows from the plays: who led, and who drew a card that was played later.
"""

from typing import TypeVar

from msgspec import UNSET, UnsetType

from conformance.audit.format import LoggedResult
from conformance.audit.game import Game, GameRound, GameTrick
from conformance.protocol.messages import (
    AwardTakers,
    Draws,
    ReportedPlay,
    ReportedResult,
    ReportedRound,
    ReportedTrick,
    RunReply,
    SeatCards,
    SeatCounts,
)
from reference_engine.cards import Card
from reference_engine.replay import MatchShown, RoundShown
from reference_engine.state import BySeat, RoundResult, Seat, Trick

T = TypeVar("T")

_NOTHING = ReportedResult(
    SeatCounts(0, 0), SeatCounts(0, 0), AwardTakers(None, None, None, None), SeatCounts(0, 0)
)


def reply_of(game: Game, shown: MatchShown) -> RunReply:
    """The log of ``game`` beside what the rules make of its plays."""
    rounds = [report_round(game, at, expected) for at, expected in enumerate(shown.rounds)]
    winner = _or(game.winner, shown.winner)
    goes_on = len(game.rounds) > len(shown.rounds)
    unfinished = bool(shown.rounds) and shown.rounds[-1].result is None
    if goes_on and shown.rounds and not unfinished and shown.winner is not None:
        rounds += [rounds[-1]] * (len(game.rounds) - len(shown.rounds))  # played after the end
    return RunReply(id="", rounds=rounds, winner=winner)


def report_round(game: Game, at: int, expected: RoundShown) -> ReportedRound:
    told = game.rounds[at]
    result = _result(told.result, expected.result)
    if expected.result is None and at + 1 < len(game.rounds) and result is None:
        result = _NOTHING  # the log goes on with another round, so it holds this one for over
    return ReportedRound(
        dealer=told.dealer_by_lead or expected.dealer,
        leader=told.leader or told.first_lead or expected.leader,
        trump=told.trump or expected.trump,  # type: ignore[arg-type]  # a suit is a plain text
        result=result,
        plays=[
            ReportedPlay(
                accepted=not play.refused,
                reason=play.reason,
                legal=UNSET if play.legal is None else list(play.legal),  # type: ignore[arg-type]
            )
            for play in told.plays
        ],
        tricks=_tricks(told, expected),
        dealt=_hands(told.hands) if told.deck and told.hands else UNSET,
    )


def _hands(hands: BySeat[tuple[Card, ...]]) -> SeatCards:
    return SeatCards(list(hands.north), list(hands.south))  # type: ignore[arg-type]


# --- tricks ---------------------------------------------------------------------------------


def _tricks(told: GameRound, expected: RoundShown) -> list[ReportedTrick]:
    players = players_of(told)
    count = max(len(told.tricks), len(expected.tricks))
    return [_trick(told, at, expected, players) for at in range(count)]


def _trick(
    told: GameRound, at: int, expected: RoundShown, players: dict[Card, Seat]
) -> ReportedTrick:
    said = told.tricks[at] if at < len(told.tricks) else GameTrick(None, None, None)
    if at >= len(expected.tricks):
        # More tricks than the plays make: told as they are, to be found out by their number.
        return ReportedTrick(said.leader or "north", said.winner or "north")
    trick = expected.tricks[at]
    draws = said.draws if said.draws is not None else draws_by_plays(trick, players)
    winner = said.winner or _winner_by_plays(told, at, expected, draws)
    return ReportedTrick(
        leader=said.leader or trick.leader,
        winner=winner or trick.winner,
        draws=UNSET if draws is None else Draws(**draws),  # type: ignore[arg-type]
    )


def players_of(told: GameRound) -> dict[Card, Seat]:
    """Who played each card. A card is never passed on, so it is also who held it."""
    return {play.card: play.seat for play in told.plays if play.seat and not play.refused}


def draws_by_plays(trick: Trick, players: dict[Card, Seat]) -> dict[Seat, Card] | None:
    """Who drew which of the two cards after ``trick``, if the later plays tell; None if not."""
    found = {players[card]: card for _, card in trick.draws if card in players}
    return found if len(found) == 2 else None


def _winner_by_plays(
    told: GameRound, at: int, expected: RoundShown, draws: dict[Seat, Card] | None
) -> Seat | None:
    """The seat that was treated as the winner: it drew first and it led next. Where the two
    are not the same, one of them is wrong and says so by itself."""
    trick = expected.tricks[at]
    if not trick.draws or not draws:
        return None
    top = trick.draws[0][1]
    drew_first = next((seat for seat, card in draws.items() if card == top), None)
    later = told.plays[expected.tricks_at[at] + 1 :]
    leads = next((play.seat for play in later if not play.refused), None)
    return leads if leads == drew_first else None


# --- results --------------------------------------------------------------------------------


def _result(
    told: LoggedResult | UnsetType | None, expected: RoundResult | None
) -> ReportedResult | None:
    if told is UNSET:
        return None if expected is None else _as_reported(expected)
    if told is None or expected is None:
        return None if told is None else _NOTHING
    awards = {name: _or(getattr(told.awards, name), seat) for name, seat in expected.awards.items()}
    return ReportedResult(
        tricks=_or(told.tricks, _counts(expected.tricks)),
        trick_points=_or(told.trick_points, _counts(expected.trick_points)),
        awards=AwardTakers(**awards),
        scores=_or(told.scores, _counts(expected.scores)),
    )


def _as_reported(result: RoundResult) -> ReportedResult:
    return ReportedResult(
        tricks=_counts(result.tricks),
        trick_points=_counts(result.trick_points),
        awards=AwardTakers(**dict(result.awards.items())),
        scores=_counts(result.scores),
    )


def _counts(pair: BySeat[int]) -> SeatCounts:
    return SeatCounts(pair.north, pair.south)


def _or(told: T | UnsetType, expected: T) -> T:
    return expected if told is UNSET else told
