"""A deal, a play and the end of a round: each takes a frozen value and gives a new one."""

from dataclasses import dataclass, replace

from reference_engine.cards import Card
from reference_engine.rules import Rules
from reference_engine.state import Deal, Match, Reason, Round, RoundResult, Seat, Trick


@dataclass(frozen=True, slots=True)
class Refused:
    """A play that the rules do not allow, with every reason that applies."""

    reasons: tuple[Reason, ...]


def start_round(rules: Rules, deal: Deal, dealer: Seat) -> Round:
    """The round just dealt: trump is known, the first leader is on turn.

    Raises:
        ValueError: the deal is not a pack of 52 in hands of six and a stock of 40
            (``setup.standard-deck``).
    """
    if not rules.is_valid_deal(deal):
        raise ValueError("not a valid deal: 6, 6 and 40 cards, 52 distinct known cards")
    leader = rules.first_leader(dealer)
    return Round(dealer, leader, rules.trump(deal), deal.hands, deal.stock, leader)


def play(rules: Rules, r: Round, seat: Seat, card: Card) -> Round | Refused:
    """The round after this play, or why the rules refuse it. A refusal changes nothing
    (``play.illegal-refused``)."""
    reasons = rules.objections(r, seat, card)
    if reasons:
        return Refused(reasons)
    hands = r.hands.put(seat, _without(r.hands[seat], card))
    if r.led is None:
        return replace(r, hands=hands, led=card)
    return _complete_trick(rules, replace(r, hands=hands), r.led, card)


def _complete_trick(rules: Rules, r: Round, led: Card, follow: Card) -> Round:
    winner = rules.trick_winner(r, led, follow)
    captured = r.captured
    for card in (led, follow):
        captor = rules.captured_by(r, winner, card)
        captured = captured.put(captor, (*captured[captor], card))
    hands, stock = r.hands, r.stock
    draws: list[tuple[Seat, Card]] = []
    for drawer in rules.drawers(r, winner):
        card = rules.drawn_card(r, drawer, stock)
        stock = _without(stock, card)
        hands = hands.put(drawer, (*hands[drawer], card))
        draws.append((drawer, card))
    return replace(
        r,
        hands=hands,
        stock=stock,
        captured=captured,
        tricks=(*r.tricks, Trick(r.leader, led, follow, winner, tuple(draws))),
        leader=rules.next_leader(r, winner),
        led=None,
    )


def _without(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    if card not in cards:
        return cards
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def finish_round(rules: Rules, m: Match, r: Round) -> tuple[Match, RoundResult]:
    """The match after a round that is over, and what the round brought."""
    result = rules.round_result(m, r)
    after = Match(
        scoring=m.scoring,
        dealer=rules.next_dealer(m, r, result),
        scores=result.scores,
        rounds_played=m.rounds_played + 1,
        winner=rules.match_winner(m, result),
    )
    return after, result
