"""Faults of a round's end, of rounds that follow one another, and of winning a match."""

from collections.abc import Callable

from conformance.faults.model import Fault, FaultKind, add, fault
from reference_engine.rules import Rules
from reference_engine.state import (
    AWARDS,
    SEATS,
    Awards,
    BySeat,
    Match,
    Round,
    RoundResult,
    ScoringMode,
    Seat,
    other,
)

PUBLIC = "met in a public implementation"
TARGET = 10

# --- the end of a round ---------------------------------------------------------------------


def _over(slug: str, text: str, over: Callable[[Round], bool], kind: FaultKind = "bug") -> None:
    class OverEarly(Rules):
        def is_over(self, r: Round) -> bool:
            return super().is_over(r) or over(r)

    add(Fault(f"round.{slug}", text, "round.all-cards-played", kind, OverEarly))


_over("over-without-stock", "the round is over when the stock is gone", lambda r: not r.stock)
_over("over-after-25", "the round is over after 25 tricks", lambda r: len(r.tricks) >= 25)
_over(
    "over-with-one-card-left",
    "the round is over when one player has no card left",
    lambda r: not r.stock and not (r.hands.north and r.hands.south),
)
_over(
    "over-when-north-is-out",
    "the round is over when north has no card left",
    lambda r: not r.stock and not r.hands.north,
)
_over(
    "over-when-decided",
    "the round is over when a player has taken fourteen tricks",
    lambda r: max(r.tricks_won("north"), r.tricks_won("south")) >= 14,
    "misreading",
)
_over(
    "over-after-13",
    "the round is over after thirteen tricks",
    lambda r: len(r.tricks) >= 13,
    "misreading",
)


@fault(
    "round.never-over",
    "the round waits for another play when all cards are gone",
    clause="round.all-cards-played",
    kind="bug",
    source="reported against another trick-taking program",
)
class NeverOver(Rules):
    def is_over(self, r: Round) -> bool:
        return False


# --- when game points count -----------------------------------------------------------------


def _counted(
    slug: str,
    text: str,
    counted: Callable[[Rules, Match, Round], bool],
    *,
    clause: str = "match.counted-after-the-round",
    kind: FaultKind = "misreading",
) -> None:
    class CountedEarly(Rules):
        def is_counted(self, m: Match, r: Round) -> bool:
            return super().is_counted(m, r) or counted(Rules(), m, r)

    add(Fault(f"match.{slug}", text, clause, kind, CountedEarly))


def _points_so_far(rules: Rules, m: Match, r: Round, seat: Seat) -> int:
    """The running score with high, low and jack as far as they are captured."""
    taken = (rules.high(r), rules.low(r), rules.jack(r))
    return m.scores[seat] + sum(taker == seat for taker in taken)


_counted(
    "counted-after-each-trick",
    "awards are counted after every trick",
    lambda rules, m, r: bool(r.tricks),
)
_counted(
    "counted-when-captured",
    "a match is over as soon as an award that is captured makes ten",
    lambda rules, m, r: any(_points_so_far(rules, m, r, seat) >= TARGET for seat in SEATS),
)
_counted(
    "counted-when-dealer-has-ten",
    "a match is over as soon as an award that is captured makes ten for the dealer",
    lambda rules, m, r: _points_so_far(rules, m, r, r.dealer) >= TARGET,
)
_counted(
    "counted-when-stock-is-gone",
    "game points are counted when the stock is gone",
    lambda rules, m, r: not r.stock,
)
_counted(
    "sudden-death",
    "a tie is broken by the next trick",
    lambda rules, m, r: m.scores.north == m.scores.south >= TARGET and bool(r.tricks),
    clause="match.tie-plays-on",
)

# --- the running score ----------------------------------------------------------------------

_Scores = Callable[[Rules, Match, Round, Awards], BySeat[int]]


