"""A scenario set up under one reading: whose turn each play is, which seat deals, the replay.

Scenarios are written for the default rotation of the deal. Under another one a later round may
have the other dealer; then its seats are swapped, so that the same cards are led and followed.
"""

from dataclasses import dataclass, replace

from conformance.scenarios.model import AuthoredRound, Scenario
from reference_engine.play import Refused, finish_round, play, start_round
from reference_engine.replay import Attempt, MatchInput, RoundInput
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
    """The input of a replay; ``dealers[i]`` deals round ``i``, ``swapped[i]`` tells that the
    seats of the round are not the author's. Both go as far as the match does."""

    match: MatchInput
    dealers: tuple[Seat, ...]
    swapped: tuple[bool, ...]


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
        r = start_round(rules, deal or rules.deal(asked.deck or (), m.dealer), m.dealer)
        r, attempts = _seated(rules, r, asked, at)
        rounds.append(RoundInput(attempts, deal, asked.deck))
        if rules.is_over(r):
            m, _ = finish_round(rules, m, r)
        elif at + 1 < len(scenario.rounds):
            raise CannotStageError("the next round comes before this one is over", at, -1)
    first = scenario.rounds[0].dealer or "north"
    match = MatchInput(scoring, first, tuple(rounds), scenario.scores)
    return Staged(match, tuple(dealers), tuple(swaps))


def _seated(
    rules: Rules, r: Round, asked: AuthoredRound, round_at: int
) -> tuple[Round, tuple[Attempt, ...]]:
    attempts: list[Attempt] = []
    for at, wanted in enumerate(asked.tries):
        on_turn = rules.on_turn(r)
        seat = wanted.seat or on_turn or "north"
        attempts.append(Attempt(seat, wanted.card))
        after = play(rules, r, seat, wanted.card)
        if isinstance(after, Round):
            if wanted.refused:
                raise CannotStageError(
                    f"{seat} may play {wanted.card} here: the rules do not refuse it", round_at, at
                )
            r = after
        elif not wanted.refused:
            raise CannotStageError(_why_not(after, r, seat, wanted.card, rules), round_at, at)
    return r, tuple(attempts)


def _why_not(refused: Refused, r: Round, seat: Seat, card: str, rules: Rules) -> str:
    reasons = ", ".join(refused.reasons)
    return (
        f"{seat} cannot play {card} ({reasons}); "
        f"hand {' '.join(r.hands[seat]) or 'empty'}, legal {' '.join(rules.legal(r)) or 'nothing'}"
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
