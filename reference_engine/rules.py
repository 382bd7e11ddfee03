"""The rules of California Jack, one short method each.

The fields of :class:`Rules` are the rulings (what the documents leave open) and the
departures of the published variants; their defaults are the documented rules. A faulty
engine is a subclass that overrides one method: the seams are the rules themselves, which is
why each method is given the whole position and not only what a right engine needs of it.
"""

from dataclasses import dataclass
from typing import Any, Literal

from reference_engine.cards import DECK, KNOWN_CARDS, Card, Suit, rank_value, suit_of
from reference_engine.state import (
    AWARDS,
    SEATS,
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

TRICK_POINTS = {"J": 1, "Q": 2, "K": 3, "A": 4, "T": 10}
"""Trick points of a captured card by rank; all other ranks count 0."""

HAND_SIZE = 6


@dataclass(frozen=True)
class Rules:
    """All rules of the game under one reading.

    The first five fields are the rulings of ``spec/rulings.yaml``, the others the departures
    of ``spec/variants.yaml``.
    """

    trick_point_tie: Literal["nobody", "non_dealer", "dealer"] = "nobody"
    trick_count_tie: Literal["nobody", "non_dealer", "dealer", "most_trick_points"] = "nobody"
    both_reach_target: Literal["higher_score", "counting_order"] = "higher_score"
    dealer_rotation: Literal["alternate", "winner_deals", "loser_deals", "same_dealer"] = (
        "alternate"
    )
    first_card_to: Literal["non_dealer", "dealer"] = "non_dealer"

    follow: Literal["suit", "suit_or_trump", "suit_else_trump"] = "suit"
    packet: Literal[1, 3, 6] = 1
    target: int = 10
    cut_trump: Suit | None = None

    # --- the deal ---------------------------------------------------------------------------

    def is_valid_deal(self, deal: Deal) -> bool:
        """Six cards each and a stock of 40, 52 distinct cards (``setup.standard-deck``)."""
        north, south = deal.hands.north, deal.hands.south
        cards = north + south + deal.stock
        return (
            len(north) == len(south) == HAND_SIZE
            and len(cards) == len(DECK)
            and set(cards) == KNOWN_CARDS
        )

    def first_card_recipient(self, dealer: Seat) -> Seat:
        """Who is dealt the first card (``deal.first-card``, ruling ``first_card_to``)."""
        return other(dealer) if self.first_card_to == "non_dealer" else dealer

    def deal(self, deck: tuple[Card, ...], dealer: Seat) -> Deal:
        """Six cards each, one at a time, by turns (``deal.six-cards-each``,
        ``deal.one-at-a-time``); the rest is the stock, its top first (``deal.stock``)."""
        first = self.first_card_recipient(dealer)
        hands: BySeat[tuple[Card, ...]] = BySeat((), ())
        for at in range(0, 2 * HAND_SIZE, self.packet):
            seat = first if (at // self.packet) % 2 == 0 else other(first)
            hands = hands.put(seat, hands[seat] + deck[at : at + self.packet])
        return Deal(hands, deck[2 * HAND_SIZE :])

    def trump(self, deal: Deal) -> Suit:
        """The suit of the card that shows on the stock (``trump.top-card-decides``)."""
        return self.cut_trump or suit_of(deal.stock[0])

    def first_leader(self, dealer: Seat) -> Seat:
        """The player opposite the dealer (``lead.non-dealer-first``)."""
        return other(dealer)

    # --- a play -----------------------------------------------------------------------------

    def current_trump(self, r: Round) -> Suit:
        """Trump stays until the next deal (``trump.lasts-the-round``)."""
        return r.trump

    def on_turn(self, r: Round) -> Seat | None:
        """Each plays one card, the leader first (``play.in-turn``); nobody after the round."""
        if self.is_over(r):
            return None
        return r.leader if r.led is None else other(r.leader)

    def legal(self, r: Round) -> tuple[Card, ...]:
        """Every card that the seat on turn might play now, in the order of its hand."""
        seat = self.on_turn(r)
        if seat is None:
            return ()
        return self.legal_lead(r, seat) if r.led is None else self.legal_follow(r, seat, r.led)

    def legal_lead(self, r: Round, seat: Seat) -> tuple[Card, ...]:
        """Any card of the hand (``lead.any-card``)."""
        return r.hands[seat]

    def legal_follow(self, r: Round, seat: Seat, led: Card) -> tuple[Card, ...]:
        """The led suit if able (``follow.must-follow-suit``), from the first trick to the last;
        otherwise any card (``follow.void-any-card``)."""
        hand, trump = r.hands[seat], self.current_trump(r)
        same_suit = tuple(card for card in hand if suit_of(card) == suit_of(led))
        trumps = tuple(card for card in hand if suit_of(card) == trump)
        if self.follow == "suit_or_trump" and same_suit:
            return tuple(card for card in hand if card in same_suit or card in trumps)
        if self.follow == "suit_else_trump" and not same_suit:
            return trumps or hand
        return same_suit or hand

    def objections(self, r: Round, seat: Seat, card: Card) -> tuple[Reason, ...]:
        """Every reason to refuse this play; none if it is legal (``play.illegal-refused``)."""
        reasons: list[Reason] = []
        if card not in KNOWN_CARDS:
            reasons.append("unknown-card")
        if self.is_over(r):
            reasons.append("round-over")
        if seat != self.on_turn(r):
            reasons.append("not-your-turn")
        if card not in r.hands[seat]:
            reasons.append("card-not-in-hand")
        elif seat == self.on_turn(r) and card not in self.legal(r):
            reasons.append("must-follow-suit")
        return tuple(reasons)

    def after_refusal(self, r: Round, seat: Seat, card: Card) -> Round:
        """A refused play changes nothing (``play.illegal-refused``)."""
        return r

    # --- a trick ----------------------------------------------------------------------------

    def beats(self, r: Round, card: Card, best: Card) -> bool:
        """Does ``card``, played second, take the trick from ``best``?

        The highest trump wins, whatever its rank (``trick.trump-wins``,
        ``trump.outranks-other-suits``); without one, the highest card of the led suit
        (``trick.highest-of-led-suit``). A discard never wins.
        """
        if suit_of(card) == suit_of(best):
            return rank_value(card) > rank_value(best)
        return suit_of(card) == self.current_trump(r)

    def trick_winner(self, r: Round, led: Card, follow: Card) -> Seat:
        """The seat whose card is best (``trick.highest-of-led-suit``, ``trick.trump-wins``)."""
        return other(r.leader) if self.beats(r, follow, led) else r.leader

    def captured_by(self, r: Round, winner: Seat, card: Card) -> Seat:
        """Both cards of a trick go to its winner (``trick.winner-captures``)."""
        return winner

    def drawers(self, r: Round, winner: Seat) -> tuple[Seat, ...]:
        """The winner draws first, then the other (``draw.winner-first``); once the stock is
        gone nobody draws (``draw.until-stock-is-gone``)."""
        return (winner, other(winner)) if r.stock else ()

    def drawn_card(self, r: Round, seat: Seat, stock: tuple[Card, ...]) -> Card:
        """The topmost card, which a player may not decline (``draw.top-card``,
        ``draw.no-choice``)."""
        return stock[0]

    def next_leader(self, r: Round, winner: Seat) -> Seat:
        """The trick's winner (``lead.winner-leads``)."""
        return winner

    def is_over(self, r: Round) -> bool:
        """When all cards have been played, those of the stock too (``round.all-cards-played``)."""
        return not (r.stock or r.hands.north or r.hands.south)

    # --- what a round brings ----------------------------------------------------------------

    def is_counted(self, m: Match, r: Round) -> bool:
        """Game points are counted when the round is over, and not before
        (``match.counted-after-the-round``)."""
        return self.is_over(r)

    def card_points(self, r: Round, card: Card) -> int:
        """Jack 1, queen 2, king 3, ace 4, ten 10 (``trick-points.card-values``), in each of
        the four suits (``trick-points.every-suit``)."""
        return TRICK_POINTS.get(card[0], 0)

    def trick_points(self, r: Round, seat: Seat) -> int:
        """For the cards that the seat captured (``trick-points.for-captured-cards``)."""
        return sum(self.card_points(r, card) for card in r.captured[seat])

    def captor(self, r: Round, card: Card) -> Seat | None:
        """Who took this card in a trick (``award.for-captured-cards``)."""
        return next((seat for seat in SEATS if card in r.captured[seat]), None)

    def high(self, r: Round) -> Seat | None:
        """The captor of the ace of trumps (``award.high``)."""
        return self.captor(r, "A" + self.current_trump(r))

    def low(self, r: Round) -> Seat | None:
        """The captor of the two of trumps (``award.low``)."""
        return self.captor(r, "2" + self.current_trump(r))

    def jack(self, r: Round) -> Seat | None:
        """The captor of the jack of trumps (``award.jack``)."""
        return self.captor(r, "J" + self.current_trump(r))

    def game(self, r: Round, scoring: ScoringMode) -> Seat | None:
        """Most trick points in full scoring (``award.game``), most tricks in their place in
        simplified scoring (``award.most-tricks``, ``award.most-tricks-instead``)."""
        if scoring == "full":
            return self.most_trick_points(r) or self.trick_point_tie_award(r)
        return self.most_tricks(r) or self.trick_count_tie_award(r)

    def most_trick_points(self, r: Round) -> Seat | None:
        return _leader_of(self.trick_points(r, "north"), self.trick_points(r, "south"))

    def most_tricks(self, r: Round) -> Seat | None:
        return _leader_of(r.tricks_won("north"), r.tricks_won("south"))

    def trick_point_tie_award(self, r: Round) -> Seat | None:
        """Who has the award at 40–40 (``award.trick-point-tie``, ruling ``trick_point_tie``)."""
        return {"nobody": None, "dealer": r.dealer, "non_dealer": other(r.dealer)}[
            self.trick_point_tie
        ]

    def trick_count_tie_award(self, r: Round) -> Seat | None:
        """Who has the award at 13–13 (``award.trick-count-tie``, ruling ``trick_count_tie``)."""
        if self.trick_count_tie == "most_trick_points":
            return self.most_trick_points(r)
        return {"nobody": None, "dealer": r.dealer, "non_dealer": other(r.dealer)}[
            self.trick_count_tie
        ]

    def awards(self, r: Round, scoring: ScoringMode) -> Awards:
        """One game point each, at most four in a round (``award.one-point-each``)."""
        return Awards(self.high(r), self.low(r), self.jack(r), self.game(r, scoring))

    def round_result(self, m: Match, r: Round) -> RoundResult:
        """The round's figures and the running scores after it (``match.running-score``)."""
        awards = self.awards(r, m.scoring)
        return RoundResult(
            tricks=BySeat(r.tricks_won("north"), r.tricks_won("south")),
            trick_points=BySeat(self.trick_points(r, "north"), self.trick_points(r, "south")),
            awards=awards,
            scores=self.new_scores(m, r, awards),
        )

    def new_scores(self, m: Match, r: Round, awards: Awards) -> BySeat[int]:
        """Game points alone make the running score (``match.running-score``)."""
        return BySeat(
            m.scores.north + awards.points("north"), m.scores.south + awards.points("south")
        )

    # --- a match ----------------------------------------------------------------------------

    def match_winner(self, m: Match, result: RoundResult) -> Seat | None:
        """Who has won now that the round is over (``match.counted-after-the-round``).

        Ten or more wins (``match.target-ten``, ``match.overshooting-wins``); equal totals play
        on until they differ (``match.tie-plays-on``); both there and unequal is the ruling
        ``both_reach_target`` (``match.both-reach-target``).
        """
        scores = result.scores
        there = tuple(seat for seat in SEATS if scores[seat] >= self.target)
        if len(there) < 2:
            return there[0] if there else None
        if scores.north == scores.south:
            return None
        # A tie that is being played off has no seat below the target: the higher total decides.
        deciding = min(m.scores.north, m.scores.south) < self.target
        if self.both_reach_target == "counting_order" and deciding:
            return self.first_by_counting_order(m, result.awards)
        return _leader_of(scores.north, scores.south)

    def first_by_counting_order(self, m: Match, awards: Awards) -> Seat | None:
        """Who is first to the target when high, low, jack and game are counted in this order."""
        taken = dict(awards.items())
        running = m.scores
        for award in AWARDS:
            seat = taken[award]
            if seat is not None:
                running = running.put(seat, running[seat] + 1)
                if running[seat] >= self.target:
                    return seat
        return None

    def next_dealer(self, m: Match, r: Round, result: RoundResult) -> Seat:
        """Who deals the next round (``deal.rotation``, ruling ``dealer_rotation``). The winner
        of a round has more game points in it; after an even round the deal alternates."""
        if self.dealer_rotation == "same_dealer":
            return r.dealer
        winner = _leader_of(result.awards.points("north"), result.awards.points("south"))
        if self.dealer_rotation == "alternate" or winner is None:
            return other(r.dealer)
        return winner if self.dealer_rotation == "winner_deals" else other(winner)

    # --- what a seat may see ----------------------------------------------------------------

    def sees(self, r: Round) -> dict[str, Any]:
        """What the seat on turn is shown: its hand, the trick, and of the face-up stock the
        top card and the count (``view.stock-top``, ``view.hidden-cards``)."""
        seat = self.on_turn(r)
        return {
            "hand": list(r.hands[seat]) if seat else [],
            "stock_top": r.stock[0] if r.stock else None,
            "stock_count": len(r.stock),
            "trick": [r.led] if r.led is not None else [],
        }

    def hidden(self, r: Round, seat: Seat | None) -> frozenset[Card]:
        """The cards that ``seat`` may not see: the other hand, but for what lay face up when
        it was drawn, and the stock below its top (``view.hidden-cards``)."""
        below_top = frozenset(r.stock[1:])
        if seat is None:
            return below_top
        drawn = {card for trick in r.tricks for _, card in trick.draws}
        return below_top | (frozenset(r.hands[other(seat)]) - drawn)


def _leader_of(north: int, south: int) -> Seat | None:
    if north == south:
        return None
    return "north" if north > south else "south"