def _scores(
    slug: str,
    text: str,
    scores: _Scores,
    *,
    clause: str = "match.running-score",
    kind: FaultKind = "misreading",
    source: str = "",
) -> None:
    class OtherScores(Rules):
        def new_scores(self, m: Match, r: Round, awards: Awards) -> BySeat[int]:
            return scores(Rules(), m, r, awards)

    add(Fault(f"match.{slug}", text, clause, kind, OtherScores, source))


def _plus(scores: BySeat[int], north: int, south: int) -> BySeat[int]:
    return BySeat(scores.north + north, scores.south + south)


_scores(
    "trick-points-added",
    "trick points are added to the running score",
    lambda rules, m, r, awards: _plus(
        rules.new_scores(m, r, awards),
        rules.trick_points(r, "north"),
        rules.trick_points(r, "south"),
    ),
    source=PUBLIC,
)
_scores(
    "trick-points-instead",
    "trick points make the running score in place of game points",
    lambda rules, m, r, awards: _plus(
        m.scores, rules.trick_points(r, "north"), rules.trick_points(r, "south")
    ),
)
_scores(
    "tricks-added-in-simplified",
    "the tricks are added to the running score in simplified scoring",
    lambda rules, m, r, awards: _plus(
        rules.new_scores(m, r, awards),
        *(r.tricks_won(seat) if m.scoring == "simplified" else 0 for seat in SEATS),
    ),
)
_scores(
    "scores-replaced",
    "the game points of a round take the place of the running score",
    lambda rules, m, r, awards: BySeat(awards.points("north"), awards.points("south")),
    kind="bug",
)
_scores(
    "start-scores-ignored",
    "a match always starts at 0–0",
    lambda rules, m, r, awards: _plus(
        m.scores if m.rounds_played else BySeat(0, 0),
        awards.points("north"),
        awards.points("south"),
    ),
    kind="bug",
)
_scores(
    "start-scores-swapped",
    "the scores to start from are given to the wrong seats",
    lambda rules, m, r, awards: _plus(
        m.scores if m.rounds_played else m.scores.swapped(),
        awards.points("north"),
        awards.points("south"),
    ),
    kind="bug",
)
_scores(
    "start-scores-for-south-alone",
    "north starts from nothing whatever the scores to start from",
    lambda rules, m, r, awards: _plus(
        m.scores if m.rounds_played else m.scores.put("north", 0),
        awards.points("north"),
        awards.points("south"),
    ),
    kind="condition",
)
_scores(
    "added-to-the-wrong-seat",
    "the game points of a round are added to the other seat's score",
    lambda rules, m, r, awards: _plus(m.scores, awards.points("south"), awards.points("north")),
    kind="bug",
)
_scores(
    "added-by-dealer",
    "scores are kept by dealer and non-dealer, and change hands when the deal does",
    lambda rules, m, r, awards: _plus(
        m.scores.swapped() if m.rounds_played % 2 else m.scores,
        awards.points("north"),
        awards.points("south"),
    ),
    kind="bug",
)
_scores(
    "second-round-lost",
    "the game points of the second round are not added",
    lambda rules, m, r, awards: (
        m.scores if m.rounds_played == 1 else rules.new_scores(m, r, awards)
    ),
    kind="condition",
)
_scores(
    "one-point-at-nine",
    "a score of nine takes one point of a round at most",
    lambda rules, m, r, awards: BySeat(
        *(
            score + min(awards.points(seat), 1 if score == TARGET - 1 else 4)
            for seat, score in m.scores.items()
        )
    ),
    kind="condition",
)
_scores(
    "capped-at-ten",
    "a score of more than ten is written as ten",
    lambda rules, m, r, awards: BySeat(
        *(min(score, TARGET) for _, score in rules.new_scores(m, r, awards).items())
    ),
    clause="match.overshooting-wins",
)


def _unless_over_ten(rules: Rules, m: Match, r: Round, awards: Awards, back: int) -> BySeat[int]:
    """Scores of more than ten fall back: to the score before, less ``back``."""
    new = rules.new_scores(m, r, awards)
    return BySeat(*(m.scores[seat] - back if new[seat] > TARGET else new[seat] for seat in SEATS))


