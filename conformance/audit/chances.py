"""How likely a game is to show a clause: measured once, kept in ``chances.json``.

Matches are dealt and played at random, each legal card as likely as the other, by the documented
rules from 0–0, and everything but refused plays is taken for logged. Players who mean to win
bring other figures; the order of magnitude is what is asked for here.

``python -m conformance.audit.chances`` measures anew and writes the file.
"""

import functools
import json
import math
import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, get_args

from conformance.audit.seen import EVERYTHING, Part, RoundSeen
from conformance.audit.signs import shown_by
from reference_engine.cards import DECK, Card
from reference_engine.replay import Attempt, Table
from reference_engine.rules import Rules
from reference_engine.state import Match, ScoringMode

FILE = Path(__file__).with_name("chances.json")
MATCHES = 4000
SEED = 1
SURE = 0.95
"""How sure one is to be of seeing a clause within the games that are named."""

Unit = Literal["match", "round"]
"""What one game of a log is: a whole match, or a single round from 0–0."""

_LOGGED: dict[Unit, frozenset[Part]] = {
    "match": EVERYTHING - {"refused"},
    "round": EVERYTHING - {"refused", "winner"},
}


@dataclass(frozen=True, slots=True)
class Chances:
    """In how many of ``games`` random games of each kind each clause shows."""

    games: int
    counts: dict[Unit, dict[ScoringMode, dict[str, int]]]

    def games_needed(self, slug: str, unit: Unit, played: Mapping[ScoringMode, int]) -> int | None:
        """So many games show ``slug`` with the chance ``SURE``, in modes mixed as in ``played``;
        None if it showed in no random game at all."""
        total = sum(played.values())
        chance = sum(
            share / total * self.counts[unit][mode].get(slug, 0) / self.games
            for mode, share in played.items()
        )
        if chance <= 0:
            return None
        return 1 if chance >= 1 else math.ceil(math.log(1 - SURE) / math.log(1 - chance))


@functools.cache
def load_chances(file: Path = FILE) -> Chances:
    """The figures that were measured."""
    value = json.loads(file.read_text("utf-8"))
    return Chances(value["measured"]["games"], value["counts"])


def measure(games: int, seed: int) -> Chances:
    """Play ``games`` random matches in each scoring mode. The same seed gives the same figures."""
    counts: dict[Unit, dict[ScoringMode, dict[str, int]]] = {"match": {}, "round": {}}
    for mode in get_args(ScoringMode):
        rng = random.Random(f"{seed} {mode}")  # noqa: S311 - deals, no secrets
        found: dict[Unit, Counter[str]] = {"match": Counter(), "round": Counter()}
        for _ in range(games):
            rounds = list(random_match(rng, mode))
            found["match"].update(frozenset().union(*map(shown_by, rounds)))
            first = replace(rounds[0], next=False, winner=None, told=_LOGGED["round"])
            found["round"].update(shown_by(first))
        for unit, counter in found.items():
            counts[unit][mode] = dict(sorted(counter.items()))
    return Chances(games, counts)


def random_match(rng: random.Random, scoring: ScoringMode) -> Iterator[RoundSeen]:
    """The rounds of a match between players who play any legal card."""
    rules = Rules()
    m = Match(scoring, "north")
    while m.winner is None:
        before = m
        table = Table(rules, m, rules.deal(tuple(rng.sample(DECK, len(DECK))), m.dealer))
        cards: list[Card] = []
        while (seat := rules.on_turn(table.round)) is not None:
            cards.append(rng.choice(rules.legal(table.round)))
            table.play(Attempt(seat, cards[-1]))
        m, shown = table.finish()
        yield RoundSeen(
            scoring=scoring,
            shown=shown,
            cards=tuple(cards),
            before=before.scores,
            told=_LOGGED["match"],
            first=before.rounds_played == 0,
            next=m.winner is None,
            winner=m.winner,
        )


def as_json(chances: Chances, seed: int) -> str:
    """The text of the file."""
    value: dict[str, Any] = {
        "measured": {
            "games": chances.games,
            "seed": seed,
            "how": "python -m conformance.audit.chances",
        },
        "counts": chances.counts,
    }
    return json.dumps(value, indent=1) + "\n"


if __name__ == "__main__":
    FILE.write_text(as_json(measure(MATCHES, SEED), SEED), "utf-8")
