"""A scenario set up under one reading: whose turn each play is, which seat deals, the replay.

Scenarios are written for the default rotation of the deal. Under another one a later round may
have the other dealer; then its seats are swapped, so that the same cards are led and followed.
"""

from dataclasses import dataclass, replace

from conformance.scenarios.model import AuthoredRound, Scenario
from reference_engine.replay import (
    Attempt,
    MatchInput,
    MatchShown,
    PlayShown,
    RoundInput,
    RoundShown,
    Table,
)
from reference_engine.rules import HAND_SIZE, Rules
from reference_engine.state import BySeat, Deal, Match, Round, ScoringMode, Seat, other


class CannotStageError(ValueError):
    """The plays of a scenario cannot be made. ``round`` and ``at`` (the play) count from 0."""

    def __init__(self, message: str, round_at: int, at: int) -> None:
        super().__init__(message)
        self.round_at = round_at
        self.at = at


@dataclass(frozen=True, slots=True)
class Staged:
    """The input of a replay and what it shows; ``dealers[i]`` deals round ``i``, ``swapped[i]``
    tells that the seats of the round are not the author's. Both go as far as the match does.

    ``shown`` is None where the deal is meant to be refused.
    """

    match: MatchInput
    dealers: tuple[Seat, ...]
    swapped: tuple[bool, ...]
    shown: MatchShown | None = None


def stage(scenario: Scenario, scoring: ScoringMode, rules: Rules) -> Staged:
    """Work out the seats of all plays under ``rules``.

    Raises:
        CannotStageError: a play that the author expects to be accepted is refused, or the other
            way about; a round comes too early; the match is won before it starts.
    """
    authored = scenario.rounds[0].dealer or "north"
    if scenario.scores.north != scenario.scores.south and (
        max(scenario.scores.north, scenario.scores.south) >= rules.target
    ):
        raise CannotStageError("the match is already won at the start", 0, -1)
    m = Match(scoring, authored, scenario.scores)
    rounds: list[RoundInput] = []
    dealers: list[Seat] = []
    swaps: list[bool] = []
    shown: list[RoundShown] = []
    for at, written in enumerate(scenario.rounds):
        if at:
            authored = written.dealer or other(authored)
        swap = m.winner is None and m.dealer != authored
        asked = _for_reading(written, rules, swap)
        deal = Deal(asked.hands, asked.stock) if asked.hands is not None else None
        if m.winner is not None or scenario.refused:
            # Not played: the deal is sent all the same, to see that nothing comes of it.
            rounds.append(RoundInput((), deal, asked.deck))
            continue
        dealers.append(m.dealer)
        swaps.append(swap)
        table = Table(rules, m, deal or rules.deal(asked.deck or (), m.dealer))
        rounds.append(RoundInput(_seated(rules, table, asked, at), deal, asked.deck))
        m, round_shown = table.finish()
        shown.append(round_shown)
        if round_shown.result is None and at + 1 < len(scenario.rounds):
            raise CannotStageError("the next round comes before this one is over", at, -1)
    first = scenario.rounds[0].dealer or "north"
    match = MatchInput(scoring, first, tuple(rounds), scenario.scores)
    outcome = None if scenario.refused else MatchShown(tuple(shown), m.winner)
    return Staged(match, tuple(dealers), tuple(swaps), outcome)


def _seated(rules: Rules, table: Table, asked: AuthoredRound, round_at: int) -> tuple[Attempt, ...]:
    attempts: list[Attempt] = []
    for at, wanted in enumerate(asked.tries):
        r = table.round
        attempt = Attempt(wanted.seat or rules.on_turn(r) or "north", wanted.card)
        shown = table.play(attempt)
        attempts.append(attempt)
        if shown.accepted and wanted.refused:
            message = f"{attempt.seat} may play {wanted.card} here: the rules do not refuse it"
            raise CannotStageError(message, round_at, at)
        if not shown.accepted and not wanted.refused:
            raise CannotStageError(_why_not(shown, r, attempt), round_at, at)
    return tuple(attempts)


def _why_not(shown: PlayShown, r: Round, attempt: Attempt) -> str:
    return (
        f"{attempt.seat} cannot play {attempt.card} ({', '.join(shown.reasons)}); "
        f"hand {' '.join(r.hands[attempt.seat]) or 'empty'}, "
        f"legal {' '.join(shown.legal) or 'nothing'}"
    )


def _for_reading(asked: AuthoredRound, rules: Rules, swap: bool) -> AuthoredRound:
    if asked.deck and asked.tries and rules.first_card_to != Rules().first_card_to:
        asked = replace(asked, deck=_dealt_from_other_end(asked.deck))
    return _swapped(asked) if swap else asked


def _dealt_from_other_end(deck: tuple[str, ...]) -> tuple[str, ...]:
    """The pack that gives each seat the same hand where the dealer is dealt the first card."""
    dealt = 2 * HAND_SIZE
    pairs = zip(deck[1:dealt:2], deck[0:dealt:2], strict=True)
    return tuple(card for pair in pairs for card in pair) + deck[dealt:]


def _swapped(asked: AuthoredRound) -> AuthoredRound:
    hands: BySeat[tuple[str, ...]] | None = asked.hands.swapped() if asked.hands else None
    tries = tuple(
        replace(wanted, seat=other(wanted.seat)) if wanted.seat else wanted
        for wanted in asked.tries
    )
    return replace(asked, hands=hands, tries=tries)
