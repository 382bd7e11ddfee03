"""The clause that a difference falls under.

Each function lists the clauses in question, the likeliest first; where the scenario cites one
of them, that is the one meant.
"""

from collections.abc import Sequence

from conformance.grading.compare import Difference
from reference_engine.cards import suit_of
from reference_engine.replay import MatchInput, MatchShown, PlayShown, RoundShown
from reference_engine.rules import TRICK_POINTS, Rules
from reference_engine.state import SEATS, other

DRAWS = ["draw.winner-first", "draw.top-card", "draw.no-choice", "deal.stock"]


def clause_of(
    difference: Difference, match: MatchInput, shown: MatchShown, cited: Sequence[str]
) -> str:
    """The slug of the clause that ``difference`` breaks."""
    candidates = _candidates(difference, match, shown, cited)
    return next((slug for slug in candidates if slug in cited), candidates[0])


def _candidates(
    d: Difference, match: MatchInput, shown: MatchShown, cited: Sequence[str]
) -> list[str]:
    head = d.field.partition(".")[0]
    if d.field == "rounds":
        return _rounds(d, shown)
    if d.field == "winner":
        return _winner(d, shown)
    r = shown.rounds[d.round - 1]
    if d.field in ("legal", "accepted", "reason"):
        return _play(d, r)
    if head == "sees":
        return _view(d, r)
    if d.field == "trick.winner":
        return _trick_winner(d, r, cited)
    if d.field == "draws":
        return _draws(d)
    if d.field == "dealt":
        return _dealt(d, r)
    if head == "result":
        return _result(d, match, shown)
    if d.field == "hands":
        return ["play.illegal-refused", *DRAWS] if not _all_accepted(r) else DRAWS
    if d.field in ("leader", "trick.leader"):
        first = d.trick in (None, 1)
        return ["lead.non-dealer-first"] if first else ["lead.winner-leads", "play.in-turn"]
    return {
        "dealer": ["deal.rotation"],
        "trump": [
            "trump.top-card-decides",
            "trump.lasts-the-round",
            "match.next-round",
            "deal.stock",
        ],
        "tricks": ["round.all-cards-played", "setup.two-players", "play.in-turn"],
    }[d.field]


def _play(d: Difference, r: RoundShown) -> list[str]:
    assert d.play is not None  # noqa: S101 - a difference of a play has its number
    shown = r.plays[d.play - 1]
    after_refusal = d.play > 1 and not r.plays[d.play - 2].accepted
    if d.field == "legal" or shown.accepted:
        likely = _legality(d, r, shown)
        return ["play.illegal-refused", *likely] if after_refusal else likely
    likely = {
        "must-follow-suit": ["follow.must-follow-suit", "play.illegal-refused"],
        "not-your-turn": ["play.in-turn", "setup.two-players", "play.illegal-refused"],
        "round-over": ["round.all-cards-played", "play.illegal-refused"],
        "unknown-card": ["play.illegal-refused", "setup.standard-deck"],
        "card-not-in-hand": ["play.illegal-refused", *DRAWS],
    }[shown.reasons[0]]
    return ["play.illegal-refused", *likely] if d.field == "reason" else likely


def _legality(d: Difference, r: RoundShown, shown: PlayShown) -> list[str]:
    """A legal card that is refused, or a legal set that is not the expected one."""
    hand, led = set(shown.sees["hand"]), shown.sees["trick"]
    if shown.on_turn is None:
        return ["round.all-cards-played"]
    if d.field == "legal" and _of_other_seat(d.reported, shown):
        return _turn(d, shown)
    if d.field == "legal" and not set(d.reported) <= hand and d.trick and d.trick > 1:
        before = r.tricks[d.trick - 2]
        return DRAWS if before.draws else ["draw.until-stock-is-gone", *DRAWS]
    if not led:
        turn = "lead.winner-leads" if (d.trick or 1) > 1 else "lead.non-dealer-first"
        return ["lead.any-card", turn, *DRAWS] if d.field == "legal" else [turn, "lead.any-card"]
    if any(suit_of(card) == suit_of(led[0]) for card in hand):
        return ["follow.must-follow-suit", *DRAWS]
    return ["follow.void-any-card", "follow.must-follow-suit", *DRAWS]


def _of_other_seat(cards: Sequence[str], shown: PlayShown) -> bool:
    """Are these cards of the hand of the seat that is not on turn?"""
    if shown.on_turn is None or not cards:
        return False
    return set(cards) <= set(shown.hands[other(shown.on_turn)])


def _turn(d: Difference, shown: PlayShown) -> list[str]:
    """The wrong seat is on turn."""
    if shown.sees["trick"]:
        return ["play.in-turn", "setup.two-players"]
    first = d.trick in (None, 1)
    return ["lead.non-dealer-first"] if first else ["lead.winner-leads", "play.in-turn"]


def _view(d: Difference, r: RoundShown) -> list[str]:
    assert d.play is not None  # noqa: S101 - a difference of a view has its play
    shown = r.plays[d.play - 1]
    if d.field == "sees":
        likely = ["view.hidden-cards"]
    elif d.field == "sees.stock_top":
        likely = ["view.stock-top", "draw.top-card", "deal.stock"]
    elif d.field == "sees.trick":
        likely = ["play.in-turn", "setup.two-players"]
    elif d.field == "sees.hand" and _of_other_seat(d.reported, shown):
        likely = _turn(d, shown)
    elif d.field == "sees.stock_count":
        likely = ["draw.until-stock-is-gone", *DRAWS, "view.stock-top"]
    else:
        likely = [*DRAWS, "view.drawn-cards", "view.hidden-cards"]
    after_refusal = d.play > 1 and not r.plays[d.play - 2].accepted
    return ["play.illegal-refused", *likely] if after_refusal else likely


