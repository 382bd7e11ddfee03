"""Answers must not depend on what was asked before: the same requests twice, in another order,
with a refused play and an invalid deal in between."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from conformance.adapters.session import NoReply
from conformance.exhaustive.judging import Answers, Judge
from conformance.exhaustive.requests import PREFIX, Asked, modes_asked, relabelled, uncited
from conformance.exhaustive.rounds import GeneratedRound
from conformance.grading.claims import Claims
from conformance.grading.outcome import Outcome, blank
from conformance.protocol.messages import RunReply
from reference_engine.cards import SUITS
from reference_engine.replay import Attempt, MatchInput, RoundInput
from reference_engine.state import BySeat, Deal, ScoringMode, other

BATCHES = 8
VIEW_KEYS = ("hand", "stock_top", "stock_count", "trick")
UNKNOWN = "1X"
"""A text that is no card."""


@dataclass(frozen=True, slots=True)
class Repeat:
    """Requests that are asked once, then, after ``between``, again from the last to the first,
    and the first one twice."""

    id: str
    scoring: ScoringMode
    asked: tuple[Asked, ...]
    between: tuple[Asked, ...]

    def outcome(self, judge: Judge, adapter: Answers) -> Outcome:
        """The first reply that is not as expected, or not the same as before."""
        first: dict[str, RunReply] = {}
        again = (*reversed(self.asked), self.asked[0])
        for asked in (*self.asked, *self.between, *again):
            outcome, reply = judge.of_trace(asked, adapter)
            if outcome.kind not in ("pass", "unsupported") or isinstance(reply, NoReply):
                when = "asked again after other requests" if asked.id in first else "asked"
                return replace(outcome, scenario=self.id, title=f"{asked.title}, {when}")
            before = first.setdefault(asked.id, reply)
            changed = difference(before, reply)
            if changed:
                message = f"the same request gave another reply: {changed}"
                scenario = uncited(self.id, f"{asked.title}, asked again after other requests")
                return blank(scenario, self.scoring, "protocol", message=message)
        return blank(uncited(self.id, "The same requests, asked twice"), self.scoring, "pass")


def repeats(
    rounds: tuple[GeneratedRound, ...], claims: Claims, scoring: ScoringMode | None
) -> Iterator[Repeat]:
    """Batches of a round, the same deal with the other dealer (in the other mode, from other
    scores), and a second round."""
    modes = modes_asked(claims, scoring)
    refusals = "refusals" in claims.features
    started = "start_scores" in claims.features and claims.matches
    for at in range(BATCHES):
        made, second = (
            rounds[(at * len(rounds) // BATCHES + away) % len(rounds)] for away in (0, 37)
        )
        mode, other_mode = modes[at % len(modes)], modes[(at + 1) % len(modes)]
        swapped = relabelled(made, tuple(SUITS), swap=True)
        scores = BySeat(9, 7 + at % 3) if started else BySeat(0, 0)
        asked = (
            _asked("one", made, made.match(mode, refusals=refusals)),
            _asked(
                "dealt by the other",
                made,
                swapped.match(other_mode, scores, refusals=refusals),
            ),
            _asked("another", second, second.match(mode, refusals=refusals)),
        )
        yield Repeat(
            f"{PREFIX}/repeat/{at + 1}", mode, asked, tuple(_between(second, mode, claims))
        )


def _asked(name: str, made: GeneratedRound, match: MatchInput) -> Asked:
    return Asked(name, f"Generated round {made.number} ({name})", made, match)


def _between(made: GeneratedRound, mode: ScoringMode, claims: Claims) -> Iterator[Asked]:
    """Requests that an engine might stumble over: plays that are refused, a deal that is none."""
    deal, first = made.deal, made.plays[0]
    if "refusals" in claims.features:
        wrong = (
            Attempt(first.seat, UNKNOWN),
            Attempt(first.seat, deal.stock[-1]),
            Attempt(other(first.seat), made.plays[1].card),
            first,
            first,
        )
        match = MatchInput(mode, made.dealer, (RoundInput(wrong, deal=deal),))
        yield _asked("refused plays", made, match)
    if "validates_deals" in claims.features:
        twice = Deal(deal.hands, (*deal.stock[:-1], deal.stock[0]))
        match = MatchInput(mode, made.dealer, (RoundInput((), deal=twice),))
        yield _asked("a card twice", made, match)


# --- are two replies the same? --------------------------------------------------------------


def difference(before: RunReply, now: RunReply) -> str | None:
    """Where two replies differ, as a text; None if they say the same. Ids, the order of cards
    in sets, and what the protocol does not know do not count."""
    found = _first(_plain(msgspec.to_builtins(before)), _plain(msgspec.to_builtins(now)), "")
    if found is None:
        return None
    path, was, is_now = found
    return f"{path} was {_told(was)}, now {_told(is_now)}"


_SETS = frozenset({"legal", "hands", "dealt", "hand", "trick"})


def _plain(value: Any, key: str = "", *, as_set: bool = False) -> Any:
    if isinstance(value, dict):
        kept = {k: v for k, v in value.items() if k != "id" and (key != "sees" or k in VIEW_KEYS)}
        return {k: _plain(v, k, as_set=as_set or k in _SETS) for k, v in kept.items()}
    if isinstance(value, list):
        items = [_plain(item) for item in value]
        return sorted(items, key=str) if as_set else items
    return value


def _first(was: Any, now: Any, path: str) -> tuple[str, Any, Any] | None:
    if isinstance(was, dict) and isinstance(now, dict) and was.keys() == now.keys():
        pairs = [(f"{path}.{key}" if path else key, was[key], now[key]) for key in was]
    elif isinstance(was, list) and isinstance(now, list) and len(was) == len(now):
        pairs = [(f"{path}[{at}]", *pair) for at, pair in enumerate(zip(was, now, strict=True))]
    else:
        return None if was == now else (path or "the reply", was, now)
    return next((found for at, a, b in pairs if (found := _first(a, b, at))), None)


def _told(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 80 else text[:80] + "…"
