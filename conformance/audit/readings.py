"""The option of each ruling that a log follows, where it does not declare one.

All games are looked through for rounds that tell the options apart; the first of them are kept.
The option that explains most is the reading, and every game is then held to it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from msgspec import UNSET, UnsetType, structs

from conformance.audit.format import LoggedAwards, LoggedResult
from conformance.audit.game import Game, GameError
from conformance.audit.grade import grade
from conformance.grading.readings import ORDER, Reading
from conformance.rulebook import Rulebook, with_fields
from reference_engine.rules import Rules
from reference_engine.state import BySeat, RoundResult

KEPT = 30
"""So many games are kept for each ruling: enough to tell, little enough for any log."""
SWEEPS = 3
"""Whole matches bring several rulings together, so that each is looked at again in the light of
the others."""


@dataclass
class Witnesses:
    """Games, or single rounds of them, that may tell the options of a ruling apart."""

    declared: dict[str, str] = field(default_factory=dict)
    kept: dict[str, list[Game]] = field(default_factory=lambda: {name: [] for name in ORDER})

    def add(self, game: Game) -> None:
        """Keep what tells in ``game``.

        Raises:
            GameError: it declares another option than an earlier game did.
        """
        self._declare(game)
        if not self._wants_more:
            return
        if len(game.rounds) > 1:
            self._keep("dealer_rotation", game)
        points, ties = game.scores, 0
        for single in _single_rounds(game):
            if single.rounds[0].deck:
                self._keep("first_card_to", single)
            result = _result(single, self.declared)
            if result is None:
                continue
            if tie := _tie(game, result):
                # It tells by its awards, or else by who deals next or who wins.
                self._keep(tie, game if _awards(single).game is UNSET else single)
                ties += 1
            won = result.scores
            points = BySeat(points.north + won.north, points.south + won.south)
        if game.winner and min(points.north, points.south) + ties >= Rules().target:
            self._keep("both_reach_target", game)

    def _declare(self, game: Game) -> None:
        for ruling, option in game.rulings.items():
            before = self.declared.setdefault(ruling, option)
            if before != option:
                raise GameError(
                    f"rulings.{ruling}",
                    f"is {option}, and an earlier game has {before}: "
                    "games under different readings need a log each",
                )

    @property
    def entangled(self) -> bool:
        """Must some tie be judged by who deals next? Then neither is known before the other."""
        ties = (*self.kept["trick_point_tie"], *self.kept["trick_count_tie"])
        unknown = "dealer_rotation" not in self.declared
        return unknown and any(len(game.rounds) > 1 for game in ties)

    @property
    def _wants_more(self) -> bool:
        return any(self._wants(ruling) for ruling in ORDER)

    def _wants(self, ruling: str) -> bool:
        return ruling not in self.declared and len(self.kept[ruling]) < KEPT

    def _keep(self, ruling: str, game: Game) -> None:
        if self._wants(ruling):
            self.kept[ruling].append(game)


def infer(witnesses: Witnesses, book: Rulebook) -> tuple[Rules, dict[str, Reading]]:
    """The rules that the log is held to, and the reading of each ruling."""
    declared = with_fields(Rules(), witnesses.declared)
    starts = [declared]
    if witnesses.entangled:
        options = book.rulings["dealer_rotation"].options
        starts = [with_fields(declared, {"dealer_rotation": option}) for option in options]
    found = [_climb(start, witnesses, book) for start in starts]
    if len(found) == 1:
        return found[0]
    matches = witnesses.kept["dealer_rotation"]
    return max(found, key=lambda it: sum(_rounds_explained(game, it[0]) for game in matches))


def _climb(rules: Rules, witnesses: Witnesses, book: Rulebook) -> tuple[Rules, dict[str, Reading]]:
    """From ``rules`` one ruling after the other to the option that explains most."""
    readings: dict[str, Reading] = {}
    for _ in range(SWEEPS):
        before = rules
        for ruling in ORDER:
            readings[ruling] = _reading(rules, ruling, witnesses, book)
            rules = with_fields(rules, {ruling: readings[ruling].option})
        if rules == before:
            break
    return rules, readings


def _reading(rules: Rules, ruling: str, witnesses: Witnesses, book: Rulebook) -> Reading:
    if ruling in witnesses.declared:
        return Reading(ruling, witnesses.declared[ruling], "declared")
    explained = {
        option: sum(
            _rounds_explained(game, with_fields(rules, {ruling: option}))
            for game in witnesses.kept[ruling]
        )
        for option in book.rulings[ruling].options
    }
    told_apart = len(set(explained.values())) > 1
    # The first of equals is the default.
    best = max(explained, key=lambda option: explained[option])
    return Reading(ruling, best, "inferred" if told_apart else "assumed")


def _rounds_explained(game: Game, rules: Rules) -> int:
    """How far the rules explain a game; to its end counts one more. Another ruling, not found
    out yet, may cut it short, so that whole games alone would tell too little."""
    divergence = grade(game, rules).divergence
    return divergence.difference.round - 1 if divergence else len(game.rounds) + 1


def _single_rounds(game: Game) -> list[Game]:
    """Each round as a game of its own, with the dealer that the log tells, so that it can be
    judged whatever the rotation is; rounds of which it is not told are left out."""
    singles = []
    for at, told in enumerate(game.rounds):
        dealer = told.dealer_by_lead or (None if at else game.dealer)
        if dealer:
            alone = replace(told, result=_without_scores(told.result))
            singles.append(
                replace(game, dealer=dealer, scores=BySeat(0, 0), rounds=(alone,), winner=UNSET)
            )
    return singles


def _tie(game: Game, result: RoundResult) -> str | None:
    """The ruling that decides the award game of an even round."""
    if game.scoring == "full":
        even = result.trick_points.north == result.trick_points.south
        return "trick_point_tie" if even else None
    return "trick_count_tie" if result.tricks.north == result.tricks.south else None


def _awards(single: Game) -> LoggedAwards:
    result = single.rounds[0].result
    return result.awards if isinstance(result, LoggedResult) else LoggedAwards()


def _without_scores(result: LoggedResult | UnsetType | None) -> LoggedResult | UnsetType | None:
    if isinstance(result, LoggedResult):
        return structs.replace(result, scores=UNSET)
    return result


def _result(single: Game, declared: Mapping[str, str]) -> RoundResult | None:
    """What the round brings under the option for the first card that lets it be played."""
    rules = with_fields(Rules(), dict(declared))
    readings = [rules]
    if single.rounds[0].deck and "first_card_to" not in declared:
        readings.append(with_fields(rules, {"first_card_to": "dealer"}))
    for reading in readings:
        shown = grade(single, reading).shown
        if shown.rounds and shown.rounds[0].result:
            return shown.rounds[0].result
    return None