_scores(
    "overshooting-brings-nothing",
    "whoever would have more than ten gets no point for the round",
    lambda rules, m, r, awards: _unless_over_ten(rules, m, r, awards, 0),
    clause="match.overshooting-wins",
)
_scores(
    "overshooting-goes-back",
    "a score bounces back from ten by what is too much",
    lambda rules, m, r, awards: BySeat(
        *(
            2 * TARGET - score if score > TARGET else score
            for _, score in rules.new_scores(m, r, awards).items()
        )
    ),
    clause="match.overshooting-wins",
)


def _at_a_tie(rules: Rules, m: Match, r: Round, awards: Awards, new: _Scores) -> BySeat[int]:
    right = rules.new_scores(m, r, awards)
    return new(rules, m, r, awards) if right.north == right.south >= TARGET else right


_scores(
    "tie-takes-a-point-off",
    "at ten all a point is taken off the dealer, which ends the match",
    lambda rules, m, r, awards: _at_a_tie(
        rules,
        m,
        r,
        awards,
        lambda rules, m, r, awards: rules.new_scores(m, r, awards).put(r.dealer, TARGET - 1),
    ),
    clause="match.tie-plays-on",
    kind="bug",
    source=PUBLIC,
)
_scores(
    "tie-starts-anew",
    "at equal totals of ten or more both start again from nothing",
    lambda rules, m, r, awards: _at_a_tie(
        rules, m, r, awards, lambda rules, m, r, awards: BySeat(0, 0)
    ),
    clause="match.tie-plays-on",
)
_scores(
    "tie-back-to-nine",
    "at equal totals of ten or more both go back to nine",
    lambda rules, m, r, awards: _at_a_tie(
        rules, m, r, awards, lambda rules, m, r, awards: BySeat(9, 9)
    ),
    clause="match.tie-plays-on",
)
_scores(
    "tie-rounds-count-one",
    "a round that plays off a tie brings its winner one point",
    lambda rules, m, r, awards: (
        _plus(
            m.scores,
            int(awards.points("north") > awards.points("south")),
            int(awards.points("south") > awards.points("north")),
        )
        if m.scores.north == m.scores.south >= TARGET
        else rules.new_scores(m, r, awards)
    ),
    clause="match.tie-plays-on",
)

# --- the winner of the match ----------------------------------------------------------------

_Winner = Callable[[Rules, Match, RoundResult], Seat | None]


def _winner(
    slug: str,
    text: str,
    clause: str,
    winner: _Winner,
    *,
    kind: FaultKind = "misreading",
    source: str = "",
) -> None:
    class OtherWinner(Rules):
        def match_winner(self, m: Match, result: RoundResult) -> Seat | None:
            return winner(Rules(), m, result)

    add(Fault(f"match.{slug}", text, clause, kind, OtherWinner, source))


def _higher(scores: BySeat[int]) -> Seat | None:
    if scores.north == scores.south:
        return None
    return "north" if scores.north > scores.south else "south"


def _target(points: int, words: str, source: str = "") -> None:
    def winner(rules: Rules, m: Match, result: RoundResult) -> Seat | None:
        return Rules(target=points).match_winner(m, result)

    text = f"{words} game points win the match"
    _winner(f"target-{points}", text, "match.target-ten", winner, source=source)


_target(7, "seven", "met in a public implementation; the target of a published variant")
_target(9, "nine")
_target(11, "eleven")
_target(12, "twelve")

