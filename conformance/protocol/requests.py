"""A staged scenario as a ``run`` request."""

from itertools import zip_longest
from typing import Any

from conformance.scenarios.stage import Staged
from reference_engine.replay import RoundInput, dealing_order
from reference_engine.rules import Rules
from reference_engine.state import Deal, Seat, other


def run_request(staged: Staged, rules: Rules, detail: str = "trace") -> dict[str, Any]:
    """The request without ``cmd`` and ``id`` (``spec/protocol.md``, run)."""
    match = staged.match
    dealers = _all_dealers(staged)
    rounds = [
        _round(asked, rules, dealer) for asked, dealer in zip(match.rounds, dealers, strict=True)
    ]
    rounds[0] = {"dealer": match.dealer, **rounds[0]}
    return {
        "scoring": match.scoring,
        "detail": detail,
        "start": {"scores": {"north": match.scores.north, "south": match.scores.south}},
        "rounds": rounds,
    }


def _all_dealers(staged: Staged) -> list[Seat]:
    """Rounds after the match is won are never dealt; any dealer will do for their deck."""
    dealers = list(staged.dealers) or [staged.match.dealer]
    while len(dealers) < len(staged.match.rounds):
        dealers.append(other(dealers[-1]))
    return dealers


def _round(asked: RoundInput, rules: Rules, dealer: Seat) -> dict[str, Any]:
    plays = [{"seat": attempt.seat, "card": attempt.card} for attempt in asked.plays]
    if asked.deal is None:
        return {"deck": list(asked.deck or ()), "plays": plays}
    return {
        "hands": {seat: list(cards) for seat, cards in asked.deal.hands.items()},
        "stock": list(asked.deal.stock),
        "deck": list(_deck(asked.deal, rules, dealer)),
        "plays": plays,
    }


def _deck(deal: Deal, rules: Rules, dealer: Seat) -> tuple[str, ...]:
    if rules.is_valid_deal(deal):
        return dealing_order(rules, deal, dealer)
    # An invalid deal has no dealing order; the deck holds the same wrong cards.
    first = rules.first_card_recipient(dealer)
    pairs = zip_longest(deal.hands[first], deal.hands[other(first)])
    return tuple(card for pair in pairs for card in pair if card is not None) + deal.stock
