"""Faults of what is left over: from the round before, or from the request before.

One engine answers all requests of a run, so whatever it forgets to clear comes up later.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from conformance.faults.model import Fault, FaultKind, add, fault
from reference_engine.cards import Card, Suit, suit_of
from reference_engine.rules import Rules
from reference_engine.state import (
    Awards,
    BySeat,
    Deal,
    Match,
    Reason,
    Round,
    RoundResult,
    ScoringMode,
    Seat,
    other,
)

Memory = dict[Any, Any]


@dataclass(frozen=True)
class Remembering(Rules):
    """An engine with a memory, which is no part of what it is equal to.

    ``memory["requests"]`` counts the requests and ``memory["rounds"]`` the rounds begun in this
    one. A replay looks at all its deals first and at each one again when it is dealt, so two
    looks between two rounds mean that a new request has come.
    """

    memory: Memory = field(default_factory=dict, compare=False, hash=False, repr=False)

    def is_valid_deal(self, deal: Deal) -> bool:
        self.memory["looks"] = self.memory.get("looks", 0) + 1
        return super().is_valid_deal(deal)

    def first_leader(self, dealer: Seat) -> Seat:
        if self.memory.pop("looks") > 1:
            self.memory["requests"] = self.memory.get("requests", 0) + 1
            self.memory["rounds"] = 0
            self.new_request()
        self.memory["rounds"] += 1
        self.new_round()
        return super().first_leader(dealer)

    def new_request(self) -> None:
        """What is done with the memory when a request begins."""

    def new_round(self) -> None:
        """What is done with the memory when a round begins, the first one too."""


def _kept_over(slug: str, text: str, clause: str, wrong: type[Remembering]) -> None:
    """A fault twice: left over within a match alone, and from any request to the next.

    ``clause`` is what the second breaks; the first breaks ``match.next-round``.
    """

    @dataclass(frozen=True)
    class WithinTheMatch(wrong):  # type: ignore[misc, valid-type]
        def new_request(self) -> None:
            kept = {name: self.memory[name] for name in ("requests", "rounds")}
            self.memory.clear()
            self.memory.update(kept)

    _leftover(
        f"{slug}-of-the-round-before",
        f"{text} the round before",
        "match.next-round",
        WithinTheMatch,
    )
    _leftover(f"{slug}-of-the-request-before", f"{text} the request before", clause, wrong)


def _leftover(slug: str, text: str, clause: str, wrong: type[Remembering]) -> None:
    add(Fault(f"state.{slug}", text, clause, "state", wrong))


# --- in each round and request --------------------------------------------------------------


@dataclass(frozen=True)
class TrumpKept(Remembering):
    def trump(self, deal: Deal) -> Suit:
        return str(self.memory.setdefault("trump", super().trump(deal)))


_kept_over("trump", "the trump suit is left over from", "trump.top-card-decides", TrumpKept)


@dataclass(frozen=True)
class LeaderKept(Remembering):
    def first_leader(self, dealer: Seat) -> Seat:
        right = super().first_leader(dealer)
        kept: Seat = self.memory.get("winner", right)
        return kept

    def next_leader(self, r: Round, winner: Seat) -> Seat:
        self.memory["winner"] = winner
        return winner


_kept_over(
    "leader",
    "the first lead is still that of the last trick's winner in",
    "lead.non-dealer-first",
    LeaderKept,
)


@dataclass(frozen=True)
class VoidsKept(Remembering):
    """A seat that did not follow is noted as void, and such a seat may play anything."""

    def trick_winner(self, r: Round, led: Card, follow: Card) -> Seat:
        if suit_of(led) != suit_of(follow):
            self.memory.setdefault("now", set()).add((other(r.leader), suit_of(led)))
        return super().trick_winner(r, led, follow)

    def new_round(self) -> None:
        self.memory["before"] = self.memory.pop("now", set())

    def legal_follow(self, r: Round, seat: Seat, led: Card) -> tuple[Card, ...]:
        if (seat, suit_of(led)) in self.memory["before"]:
            return r.hands[seat]
        return super().legal_follow(r, seat, led)


_kept_over("voids", "who is void in a suit is left over from", "follow.must-follow-suit", VoidsKept)


@dataclass(frozen=True)
class PilesKept(Remembering):
    def round_result(self, m: Match, r: Round) -> RoundResult:
        before: BySeat[tuple[Card, ...]] = self.memory.get("piles", BySeat((), ()))
        piles = BySeat(before.north + r.captured.north, before.south + r.captured.south)
        self.memory["piles"] = piles
        return super().round_result(m, replace(r, captured=piles))


_kept_over("piles", "the captured cards lie with those of", "trick.winner-captures", PilesKept)


@dataclass(frozen=True)
class TricksKept(Remembering):
    def round_result(self, m: Match, r: Round) -> RoundResult:
        self.memory["tricks"] = (*self.memory.get("tricks", ()), *r.tricks)
        return super().round_result(m, replace(r, tricks=self.memory["tricks"]))


_kept_over("tricks", "the tricks are counted on from those of", "award.most-tricks", TricksKept)


@dataclass(frozen=True)
class AwardsKept(Remembering):
    """An award that is given stays with its taker."""

    def awards(self, r: Round, scoring: ScoringMode) -> Awards:
        right = super().awards(r, scoring)
        kept: Awards = self.memory.setdefault("awards", right)
        return replace(right, high=kept.high)


_kept_over("high", "the taker of high stays the same as in", "award.high", AwardsKept)

# --- from one request to the next -----------------------------------------------------------


@fault(
    "state.scores-of-the-match-before",
    "the running score of the match before is added to the scores to start from",
    clause="match.running-score",
    kind="state",
)
@dataclass(frozen=True)
class ScoresKept(Remembering):
    def new_scores(self, m: Match, r: Round, awards: Awards) -> BySeat[int]:
        right = super().new_scores(m, r, awards)
        if m.rounds_played == 0:
            before = self.memory.get("scores", BySeat(0, 0))
            right = BySeat(right.north + before.north, right.south + before.south)
        self.memory["scores"] = right
        return right


@fault(
    "state.scoring-of-the-match-before",
    "the way of scoring is the one of the match before",
    clause="match.scoring-fixed",
    kind="state",
)
@dataclass(frozen=True)
class ScoringKept(Remembering):
    def round_result(self, m: Match, r: Round) -> RoundResult:
        before: ScoringMode = self.memory.get("scoring", m.scoring)
        self.memory["scoring"] = m.scoring
        return super().round_result(replace(m, scoring=before), r)


@fault(
    "state.scoring-of-the-first-match",
    "the way of scoring is read once, at the first match",
    clause="match.scoring-fixed",
    kind="state",
)
@dataclass(frozen=True)
class ScoringOfTheFirstMatch(Remembering):
    def round_result(self, m: Match, r: Round) -> RoundResult:
        first: ScoringMode = self.memory.setdefault("scoring", m.scoring)
        return super().round_result(replace(m, scoring=first), r)


@fault(
    "state.dealer-of-the-match-before",
    "the first leader goes by who dealt in the request before",
    clause="lead.non-dealer-first",
    kind="state",
)
@dataclass(frozen=True)
class DealerKept(Remembering):
    def first_leader(self, dealer: Seat) -> Seat:
        before: Seat = self.memory.get("dealer", dealer)
        self.memory["dealer"] = dealer
        return super().first_leader(before)


@fault(
    "state.led-suit-of-the-match-before",
    "a card left on the table by the request before still asks for its suit at the first lead",
    clause="lead.any-card",
    kind="state",
)
@dataclass(frozen=True)
class LedSuitKept(Remembering):
    def new_request(self) -> None:
        self.memory["lying"] = self.memory.pop("led", None)

    def legal_follow(self, r: Round, seat: Seat, led: Card) -> tuple[Card, ...]:
        self.memory["led"] = led
        return super().legal_follow(r, seat, led)

    def next_leader(self, r: Round, winner: Seat) -> Seat:
        self.memory["led"] = None
        return super().next_leader(r, winner)

    def legal_lead(self, r: Round, seat: Seat) -> tuple[Card, ...]:
        lying: Card | None = self.memory["lying"]
        if r.tricks or lying is None:
            return super().legal_lead(r, seat)
        return self.follow_it(r, seat, lying)

    def follow_it(self, r: Round, seat: Seat, lying: Card) -> tuple[Card, ...]:
        return tuple(c for c in r.hands[seat] if suit_of(c) == suit_of(lying)) or r.hands[seat]


@fault(
    "state.legal-cards-of-an-equal-hand",
    "legal cards are kept by hand, whatever is led the next time",
    clause="follow.must-follow-suit",
    kind="state",
)
@dataclass(frozen=True)
class LegalCardsByHand(Remembering):
    def legal_follow(self, r: Round, seat: Seat, led: Card) -> tuple[Card, ...]:
        right = super().legal_follow(r, seat, led)
        kept: tuple[Card, ...] = self.memory.setdefault(frozenset(r.hands[seat]), right)
        return kept


@fault(
    "state.leader-of-an-equal-deal",
    "the first leader is kept by deal, whoever deals it the next time",
    clause="lead.non-dealer-first",
    kind="state",
)
@dataclass(frozen=True)
class LeaderOfAnEqualDeal(Remembering):
    def trump(self, deal: Deal) -> Suit:
        self.memory["deal"] = deal
        return super().trump(deal)

    def on_turn(self, r: Round) -> Seat | None:
        right = super().on_turn(r)
        if right is None or r.tricks or r.led:
            return right
        kept: Seat = self.memory.setdefault(self.memory["deal"], right)
        return kept


@fault(
    "state.result-of-an-equal-deal",
    "the result of a deal that comes again is the one that it had the first time",
    clause="match.running-score",
    kind="state",
)
@dataclass(frozen=True)
class ResultOfAnEqualDeal(Remembering):
    def trump(self, deal: Deal) -> Suit:
        self.memory["deal"] = deal
        return super().trump(deal)

    def round_result(self, m: Match, r: Round) -> RoundResult:
        key = (self.memory["deal"], m.scoring)
        kept: RoundResult = self.memory.setdefault(key, super().round_result(m, r))
        return kept


@fault(
    "state.refusals-add-up",
    "after ten refused plays in all, whenever they were, suits need not be followed",
    clause="follow.must-follow-suit",
    kind="state",
)
@dataclass(frozen=True)
class RefusalsAddUp(Remembering):
    def after_refusal(self, r: Round, seat: Seat, card: Card) -> Round:
        self.memory["refused"] = self.memory.get("refused", 0) + 1
        return super().after_refusal(r, seat, card)

    def legal_follow(self, r: Round, seat: Seat, led: Card) -> tuple[Card, ...]:
        if self.memory.get("refused", 0) >= 10:
            return r.hands[seat]
        return super().legal_follow(r, seat, led)


@fault(
    "state.after-a-refused-play",
    "the first trick after a refused play goes to the leader",
    clause="play.illegal-refused",
    kind="state",
)
@dataclass(frozen=True)
class AfterARefusedPlay(Remembering):
    def after_refusal(self, r: Round, seat: Seat, card: Card) -> Round:
        self.memory["refused"] = True
        return super().after_refusal(r, seat, card)

    def trick_winner(self, r: Round, led: Card, follow: Card) -> Seat:
        if self.memory.pop("refused", False):
            return r.leader
        return super().trick_winner(r, led, follow)


@fault(
    "state.after-an-invalid-deal",
    "the deal after an invalid one is refused as well",
    clause="setup.standard-deck",
    kind="state",
)
@dataclass(frozen=True)
class AfterAnInvalidDeal(Remembering):
    def is_valid_deal(self, deal: Deal) -> bool:
        right = super().is_valid_deal(deal)
        refused = self.memory.get("refused", False)
        self.memory["refused"] = not right
        return right and not refused


def _odd_requests(slug: str, text: str, clause: str, rule: str, wrong: Callable[..., Any]) -> None:
    """Right at the first request, wrong at every second one."""

    def chosen(self: Remembering, *args: Any) -> Any:
        right = getattr(Rules, rule)(self, *args)
        return right if self.memory["requests"] % 2 else wrong(self, right, *args)

    made = type("EverySecondRequest", (Remembering,), {rule: chosen})
    kind: FaultKind = "state"
    add(
        Fault(
            f"state.every-second-match-{slug}", f"{text} in every second match", clause, kind, made
        )
    )


_odd_requests(
    "swaps-draws",
    "the loser draws first",
    "draw.winner-first",
    "drawers",
    lambda self, right, r, winner: right[::-1],
)
_odd_requests(
    "starts-at-nothing",
    "the scores to start from are ignored",
    "match.running-score",
    "new_scores",
    lambda self, right, m, r, awards: (
        right if m.rounds_played else BySeat(awards.points("north"), awards.points("south"))
    ),
)
_odd_requests(
    "gives-low-to-the-other",
    "low goes to the other player",
    "award.low",
    "low",
    lambda self, right, r: right and other(right),
)


@fault(
    "state.refused-card-is-gone",
    "a card that was refused counts as played in the round that follows",
    clause="play.illegal-refused",
    kind="state",
)
@dataclass(frozen=True)
class RefusedCardIsGone(Remembering):
    def new_round(self) -> None:
        self.memory["gone"] = self.memory.pop("refused", set())

    def after_refusal(self, r: Round, seat: Seat, card: Card) -> Round:
        self.memory.setdefault("refused", set()).add((seat, card))
        return super().after_refusal(r, seat, card)

    def objections(self, r: Round, seat: Seat, card: Card) -> tuple[Reason, ...]:
        if (seat, card) in self.memory["gone"] and card in r.hands[seat]:
            return ("card-not-in-hand",)
        return super().objections(r, seat, card)


@fault(
    "state.dealer-counted-over-matches",
    "whose deal it is goes on from match to match, so that the second dealer may be the first",
    clause="deal.rotation",
    kind="state",
)
@dataclass(frozen=True)
class DealsCountedOverMatches(Remembering):
    def next_dealer(self, m: Match, r: Round, result: RoundResult) -> Seat:
        last: Seat = self.memory.get("dealer", r.dealer)
        self.memory["dealer"] = other(last)
        return other(last)