_winner(
    "one-round",
    "the player with more game points in the first round has won the match",
    "match.next-round",
    lambda rules, m, result: rules.match_winner(m, result) or _higher(result.scores),
)
_winner(
    "exactly-ten",
    "only exactly ten game points win",
    "match.overshooting-wins",
    lambda rules, m, result: (
        _higher(result.scores)
        if TARGET in (result.scores.north, result.scores.south)
        and rules.match_winner(m, result)
        and max(result.scores.north, result.scores.south) == TARGET
        else None
    ),
    kind="bug",
    source="reported against another trick-taking program",
)
_winner(
    "lead-of-two",
    "a lead of two is needed to win",
    "match.target-ten",
    lambda rules, m, result: (
        rules.match_winner(m, result)
        if abs(result.scores.north - result.scores.south) >= 2
        else None
    ),
)
_winner(
    "tie-needs-a-lead-of-two",
    "a tie at ten or more is broken by a lead of two",
    "match.tie-plays-on",
    lambda rules, m, result: (
        None
        if m.scores.north == m.scores.south >= TARGET
        and abs(result.scores.north - result.scores.south) < 2
        else rules.match_winner(m, result)
    ),
)
_winner(
    "seen-one-round-late",
    "the scores are looked at before the game points are added, so that a round is played on",
    "match.target-ten",
    lambda rules, m, result: (
        _higher(m.scores) if max(m.scores.north, m.scores.south) >= TARGET else None
    ),
    kind="bug",
)
_winner(
    "round-winner-wins",
    "when ten is reached the winner of the last round has won",
    "match.target-ten",
    lambda rules, m, result: (
        _higher(BySeat(result.awards.points("north"), result.awards.points("south")))
        or rules.match_winner(m, result)
        if rules.match_winner(m, result)
        else None
    ),
)


def _never_wins(seat: Seat) -> None:
    def winner(rules: Rules, m: Match, result: RoundResult) -> Seat | None:
        right = rules.match_winner(m, result)
        return None if right == seat else right

    text = f"only {other(seat)}'s score is held against the target"
    _winner(f"never-for-{seat}", text, "match.target-ten", winner, kind="condition")


_never_wins("north")
_never_wins("south")

# --- both at ten or more --------------------------------------------------------------------


def _both_there(m: Match, result: RoundResult) -> bool:
    """This round has brought both to ten or more, with different totals."""
    scores = result.scores
    before = min(m.scores.north, m.scores.south)
    return before < TARGET <= min(scores.north, scores.south) and scores.north != scores.south


def _when_both(slug: str, text: str, winner: _Winner, source: str = "") -> None:
    def chosen(rules: Rules, m: Match, result: RoundResult) -> Seat | None:
        both = _both_there(m, result)
        return winner(rules, m, result) if both else rules.match_winner(m, result)

    _winner(f"both-there-{slug}", text, "match.both-reach-target", chosen, source=source)


def _first_in(order: tuple[str, ...]) -> _Winner:
    """Who gets to ten first when the awards are counted in ``order``."""

    def winner(rules: Rules, m: Match, result: RoundResult) -> Seat | None:
        running, taken = m.scores, {str(award): seat for award, seat in result.awards.items()}
        for seat in (taken[award] for award in order):
            if seat is not None:
                running = running.put(seat, running[seat] + 1)
                if running[seat] >= TARGET:
                    return seat
        return rules.match_winner(m, result)

    return winner


_when_both("north", "north wins when both reach ten", lambda rules, m, result: "north", PUBLIC)
_when_both("dealer", "the dealer wins when both reach ten", lambda rules, m, result: m.dealer)
_when_both(
    "non-dealer",
    "the player opposite the dealer wins when both reach ten",
    lambda rules, m, result: other(m.dealer),
)
_when_both(
    "counting-order",
    "when both reach ten the awards are counted in the order high, low, jack, game",
    _first_in(AWARDS),
    "the rule of published variants",
)
_when_both(
    "order-reversed",
    "when both reach ten the awards are counted in the order game, jack, low, high",
    _first_in(AWARDS[::-1]),
)
_when_both(
    "jack-before-low",
    "when both reach ten the awards are counted in the order high, jack, low, game",
    _first_in(("high", "jack", "low", "game")),
)
_when_both(
    "who-took-game",
    "when both reach ten the player who took game wins",
    lambda rules, m, result: result.awards.game or rules.match_winner(m, result),
)
_when_both(
    "lower-total",
    "when both reach ten the lower total wins, being nearer to ten",
    lambda rules, m, result: _higher(result.scores.swapped()),
)
_when_both(
    "who-had-more",
    "when both reach ten the player who was ahead before the round wins",
    lambda rules, m, result: _higher(m.scores) or rules.match_winner(m, result),
)
_when_both(
    "plays-on",
    "when both reach ten nobody has won, whatever the totals",
    lambda rules, m, result: None,
)


