"""The first divergence of a reported trace from the expected one, in the order of play."""

import functools
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from msgspec import UNSET, UnsetType

from conformance.grading.claims import Claims
from conformance.protocol.messages import (
    Draws,
    ReportedPlay,
    ReportedResult,
    ReportedRound,
    ReportedTrick,
    RunReply,
    SeatCards,
)
from reference_engine.cards import KNOWN_CARDS, parse_card
from reference_engine.replay import MatchInput, MatchShown, PlayShown, RoundInput, RoundShown
from reference_engine.state import SEATS, BySeat, RoundResult, ScoringMode, Seat, Trick, other

LONGEST_CARD = 8
"""Characters; a longer text is no spelling of a card."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Where and what. ``round``, ``trick`` and ``play`` count from 1; None where they do not
    apply. ``field`` is the field of the reply; ``expected`` and ``reported`` are plain values."""

    field: str
    expected: Any
    reported: Any
    round: int
    trick: int | None = None
    play: int | None = None
    seat: Seat | None = None
    card: str | None = None


def first_difference(
    match: MatchInput, shown: MatchShown, reply: RunReply, claims: Claims
) -> Difference | None:
    """The first thing in ``reply`` that ``shown`` contradicts, among what the claims cover."""
    return next(_differences(match, shown, reply, claims), None)


def _differences(
    match: MatchInput, shown: MatchShown, reply: RunReply, claims: Claims
) -> Iterator[Difference]:
    if reply.rounds is UNSET:
        return
    for at, expected in enumerate(shown.rounds):
        number = at + 1
        if at >= len(reply.rounds):
            yield Difference("rounds", "the round is played", "the match is over before", number)
            return
        asked = match.rounds[at]
        yield from _round(asked, expected, reply.rounds[at], match.scoring, claims, number)
    if len(reply.rounds) > len(shown.rounds):
        number = len(shown.rounds) + 1
        yield Difference("rounds", "the match is over before", "the round is played", number)
    if claims.matches and reply.winner != shown.winner:
        yield Difference("winner", shown.winner, reply.winner, len(shown.rounds))


def _round(
    asked: RoundInput,
    expected: RoundShown,
    reported: ReportedRound,
    scoring: ScoringMode,
    claims: Claims,
    number: int,
) -> Iterator[Difference]:
    if expected.dealer != reported.dealer:
        yield Difference("dealer", expected.dealer, reported.dealer, number)
    if asked.deal is None and reported.dealt is not UNSET:
        yield from _by_seat("dealt", expected.dealt, reported.dealt, number)
    if expected.leader != reported.leader:
        yield Difference("leader", expected.leader, reported.leader, number)
    if expected.trump != reported.trump:
        yield Difference("trump", expected.trump, reported.trump, number)
    yield from _plays(asked, expected, reported, claims, number)
    if "hands" in claims.features and reported.hands is not UNSET:
        yield from _by_seat("hands", expected.hands, reported.hands, number)
    yield from _result(expected.result, reported.result, scoring, claims, number)


def _plays(
    asked: RoundInput,
    expected: RoundShown,
    reported: ReportedRound,
    claims: Claims,
    number: int,
) -> Iterator[Difference]:
    plays = reported.plays if reported.plays is not UNSET else []
    tricks = reported.tricks if reported.tricks is not UNSET else []
    done = 0
    for at, (wanted, shown, told) in enumerate(
        zip(asked.plays, expected.plays, plays, strict=False)
    ):
        here = _Where(number, done + 1, at + 1, wanted.seat, wanted.card)
        yield from _play(shown, told, claims, here)
        if done < len(expected.tricks_at) and expected.tricks_at[done] == at:
            trick = expected.tricks[done]
            yield from _trick(trick, tricks[done : done + 1], claims, here)
            done += 1
    if len(tricks) > done:
        yield Difference("tricks", done, len(tricks), number, done + 1)


@dataclass(frozen=True, slots=True)
class _Where:
    round: int
    trick: int
    play: int
    seat: Seat
    card: str

    def difference(self, field: str, expected: Any, reported: Any) -> Difference:
        return Difference(
            field, expected, reported, self.round, self.trick, self.play, self.seat, self.card
        )


def _play(
    shown: PlayShown, told: ReportedPlay, claims: Claims, here: _Where
) -> Iterator[Difference]:
    if "legal_plays" in claims.features and told.legal is not UNSET:
        expected, reported = frozenset(shown.legal), frozenset(told.legal)
        if expected != reported or len(told.legal) != len(reported):
            yield here.difference("legal", list(shown.legal), list(told.legal))
    if "views" in claims.features and told.sees is not UNSET:
        yield from _view(shown, told.sees, here)
    if shown.accepted != told.accepted:
        yield here.difference("accepted", shown.accepted, told.accepted)
    elif not told.accepted and told.reason and told.reason not in shown.reasons:
        yield here.difference("reason", list(shown.reasons), told.reason)


