"""Logs as an implementation would write them: it deals and plays by itself, at random."""

import json
import random
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from conformance.audit.game import Game, build_game
from conformance.audit.lines import DECODE
from reference_engine.cards import DECK, Card
from reference_engine.replay import Attempt, RoundShown, Table
from reference_engine.rules import Rules
from reference_engine.state import Match, Round, RoundResult, ScoringMode, Seat

Message = dict[str, Any]


@dataclass(frozen=True)
class LoserDrawsFirst(Rules):
    def drawers(self, r: Round, winner: Seat) -> tuple[Seat, ...]:
        return tuple(reversed(super().drawers(r, winner)))


@dataclass(frozen=True)
class LowToWhoPlayedIt(Rules):
    def low(self, r: Round) -> Seat | None:
        two = "2" + r.trump
        for trick in r.tricks:
            if trick.lead == two:
                return trick.leader
            if trick.follow == two:
                return "south" if trick.leader == "north" else "north"
        return None


@dataclass(frozen=True)
class SouthAlwaysLeads(Rules):
    def next_leader(self, r: Round, winner: Seat) -> Seat:
        return "south"


@dataclass(frozen=True)
class LedSuitIsFree(Rules):
    """Any card may be played to any trick."""

    def legal_follow(self, r: Round, seat: Seat, led: Card) -> tuple[Card, ...]:
        return r.hands[seat]


@dataclass(frozen=True)
class TrumpIsNothing(Rules):
    def beats(self, r: Round, card: Card, best: Card) -> bool:
        return card[1] == best[1] and super().beats(r, card, best)


@dataclass(frozen=True)
class EndsInMidRound(Rules):
    """The match is won as soon as the tenth point is taken: the stock left is never played."""

    def is_over(self, r: Round) -> bool:
        return len(r.tricks) == 20 or super().is_over(r)


def match_log(
    seed: int,
    rules: Rules | None = None,
    scoring: ScoringMode = "full",
    dealer: Seat = "north",
    max_rounds: int = 100,
) -> Message:
    """The log of one match with everything in it."""
    rules = rules or Rules()
    rng = random.Random(seed)  # noqa: S311 - deals, no secrets
    m = Match(scoring, dealer)
    rounds: list[Message] = []
    while m.winner is None and len(rounds) < max_rounds:
        deck = tuple(rng.sample(DECK, 52))
        deal = rules.deal(deck, m.dealer)
        table = Table(rules, m, deal)
        plays: list[tuple[Seat, Card]] = []
        while (seat := rules.on_turn(table.round)) is not None:
            plays.append((seat, rng.choice(rules.legal(table.round))))
            table.play(Attempt(*plays[-1]))
        dealt_by = m.dealer
        m, shown = table.finish()
        rounds.append(
            {
                "dealer": dealt_by,
                "leader": shown.leader,
                "trump": shown.trump,
                "deck": list(deck),
                "hands": {seat: list(hand) for seat, hand in deal.hands.items()},
                "stock": list(deal.stock),
                "plays": [list(play) for play in plays],
                "legal": [list(play.legal) for play in shown.plays],
                "tricks": _tricks(shown),
                "result": shown.result and _result(shown.result),
            }
        )
    return {
        "id": f"seed-{seed}",
        "scoring": scoring,
        "dealer": dealer,
        "rounds": rounds,
        "winner": m.winner,
    }


def _tricks(shown: RoundShown) -> list[Message]:
    return [
        {"leader": trick.leader, "winner": trick.winner, "draws": dict(trick.draws)}
        for trick in shown.tricks
    ]


def _result(result: RoundResult) -> Message:
    return {
        "tricks": dict(result.tricks.items()),
        "trick_points": dict(result.trick_points.items()),
        "awards": dict(result.awards.items()),
        "scores": dict(result.scores.items()),
    }


def without(log: Message, *keys: str) -> Message:
    """The log without these fields of its rounds, or of the match itself."""
    rounds = [{k: v for k, v in round_.items() if k not in keys} for round_ in log["rounds"]]
    return {k: v for k, v in log.items() if k not in keys} | {"rounds": rounds}


def plays_only(log: Message) -> Message:
    """The deal, the dealer and the plays: the least that is told with seats."""
    least = without(log, "leader", "trump", "deck", "legal", "tricks", "result", "winner", "dealer")
    return {"dealer": log["dealer"], **least}


def game(log: Message, number: int = 1) -> Game:
    return build_game(DECODE["matches"](json.dumps(log).encode()), number, number)


def write(path: Path, logs: Iterable[Message | str]) -> Path:
    lines = (log if isinstance(log, str) else json.dumps(log) for log in logs)
    path.write_text("".join(line + "\n" for line in lines), "utf-8")
    return path
