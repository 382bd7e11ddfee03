"""What the author expects, held against what a replay shows."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from conformance.scenarios.build import expected_in
from conformance.scenarios.document import Path
from conformance.scenarios.model import AuthoredRound, Scenario, Try
from conformance.scenarios.stage import Staged
from reference_engine.replay import MatchShown, PlayShown, RoundShown
from reference_engine.state import RoundResult, ScoringMode


@dataclass(frozen=True, slots=True)
class Disagreement:
    """The author says one thing at ``path`` of the file, the replay shows another."""

    path: Path
    what: str
    authored: Any
    shown: Any


def disagreements(
    scenario: Scenario,
    scoring: ScoringMode,
    staged: Staged,
    shown: MatchShown,
    change: dict[str, Any] | None = None,
) -> list[Disagreement]:
    """All authored values that ``shown`` does not bear out.

    ``change`` is laid over the scenario's expectations: what one option of a ruling expects.
    Rounds whose seats were swapped are held to ``change`` alone.
    """
    return list(_match(scenario, scoring, staged, shown, change or {}))


def _match(
    scenario: Scenario,
    scoring: ScoringMode,
    staged: Staged,
    shown: MatchShown,
    change: dict[str, Any],
) -> Iterator[Disagreement]:
    changed_at = change.get("round", len(scenario.rounds)) - 1
    for at, (asked, round_shown) in enumerate(zip(scenario.rounds, shown.rounds, strict=False)):
        path: Path = ("rounds", at)
        expects = {} if staged.swapped[at] else asked.expects
        if at == changed_at:
            expects = _overlaid(expects, change)
        if not staged.swapped[at]:
            yield from _plays(asked, round_shown, path)
        yield from _round(expects, round_shown, scoring, path)
    for at in range(len(shown.rounds), len(scenario.rounds)):
        if scenario.rounds[at].expects.get("result"):
            yield Disagreement(("rounds", at), "the round", "is played", "the match is over before")
    expects = {**scenario.expects, **{k: change[k] for k in ("winner",) if k in change}}
    if "winner" in expects:
        winner = expected_in(expects["winner"], scoring)
        if winner not in (..., shown.winner):
            yield Disagreement(("winner",), "the winner of the match", winner, shown.winner)
    if expects.get("played_rounds", len(shown.rounds)) != len(shown.rounds):
        yield Disagreement(
            ("played_rounds",), "rounds played", expects["played_rounds"], len(shown.rounds)
        )


def _overlaid(expects: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    laid = expects | {key: change[key] for key in ("dealer", "leader", "dealt") if key in change}
    if "awards" in change or "scores" in change:
        result = dict(expects.get("result") or {})
        result["awards"] = result.get("awards", {}) | change.get("awards", {})
        if "scores" in change:
            result["scores"] = change["scores"]
        elif "awards" in change:
            # The scores of the default do not hold where the awards differ.
            result.pop("scores", None)
        laid["result"] = result
    return laid


def _plays(asked: AuthoredRound, shown: RoundShown, path: Path) -> Iterator[Disagreement]:
    for wanted, play in zip(asked.tries, shown.plays, strict=False):
        yield from _play(wanted, play, (*path, "tricks", wanted.trick - 1))
    for at, (expected, trick) in enumerate(zip(asked.tricks, shown.tricks, strict=False)):
        here = (*path, "tricks", at)
        if expected.winner not in (None, trick.winner):
            what = f"the winner of trick {at + 1}"
            yield Disagreement((*here, "winner"), what, expected.winner, trick.winner)
        if expected.draws is not None and expected.draws != dict(trick.draws):
            what = f"the draws after trick {at + 1}"
            yield Disagreement((*here, "draws"), what, expected.draws, dict(trick.draws))


def _play(wanted: Try, play: PlayShown, path: Path) -> Iterator[Disagreement]:
    if wanted.reason and wanted.reason not in play.reasons:
        what = f"the reason to refuse {wanted.card}"
        yield Disagreement(path, what, wanted.reason, " or ".join(play.reasons))
    if wanted.legal is not None and wanted.legal != frozenset(play.legal):
        what = f"the legal cards before {wanted.card}"
        yield Disagreement(path, what, wanted.legal, frozenset(play.legal))
    for key, value in (wanted.sees or {}).items():
        seen = frozenset(play.sees[key]) if key in ("hand", "trick") else play.sees[key]
        if value != seen:
            yield Disagreement(path, f"{key} as seen before {wanted.card}", value, seen)


def _round(
    expects: dict[str, Any], shown: RoundShown, scoring: ScoringMode, path: Path
) -> Iterator[Disagreement]:
    for key in ("dealer", "leader", "trump"):
        if key in expects and expects[key] != getattr(shown, key):
            yield Disagreement((*path, key), f"the {key}", expects[key], getattr(shown, key))
    for key in ("dealt", "hands", "captured"):
        for seat, cards in expects.get(key, {}).items():
            found = frozenset(getattr(shown, key)[seat])
            if cards != found:
                yield Disagreement((*path, key, seat), f"{key} of {seat}", cards, found)
    if "result" in expects:
        yield from _result(expects["result"], shown.result, scoring, (*path, "result"))


def _result(
    expects: dict[str, Any] | None, shown: RoundResult | None, scoring: ScoringMode, path: Path
) -> Iterator[Disagreement]:
    if expects is None or shown is None:
        if (expects is None) != (shown is None):
            yield Disagreement(
                path,
                "the result",
                "the round goes on" if expects is None else "the round is over",
                "the round goes on" if shown is None else "the round is over",
            )
        return
    for key in ("tricks", "trick_points", "scores"):
        values = expected_in(expects.get(key, ...), scoring)
        if values is ...:
            continue
        for seat, value in values.items():
            found = getattr(shown, key)[seat]
            if value != found:
                yield Disagreement((*path, key), f"{key} of {seat}", value, found)
    taken = dict(shown.awards.items())
    for award, taker in expects.get("awards", {}).items():
        value = expected_in(taker, scoring)
        if value not in (..., taken[award]):
            yield Disagreement((*path, "awards"), f"the award {award}", value, taken[award])