def _view(shown: PlayShown, sees: Mapping[str, Any], here: _Where) -> Iterator[Difference]:
    if shown.on_turn and set(_cards(sees["hand"])) == set(shown.hands[other(shown.on_turn)]):
        # The wrong seat is on turn: that tells more than the cards it is shown.
        yield here.difference("sees.hand", shown.sees["hand"], sees["hand"])
    leaked = sorted(shown.hidden & cards_within(sees))
    if leaked:
        yield here.difference("sees", "no hidden card", leaked)
    for key in ("hand", "trick"):
        if _cards(sees[key]) != sorted(shown.sees[key]):
            yield here.difference(f"sees.{key}", shown.sees[key], sees[key])
    for key in ("stock_top", "stock_count"):
        found = sees[key]
        if key == "stock_top" and isinstance(found, str):
            found = _read_card(found) or found
        if found != shown.sees[key]:
            yield here.difference(f"sees.{key}", shown.sees[key], sees[key])


def _trick(
    expected: Trick, reported: list[ReportedTrick], claims: Claims, here: _Where
) -> Iterator[Difference]:
    if not reported:
        yield here.difference("tricks", "the trick is complete", "no such trick")
        return
    told = reported[0]
    if expected.leader != told.leader:
        yield here.difference("trick.leader", expected.leader, told.leader)
    if expected.winner != told.winner:
        yield here.difference("trick.winner", expected.winner, told.winner)
    if "draws" in claims.features and told.draws is not UNSET:
        draws = dict(expected.draws)
        found = _draws(told.draws)
        if draws != found:
            yield here.difference("draws", draws, found)


def _result(
    expected: RoundResult | None,
    reported: ReportedResult | None,
    scoring: ScoringMode,
    claims: Claims,
    number: int,
) -> Iterator[Difference]:
    if expected is None or reported is None:
        if (expected is None) != (reported is None):
            over = ("the round goes on", "the round is over")
            yield Difference(
                "result", over[expected is not None], over[reported is not None], number
            )
        return
    for seat in SEATS:
        if expected.tricks[seat] != getattr(reported.tricks, seat):
            found = getattr(reported.tricks, seat)
            yield Difference("result.tricks", expected.tricks[seat], found, number, seat=seat)
    if claims.scores(scoring):
        for seat in SEATS:
            points, found = expected.trick_points[seat], getattr(reported.trick_points, seat)
            if points != found:
                yield Difference("result.trick_points", points, found, number, seat=seat)
        for award, taker in expected.awards.items():
            found = getattr(reported.awards, award)
            if taker != found:
                yield Difference(f"result.awards.{award}", taker, found, number)
    if claims.matches and claims.scores(scoring):
        for seat in SEATS:
            score, found = expected.scores[seat], getattr(reported.scores, seat)
            if score != found:
                yield Difference("result.scores", score, found, number, seat=seat)


def _by_seat(
    field: str, expected: BySeat[tuple[str, ...]], reported: SeatCards, number: int
) -> Iterator[Difference]:
    for seat, cards in expected.items():
        wanted, found = sorted(cards), sorted(getattr(reported, seat))
        if wanted != found:
            yield Difference(field, wanted, found, number, seat=seat)


def _draws(draws: Draws) -> dict[Seat, str]:
    pairs: tuple[tuple[Seat, str | UnsetType], ...] = (
        ("north", draws.north),
        ("south", draws.south),
    )
    return {seat: card for seat, card in pairs if card is not UNSET}


def _cards(cards: Iterable[Any]) -> list[str]:
    """Sorted, so that order does not matter and a card that stands twice does."""
    return sorted(_read_card(card) or str(card) for card in cards)


CARD_IN_TEXT = re.compile(r"(?<![0-9A-Za-z])(?:10|[2-9TJQKA])[CDHS♣♦♥♠](?![0-9A-Za-z])")


def cards_within(value: Any) -> frozenset[str]:
    """Every card that is written anywhere in ``value``, keys and longer texts included.

    In longer texts only in capitals or with a symbol: "as" is a word there.
    """
    found: set[str] = set()
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, dict):
            waiting += [*item.keys(), *item.values()]
        elif isinstance(item, list):
            waiting += item
        elif isinstance(item, str):
            card = _read_card(item)
            found.update([card] if card else map(parse_card, CARD_IN_TEXT.findall(item)))
    return frozenset(found)


def _read_card(text: Any) -> str | None:
    if not isinstance(text, str) or len(text) > LONGEST_CARD:
        return None
    return text if text in KNOWN_CARDS else _spelled_card(text)


@functools.lru_cache(maxsize=4096)
def _spelled_card(text: str) -> str | None:
    try:
        return parse_card(text)
    except ValueError:
        return None