def _trick_winner(d: Difference, r: RoundShown, cited: Sequence[str]) -> list[str]:
    assert d.trick is not None  # noqa: S101 - a difference of a trick has its number
    trick = r.tricks[d.trick - 1]
    lead, follow = suit_of(trick.lead), suit_of(trick.follow)
    if "trump.lasts-the-round" in cited and d.trick > 1:
        return ["trump.lasts-the-round"]
    if lead == follow:
        if "cards.rank-order" in cited:
            return ["cards.rank-order"]
        first = "trick.trump-wins" if lead == r.trump else "trick.highest-of-led-suit"
        return [first, "trick.highest-of-led-suit"]
    if r.trump in (lead, follow):
        return ["trick.trump-wins", "trump.outranks-other-suits", "trump.lasts-the-round"]
    return ["trick.highest-of-led-suit", "trump.lasts-the-round", "follow.void-any-card"]


def _draws(d: Difference) -> list[str]:
    expected, reported = d.expected, d.reported
    if not expected or not reported:
        return ["draw.until-stock-is-gone", "draw.no-choice"]
    if len(reported) == 1:
        return ["draw.winner-first", "draw.until-stock-is-gone", "draw.no-choice"]
    if expected["north"] == reported["south"] and expected["south"] == reported["north"]:
        return ["draw.winner-first", "draw.no-choice", "draw.top-card"]
    return ["draw.top-card", "deal.stock", "draw.no-choice", "draw.winner-first"]


def _dealt(d: Difference, r: RoundShown) -> list[str]:
    if len(d.reported) != 6:
        return ["deal.six-cards-each"]
    other_hands = {frozenset(r.dealt[seat]) for seat in SEATS if seat != d.seat}
    if frozenset(d.reported) in other_hands:
        return ["deal.first-card", "deal.one-at-a-time"]
    return ["deal.one-at-a-time", "deal.six-cards-each"]


def _result(d: Difference, match: MatchInput, shown: MatchShown) -> list[str]:
    r = shown.rounds[d.round - 1]
    if r.result is None or d.field == "result":
        return ["round.all-cards-played", "match.counted-after-the-round"]
    if d.field == "result.tricks":
        return ["award.most-tricks", "trick.winner-captures", "setup.two-players"]
    if d.field == "result.trick_points":
        return [_points(d), "trick-points.for-captured-cards", "trick.winner-captures"]
    if d.field == "result.scores":
        return [
            "match.running-score",
            "award.one-point-each",
            "match.next-round",
            "match.overshooting-wins",
            "match.tie-plays-on",
        ]
    award = d.field.rpartition(".")[2]
    if award != "game":
        return [f"award.{award}", "award.for-captured-cards", "trick.winner-captures"]
    if match.scoring == "full":
        points = r.result.trick_points
        tie = ["award.trick-point-tie"] if points.north == points.south else []
        return [*tie, "award.game", "award.one-point-each"]
    tricks = r.result.tricks
    tie = ["award.trick-count-tie"] if tricks.north == tricks.south else []
    return [*tie, "award.most-tricks", "award.most-tricks-instead", "award.one-point-each"]


def _points(d: Difference) -> str:
    """Too few by whole suits points to the suits, anything else to the values."""
    per_suit = sum(TRICK_POINTS.values())
    short = d.expected - d.reported
    return "trick-points.every-suit" if short >= per_suit else "trick-points.card-values"


def _rounds(d: Difference, shown: MatchShown) -> list[str]:
    before = [r.result for r in shown.rounds[: d.round - 1] if r.result]
    if not before:
        return ["match.next-round"]
    scores = before[-1].scores
    if scores.north == scores.south and scores.north >= Rules().target:
        return ["match.tie-plays-on"]
    if shown.winner is None or d.round <= len(shown.rounds):
        return ["match.next-round", "match.target-ten", "deal.rotation"]
    return _won(shown)


def _winner(d: Difference, shown: MatchShown) -> list[str]:
    if shown.winner is not None:
        return _won(shown)
    result = shown.rounds[-1].result
    if result is None:
        return ["match.counted-after-the-round", "match.target-ten", "match.tie-plays-on"]
    if result.scores.north == result.scores.south and result.scores.north >= Rules().target:
        return ["match.tie-plays-on"]
    return ["match.target-ten", "match.running-score"]


def _won(shown: MatchShown) -> list[str]:
    result = next((r.result for r in reversed(shown.rounds) if r.result), None)
    if result is None:
        return ["match.target-ten"]
    scores = result.scores
    if min(scores.north, scores.south) >= Rules().target:
        return ["match.both-reach-target", "match.tie-plays-on", "match.overshooting-wins"]
    if max(scores.north, scores.south) > Rules().target:
        return ["match.overshooting-wins", "match.target-ten"]
    return ["match.target-ten", "match.overshooting-wins"]


def _all_accepted(r: RoundShown) -> bool:
    return all(play.accepted for play in r.plays)
