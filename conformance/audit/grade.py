"""One logged game replayed by the rules, and where it first leaves them."""

from dataclasses import dataclass, replace

from conformance.audit.game import Game, GameRound, deal_fault
from conformance.audit.reported import reply_of
from conformance.grading.attribution import clause_of
from conformance.grading.claims import CLASSES, Claims
from conformance.grading.compare import Difference, first_difference
from conformance.grading.outcome import Divergence
from reference_engine.replay import Attempt, MatchInput, MatchShown, RoundInput, RoundShown, Table
from reference_engine.rules import Rules
from reference_engine.state import Match, Round, Seat, other

COMPARED = Claims(
    scoring=frozenset({"full", "simplified"}),
    features=frozenset({"legal_plays", "refusals", "draws", "deals_from_deck"}),
    classes=frozenset(CLASSES),
)
"""Everything that a log may hold is compared where it holds it."""

DEAL = "deal"
"""The field of a difference in the deal itself; replies have none of this name."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """A game under one reading, as far as its plays and the rules agree. ``divergence`` is None
    if they agree to its end."""

    match: MatchInput
    shown: MatchShown
    divergence: Divergence | None


def grade(game: Game, rules: Rules) -> Replayed:
    """Replay ``game`` and find its first divergence from ``rules``."""
    m = Match(game.scoring, game.dealer, game.scores)
    asked: list[RoundInput] = []
    shown: list[RoundShown] = []
    bad_deal: Divergence | None = None
    last: Round | None = None
    for told in game.rounds:
        if m.winner is not None or (shown and shown[-1].result is None):
            break
        deal = told.deal or rules.deal(told.deck or (), m.dealer)
        if fault := deal_fault(told, deal):
            bad_deal = _bad_deal(fault, len(shown) + 1)
            break
        table = Table(rules, m, deal)
        attempts, last = _play(table, told, rules)
        asked.append(RoundInput(attempts, None if told.deck else deal, told.deck))
        m, round_shown = table.finish()
        shown.append(round_shown)
    match = MatchInput(game.scoring, game.dealer, tuple(asked), game.scores)
    seen = MatchShown(tuple(shown), m.winner)
    told_game = replace(game, winner=m.winner) if bad_deal else game
    difference = first_difference(match, seen, reply_of(told_game, seen), COMPARED)
    if difference is None:
        return Replayed(match, seen, bad_deal)
    difference = _as_lead(difference, seen)
    clause = _clause(difference, match, seen, last)
    return Replayed(match, seen, Divergence(difference, clause))


def _play(table: Table, told: GameRound, rules: Rules) -> tuple[tuple[Attempt, ...], Round]:
    """The plays of the log up to the first one that the rules judge otherwise than the
    implementation, and the position before the last of them."""
    attempts: list[Attempt] = []
    before = table.round
    for play in told.plays:
        before = table.round
        seat: Seat = play.seat or rules.on_turn(before) or "north"
        attempts.append(Attempt(seat, play.card))
        if table.play(attempts[-1]).accepted == play.refused:
            break
    return tuple(attempts), before


def _bad_deal(fault: tuple[str, str], number: int) -> Divergence:
    found, clause = fault
    return Divergence(Difference(DEAL, "6, 6 and 40 cards, all different", found, number), clause)


def _as_lead(d: Difference, shown: MatchShown) -> Difference:
    """A card led out of turn tells who was taken for the leader."""
    if d.field != "accepted" or d.reported is False or d.play is None or d.trick is None:
        return d
    play = shown.rounds[d.round - 1].plays[d.play - 1]
    if "not-your-turn" not in play.reasons or play.sees["trick"] or play.on_turn is None:
        return d
    return replace(d, field="trick.leader", expected=play.on_turn, reported=d.seat)


def _clause(d: Difference, match: MatchInput, shown: MatchShown, before: Round | None) -> str:
    """The clause of a divergence. A card that lies elsewhere by the rules was drawn wrongly."""
    if d.field == "accepted" and d.reported and before is not None and d.seat is not None:
        drawn = {card for trick in before.tricks for _, card in trick.draws}
        if d.card in before.stock:
            return "draw.top-card"
        if d.card in drawn and d.card in before.hands[other(d.seat)]:
            return "draw.winner-first"
    return clause_of(d, match, shown, ())
