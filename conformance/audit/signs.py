"""For each clause, what a round must hold to show it: one small function a clause.

A function is true of a round in which a wrong engine could have been found out under the
clause. It looks at what the rules make of the round; whether the log tells of it is said beside
it, by the parts of which one is needed.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from conformance.audit.seen import Part, RoundSeen
from reference_engine.cards import Card, Suit, rank_value, suit_of
from reference_engine.replay import PlayShown
from reference_engine.rules import TRICK_POINTS, Rules
from reference_engine.state import SEATS, RoundResult, Trick, other

Event = Callable[[RoundSeen], bool]


@dataclass(frozen=True, slots=True)
class Sign:
    """How a clause shows. ``told_by`` are the parts of a log of which one must be there; empty
    where the plays suffice."""

    slug: str
    told_by: tuple[Part, ...]
    event: Event

    def shows(self, r: RoundSeen) -> bool:
        return (not self.told_by or not r.told.isdisjoint(self.told_by)) and self.event(r)


SIGNS: dict[str, Sign] = {}

UNSEEN: dict[str, str] = {
    "view.stock-top": "a log of games does not hold what a player is shown",
    "view.hidden-cards": "a log of games does not hold what a player is shown",
    "view.drawn-cards": "a log of games does not hold what a player is shown",
}
"""Clauses that no log can show, and why."""

_DRAWN: tuple[Part, ...] = ("draws", "legal")
_LEADS: tuple[Part, ...] = ("seats", "tricks")


def _sign(slug: str, *told_by: Part) -> Callable[[Event], Event]:
    def register(event: Event) -> Event:
        SIGNS[slug] = Sign(slug, told_by, event)
        return event

    return register


def shown_by(r: RoundSeen) -> frozenset[str]:
    """The clauses that a round shows."""
    return frozenset(slug for slug, sign in SIGNS.items() if sign.shows(r))


# --- setup and deal -------------------------------------------------------------------------


@_sign("setup.two-players")
def both_play_to_a_trick(r: RoundSeen) -> bool:
    return bool(r.shown.tricks)


@_sign("setup.standard-deck")
def the_whole_pack_is_dealt(r: RoundSeen) -> bool:
    return True  # another deal is a divergence, and such a round is not seen


@_sign("deal.six-cards-each", "hands")
def six_cards_are_dealt(r: RoundSeen) -> bool:
    return True  # as above


@_sign("deal.one-at-a-time", "deck")
def hands_come_from_a_deck(r: RoundSeen) -> bool:
    return "hands" in r.told


@_sign("deal.first-card", "deck")
def first_card_of_a_deck_is_dealt(r: RoundSeen) -> bool:
    return "hands" in r.told


@_sign("deal.stock", *_DRAWN)
def turned_up_card_is_drawn(r: RoundSeen) -> bool:
    return bool(r.shown.tricks)


@_sign("deal.rotation", "dealer", "leader")
def another_round_is_dealt(r: RoundSeen) -> bool:
    return not r.first


# --- trump ----------------------------------------------------------------------------------


@_sign("trump.top-card-decides", "trump", *_LEADS)
def trump_is_named_or_takes(r: RoundSeen) -> bool:
    return "trump" in r.told or any(_one_trump(r, t) for t in r.known_tricks)


@_sign("trump.lasts-the-round", *_LEADS)
def trick_would_go_elsewhere_under_the_top_card(r: RoundSeen) -> bool:
    """The other seat would take it if the suit that shows meanwhile were trump."""
    return any(
        _second_takes(trick, suit_of(trick.draws[0][1])) != (trick.winner != trick.leader)
        for trick in r.known_tricks
        if trick.draws
    )


@_sign("trump.outranks-other-suits", *_LEADS)
def trump_beats_a_higher_rank(r: RoundSeen) -> bool:
    return any(
        _one_trump(r, trick) and rank_value(_winning_card(trick)) <= rank_value(_losing_card(trick))
        for trick in r.known_tricks
    )


# --- lead and turns -------------------------------------------------------------------------


@_sign("lead.non-dealer-first", "dealer")
def dealer_is_known_and_somebody_leads(r: RoundSeen) -> bool:
    return "leader" in r.told


@_sign("lead.any-card")
def trump_is_led_by_choice(r: RoundSeen) -> bool:
    """Where programs forbid a lead, it is that of a trump; a legal set tells as much."""
    return any(
        play.accepted
        and not play.sees["trick"]
        and (suit_of(card) == r.shown.trump or "legal" in r.told)
        and {suit_of(held) == r.shown.trump for held in play.sees["hand"]} == {True, False}
        for card, play in _plays(r)
    )


@_sign("lead.winner-leads", *_LEADS)
def somebody_leads_after_a_trick(r: RoundSeen) -> bool:
    accepted = sum(play.accepted for play in r.shown.plays)
    return accepted > 2


@_sign("play.in-turn", "refused")
def play_out_of_turn_is_refused(r: RoundSeen) -> bool:
    return any("not-your-turn" in play.reasons for play in r.shown.plays)


@_sign("play.illegal-refused", "refused")
def play_goes_on_after_a_refusal(r: RoundSeen) -> bool:
    plays = r.shown.plays
    return any(not a.accepted and b.accepted for a, b in pairwise(plays))


# --- following ------------------------------------------------------------------------------


@_sign("follow.must-follow-suit", "legal", "refused")
def follower_is_held_to_the_led_suit(r: RoundSeen) -> bool:
    """A legal set that leaves cards of the hand out, or a refusal."""
    return any(
        ("legal" in r.told and play.sees["trick"] and len(play.legal) < len(play.sees["hand"]))
        or play.reasons == ("must-follow-suit",)
        for play in r.shown.plays
    )


@_sign("follow.void-any-card")
def void_follower_discards(r: RoundSeen) -> bool:
    return any(suit_of(t.follow) not in (suit_of(t.lead), r.shown.trump) for t in r.shown.tricks)


# --- tricks ---------------------------------------------------------------------------------


@_sign("cards.rank-order", *_LEADS)
def two_cards_of_a_suit_meet(r: RoundSeen) -> bool:
    return any(suit_of(t.lead) == suit_of(t.follow) for t in r.known_tricks)


@_sign("trick.highest-of-led-suit", *_LEADS)
def trick_without_a_trump(r: RoundSeen) -> bool:
    return any(r.shown.trump not in _suits(t) for t in r.known_tricks)


@_sign("trick.trump-wins", *_LEADS)
def trick_with_a_trump(r: RoundSeen) -> bool:
    return any(r.shown.trump in _suits(t) for t in r.known_tricks)


@_sign(
    "trick.winner-captures",
    "result.tricks",
    "result.trick_points",
    "result.awards",
    "result.scores",
)
def captured_cards_are_counted(r: RoundSeen) -> bool:
    return r.shown.result is not None


# --- draws ----------------------------------------------------------------------------------


@_sign("draw.winner-first", *_DRAWN)
def both_draw_after_a_trick(r: RoundSeen) -> bool:
    return bool(r.shown.tricks)


@_sign("draw.top-card", *_DRAWN)
def stock_is_drawn_from(r: RoundSeen) -> bool:
    return bool(r.shown.tricks)


@_sign("draw.no-choice", *_DRAWN)
def unwanted_card_is_drawn(r: RoundSeen) -> bool:
    """One that a player with a choice would leave lying: of no trump, and worth nothing."""
    return any(
        suit_of(card) != r.shown.trump and card[0] not in TRICK_POINTS
        for trick in r.shown.tricks
        for _, card in trick.draws
    )


@_sign("draw.until-stock-is-gone")
def stock_is_drawn_out(r: RoundSeen) -> bool:
    return len(r.shown.tricks) >= 20


@_sign("round.all-cards-played")
def round_is_played_out(r: RoundSeen) -> bool:
    return len(r.shown.tricks) == 26 and r.shown.result is not None


# --- trick points ---------------------------------------------------------------------------


@_sign("trick-points.card-values", "result.trick_points")
def trick_points_are_counted(r: RoundSeen) -> bool:
    return _full(r) is not None


@_sign("trick-points.every-suit", "result.trick_points")
def trick_points_of_all_suits_are_counted(r: RoundSeen) -> bool:
    return _full(r) is not None


@_sign("trick-points.for-captured-cards", "result.trick_points")
def counting_card_is_lost(r: RoundSeen) -> bool:
    return _full(r) is not None and any(_losing_card(t)[0] in TRICK_POINTS for t in r.shown.tricks)


# --- awards ---------------------------------------------------------------------------------


@_sign("award.one-point-each", "result.scores", "result.awards")
def awards_are_given(r: RoundSeen) -> bool:
    return r.shown.result is not None


@_sign("award.high", "result.awards")
def high_is_given(r: RoundSeen) -> bool:
    return r.shown.result is not None


@_sign("award.low", "result.awards")
def low_is_given(r: RoundSeen) -> bool:
    return r.shown.result is not None


@_sign("award.jack", "result.awards")
def jack_is_given(r: RoundSeen) -> bool:
    return r.shown.result is not None


@_sign("award.for-captured-cards", "result.awards")
def two_or_jack_of_trumps_is_lost(r: RoundSeen) -> bool:
    wanted = {rank + r.shown.trump for rank in "2J"}
    return r.shown.result is not None and any(_losing_card(t) in wanted for t in r.shown.tricks)


@_sign("award.game", "result.awards")
def most_trick_points_take_the_award(r: RoundSeen) -> bool:
    result = _full(r)
    return result is not None and result.trick_points.north != result.trick_points.south


@_sign("award.trick-point-tie", "result.awards", "result.scores")
def trick_points_are_even(r: RoundSeen) -> bool:
    result = _full(r)
    return result is not None and result.trick_points.north == result.trick_points.south


@_sign("award.most-tricks", "result.awards")
def most_tricks_take_the_award(r: RoundSeen) -> bool:
    result = _simplified(r)
    return result is not None and result.tricks.north != result.tricks.south


@_sign("award.most-tricks-instead", "result.awards")
def tricks_and_trick_points_disagree(r: RoundSeen) -> bool:
    result = _simplified(r)
    if result is None:
        return False
    tricks, points = result.tricks, result.trick_points
    return _more(tricks.north, tricks.south) != _more(points.north, points.south)


@_sign("award.trick-count-tie", "result.awards", "result.scores")
def tricks_are_even(r: RoundSeen) -> bool:
    result = _simplified(r)
    return result is not None and result.tricks.north == result.tricks.south


# --- the match ------------------------------------------------------------------------------


@_sign("match.running-score", "result.scores")
def scores_are_kept(r: RoundSeen) -> bool:
    return r.shown.result is not None


@_sign("match.counted-after-the-round")
def ten_are_captured_before_the_end(r: RoundSeen) -> bool:
    """Somebody takes the card that brings the tenth point, and the round is played on."""
    target = Rules().target
    if r.shown.result is None or max(r.before.north, r.before.south) >= target:
        return False
    counted = {rank + r.shown.trump for rank in "A2J"}
    scores = {seat: r.before[seat] for seat in SEATS}
    for trick in r.shown.tricks[:-1]:
        scores[trick.winner] += len(counted.intersection((trick.lead, trick.follow)))
    return max(scores.values()) >= target


@_sign("match.next-round")
def match_goes_on(r: RoundSeen) -> bool:
    return r.shown.result is not None and r.next


@_sign("match.target-ten", "winner")
def match_is_won_with_ten(r: RoundSeen) -> bool:
    return _winning_score(r) == Rules().target


@_sign("match.overshooting-wins", "winner")
def match_is_won_with_more(r: RoundSeen) -> bool:
    score = _winning_score(r)
    return score is not None and score > Rules().target


@_sign("match.both-reach-target", "winner")
def both_reach_ten_with_different_scores(r: RoundSeen) -> bool:
    scores = _scores(r)
    return (
        scores is not None
        and min(scores) >= Rules().target
        and scores[0] != scores[1]
        and min(r.before.north, r.before.south) < Rules().target
    )


@_sign("match.tie-plays-on")
def tie_is_made_or_broken(r: RoundSeen) -> bool:
    """Both have the same of ten or more before or after the round; that nobody has won is told
    by the winner, or by another round."""
    scores = _scores(r)
    if scores is None:
        return False
    made = scores[0] == scores[1] >= Rules().target and (r.next or "winner" in r.told)
    return made or r.before.north == r.before.south >= Rules().target


@_sign("match.scoring-fixed")
def second_round_is_scored(r: RoundSeen) -> bool:
    return not r.first and r.shown.result is not None


# --- what the functions above share ---------------------------------------------------------


def _plays(r: RoundSeen) -> Iterator[tuple[Card, PlayShown]]:
    yield from zip(r.cards, r.shown.plays, strict=False)


def _suits(trick: Trick) -> tuple[str, str]:
    return suit_of(trick.lead), suit_of(trick.follow)


def _winning_card(trick: Trick) -> Card:
    return trick.lead if trick.winner == trick.leader else trick.follow


def _losing_card(trick: Trick) -> Card:
    return trick.follow if trick.winner == trick.leader else trick.lead


def _one_trump(r: RoundSeen, trick: Trick) -> bool:
    """A trump and a card of another suit meet."""
    return _suits(trick).count(r.shown.trump) == 1


def _second_takes(trick: Trick, trump: Suit) -> bool:
    if suit_of(trick.lead) == suit_of(trick.follow):
        return rank_value(trick.follow) > rank_value(trick.lead)
    return suit_of(trick.follow) == trump


def _more(north: int, south: int) -> int:
    """1, 0 or -1: who has more."""
    return (north > south) - (north < south)


def _full(r: RoundSeen) -> RoundResult | None:
    return r.shown.result if r.scoring == "full" else None


def _simplified(r: RoundSeen) -> RoundResult | None:
    return r.shown.result if r.scoring == "simplified" else None


def _scores(r: RoundSeen) -> tuple[int, int] | None:
    result = r.shown.result
    return (result.scores.north, result.scores.south) if result else None


def _winning_score(r: RoundSeen) -> int | None:
    """The score of a winner who was there alone: otherwise a ruling decides."""
    seat, result = r.winner, r.shown.result
    if seat is None or result is None or result.scores[other(seat)] >= Rules().target:
        return None
    return result.scores[seat]