def _at_equal_totals(slug: str, text: str, winner: _Winner, kind: FaultKind = "misreading") -> None:
    """Equal totals of ten or more end the match."""

    def chosen(rules: Rules, m: Match, result: RoundResult) -> Seat | None:
        tied = result.scores.north == result.scores.south >= TARGET
        return winner(rules, m, result) if tied else rules.match_winner(m, result)

    _winner(f"tie-{slug}", text, "match.tie-plays-on", chosen, kind=kind)


_at_equal_totals("to-north", "north wins at equal totals", lambda rules, m, result: "north")
_at_equal_totals("to-dealer", "the dealer wins at equal totals", lambda rules, m, result: m.dealer)
_at_equal_totals(
    "to-non-dealer",
    "the player opposite the dealer wins at equal totals",
    lambda rules, m, result: other(m.dealer),
)
_at_equal_totals(
    "to-who-took-game",
    "the player who took game wins at equal totals",
    lambda rules, m, result: result.awards.game,
)
_at_equal_totals(
    "to-who-caught-up",
    "the player who caught up wins at equal totals",
    lambda rules, m, result: _higher(m.scores.swapped()),
)
_at_equal_totals(
    "at-ten-alone",
    "a tie is seen at ten all only, and north wins at more",
    lambda rules, m, result: "north" if result.scores.north > TARGET else None,
    "bug",
)
_at_equal_totals(
    "once-alone",
    "one further round is played at a tie, and the dealer wins if it is even",
    lambda rules, m, result: m.dealer if min(m.scores.north, m.scores.south) >= TARGET else None,
)
_winner(
    "tie-by-counting-order",
    "a tie that is being played off goes by the order high, low, jack, game",
    "match.tie-plays-on",
    lambda rules, m, result: (
        rules.first_by_counting_order(m, result.awards)
        if min(m.scores.north, m.scores.south) >= TARGET
        else rules.match_winner(m, result)
    ),
)

# --- the next dealer ------------------------------------------------------------------------


@fault(
    "match.deals-again-at-a-tie",
    "the same player deals the round that plays off a tie",
    clause="deal.rotation",
    kind="misreading",
)
class DealsAgainAtATie(Rules):
    def next_dealer(self, m: Match, r: Round, result: RoundResult) -> Seat:
        tied = result.scores.north == result.scores.south >= TARGET
        return r.dealer if tied else super().next_dealer(m, r, result)


# --- the way of scoring ---------------------------------------------------------------------


def _scored_as(slug: str, text: str, mode: Callable[[Match], ScoringMode]) -> None:
    class ScoredAs(Rules):
        def round_result(self, m: Match, r: Round) -> RoundResult:
            as_if = Match(mode(m), m.dealer, m.scores, m.rounds_played, m.winner)
            return super().round_result(as_if, r)

    add(Fault(f"match.{slug}", text, "match.scoring-fixed", "bug", ScoredAs))


def _swapped(scoring: ScoringMode) -> ScoringMode:
    return "simplified" if scoring == "full" else "full"


_scored_as(
    "scoring-by-turns",
    "full and simplified scoring take turns from round to round",
    lambda m: _swapped(m.scoring) if m.rounds_played % 2 else m.scoring,
)
_scored_as(
    "full-from-the-second-round",
    "simplified scoring holds for the first round alone",
    lambda m: m.scoring if m.rounds_played == 0 else "full",
)
_scored_as(
    "simplified-near-the-end",
    "scoring is simplified once a player has seven points",
    lambda m: "simplified" if max(m.scores.north, m.scores.south) >= 7 else m.scoring,
)
