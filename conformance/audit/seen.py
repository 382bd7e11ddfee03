"""The rounds of a game as far as they agree with the rules, and what the log tells of each."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, get_args

from msgspec import UNSET

from conformance.audit.game import Game, GameRound
from conformance.audit.grade import Replayed
from conformance.audit.reported import draws_by_plays, players_of
from conformance.grading.compare import Difference
from reference_engine.cards import Card
from reference_engine.replay import MatchInput, MatchShown, RoundShown
from reference_engine.state import BySeat, ScoringMode, Seat, Trick

Part = Literal[
    "dealer",
    "leader",
    "trump",
    "deck",
    "hands",
    "seats",
    "legal",
    "refused",
    "tricks",
    "draws",
    "result.tricks",
    "result.trick_points",
    "result.awards",
    "result.scores",
    "winner",
]
"""What a log can tell of a round, by the names of its fields. ``draws`` follows from later plays
too, ``seats`` are those of the plays, ``winner`` stands at the end of a match."""

EVERYTHING: frozenset[Part] = frozenset(get_args(Part))


@dataclass(frozen=True, slots=True)
class RoundSeen:
    """One round of a game under the reading that the log is held to.

    ``before`` are the scores before it. ``first`` tells the first round of its game, ``next``
    that the log goes on with another round, ``winner`` who has won the match by this round.
    ``cards`` are the cards of the plays, refused ones included.
    """

    scoring: ScoringMode
    shown: RoundShown
    cards: tuple[Card, ...]
    before: BySeat[int]
    told: frozenset[Part]
    first: bool
    next: bool
    winner: Seat | None

    @property
    def known_tricks(self) -> tuple[Trick, ...]:
        """The tricks whose winner the log tells: by itself, or by who leads the next one."""
        if "tricks" in self.told:
            return self.shown.tricks
        if "seats" not in self.told:
            return ()
        accepted = sum(play.accepted for play in self.shown.plays)
        return self.shown.tricks[: max(0, accepted - 1) // 2]


def rounds_seen(game: Game, replayed: Replayed) -> Iterator[RoundSeen]:
    """The rounds of ``game`` up to its first divergence."""
    difference = replayed.divergence.difference if replayed.divergence else None
    shown = agreed(replayed.shown, difference)
    before = game.scores
    for at, round_shown in enumerate(shown.rounds):
        told = game.rounds[at]
        last = at + 1 == len(shown.rounds)
        yield RoundSeen(
            scoring=game.scoring,
            shown=round_shown,
            cards=_cards(replayed.match, at, round_shown),
            before=before,
            told=_told(game, told, round_shown, last=at + 1 == len(game.rounds)),
            first=at == 0,
            next=not last,
            winner=shown.winner if last else None,
        )
        if round_shown.result:
            before = round_shown.result.scores


def _cards(match: MatchInput, at: int, shown: RoundShown) -> tuple[Card, ...]:
    return tuple(attempt.card for attempt in match.rounds[at].plays[: len(shown.plays)])


def agreed(shown: MatchShown, difference: Difference | None) -> MatchShown:
    """What was shown before ``difference``; all of it if there is none."""
    if difference is None:
        return shown
    if difference.field in ("winner", "rounds"):
        return MatchShown(shown.rounds, None)
    at = difference.round - 1
    rounds = list(shown.rounds[: at + 1])
    if len(rounds) == at + 1:
        cut = rounds.pop()
        if difference.play is not None:
            rounds.append(_cut(cut, difference.play - 1))
        elif difference.field.startswith("result") or difference.field == "tricks":
            rounds.append(replace(cut, result=None))
    return MatchShown(tuple(rounds), None)


def _cut(shown: RoundShown, plays: int) -> RoundShown:
    """The round before its play number ``plays`` (from 0) and what came of it."""
    tricks = sum(at < plays for at in shown.tricks_at)
    return replace(
        shown,
        plays=shown.plays[:plays],
        tricks=shown.tricks[:tricks],
        tricks_at=shown.tricks_at[:tricks],
        result=None,
    )


def _told(game: Game, told: GameRound, shown: RoundShown, *, last: bool) -> frozenset[Part]:
    result = told.result if told.result not in (UNSET, None) else None
    players = players_of(told)
    draws = any(trick.draws is not None for trick in told.tricks) or any(
        draws_by_plays(trick, players) for trick in shown.tricks
    )
    parts: dict[Part, bool] = {
        "dealer": told.dealer is not None,
        "leader": bool(told.leader or told.first_lead),
        "trump": told.trump is not None,
        "deck": told.deck is not None,
        "hands": told.hands is not None or bool(shown.result and told.deck),
        "seats": any(play.seat for play in told.plays),
        "legal": any(play.legal is not None for play in told.plays),
        "refused": any(play.refused for play in told.plays),
        "tricks": bool(told.tricks) and all(trick.winner for trick in told.tricks),
        "draws": draws,
        "winner": last and game.winner is not UNSET,
    }
    if result:
        parts |= {
            "result.tricks": result.tricks is not UNSET,
            "result.trick_points": result.trick_points is not UNSET,
            "result.awards": all(
                getattr(result.awards, name) is not UNSET
                for name in ("high", "low", "jack", "game")
            ),
            "result.scores": result.scores is not UNSET,
        }
    return frozenset(part for part, is_told in parts.items() if is_told)
