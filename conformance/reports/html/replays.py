"""All that was played, in few bytes: ``report.js`` lays it out as cards.

Everything that the rules decide (whose turn it is, what is legal, who takes a trick and draws
what) is told by the expected trace, so that the page knows no rule. Cards are the letters of
:mod:`conformance.exhaustive.rounds`; ``{2}`` stands for the text at place 2 of ``odd`` where a
scenario asks for a card that is none. A round is

    [dealer, leader, trump, north, south, stock, plays]

and a play, in words set apart by spaces,

    seat card [@seat on turn, if another] [(legal cards), unless all of the hand]
    [!reasons of a refusal] [=winner of the trick, then who draws what]

for instance ``Nf(fgh)=NNaSb``. A deal that is refused has neither leader nor trump.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from conformance.exhaustive.invariance import Repeat
from conformance.exhaustive.requests import Asked
from conformance.exhaustive.rounds import LETTERS
from conformance.grading.compare import Difference
from conformance.grading.outcome import Outcome
from conformance.reports import explain
from conformance.reports.model import Report
from conformance.text import excerpt, printable
from reference_engine.cards import DECK, KNOWN_CARDS
from reference_engine.replay import (
    Attempt,
    InvalidDealError,
    MatchInput,
    MatchShown,
    PlayShown,
    RoundInput,
    RoundShown,
    replay,
)
from reference_engine.rules import Rules
from reference_engine.state import RoundResult, ScoringMode, Seat, Trick

_LETTER = dict(zip(DECK, LETTERS, strict=True))
_SEAT: dict[Seat | None, str] = {"north": "N", "south": "S", None: "-"}
_REASON = {
    "must-follow-suit": "f",
    "not-your-turn": "t",
    "card-not-in-hand": "h",
    "unknown-card": "u",
    "round-over": "o",
}
LONGEST_VALUE = 2000


def replays_value(report: Report) -> dict[str, Any]:
    """The replays of every scenario, and of the generated rounds that failed."""
    writing = _Writing()
    scenarios = {scenario.id: scenario for scenario in report.scenarios}
    shown: dict[str, dict[str, Any]] = {}
    for outcome in report.outcomes:
        if outcome.scenario in scenarios:
            planned = report.plans.plan(scenarios[outcome.scenario], outcome.scoring, report.rules)
            expected = planned.expected
            _add(shown, outcome, report, writing.match(expected.match, expected.shown))
    for outcome, match in _generated(report):
        try:
            trace = replay(report.rules, match)
        except InvalidDealError:
            trace = None
        _add(shown, outcome, report, writing.match(match, trace))
    return {"rounds": list(writing.rounds), "odd": list(writing.odd), "scenarios": shown}


def key_of(outcome: Outcome) -> str:
    """Under which name the page knows a scenario: without what could not stand in a link."""
    return printable(outcome.scenario)


def _add(
    shown: dict[str, dict[str, Any]], outcome: Outcome, report: Report, match: dict[str, Any]
) -> None:
    title = printable(outcome.title)
    entry = shown.setdefault(key_of(outcome), {"title": title, "modes": {}})
    match["kind"] = outcome.kind
    if outcome.divergence:
        clause = outcome.divergence.clause
        text = report.book.clauses[clause].text
        match["differs"] = _differs(outcome.divergence.difference) | {"clause": clause, "is": text}
    elif outcome.message or outcome.lack:
        said = outcome.lack.reason if outcome.lack else outcome.message
        match["says"] = excerpt(said, LONGEST_VALUE)
    entry["modes"][outcome.scoring] = match


def _differs(difference: Difference) -> dict[str, Any]:
    value = {
        "field": difference.field,
        "round": difference.round,
        "play": difference.play,
        "seat": _SEAT[difference.seat] if difference.seat else None,
        "where": explain.where(difference),
        "what": explain.what(difference),
        "expected": _said(difference.expected),
        "reported": _said(difference.reported),
    }
    return {key: found for key, found in value.items() if found is not None}


def _said(value: Any) -> str:
    return excerpt(explain.said(value), LONGEST_VALUE)


def _generated(report: Report) -> Iterable[tuple[Outcome, MatchInput]]:
    """The failed generated rounds with what was asked."""
    failures = report.generated.failures if report.generated else ()
    if not failures or not report.tier:
        return
    wanted = {outcome.scenario for outcome in failures}
    asked: dict[tuple[str, str], MatchInput] = {}
    for case in report.tier.cases(report.claims, _only_mode(report)):
        if case.id not in wanted:
            continue
        for one in (*case.asked, *case.between) if isinstance(case, Repeat) else (case,):
            asked[case.id, _asked_name(case, one)] = one.match
    for outcome in failures:
        names = (outcome.scoring, outcome.title.partition(", asked")[0])
        match = next((m for n in names if (m := asked.get((outcome.scenario, n)))), None)
        if match:
            yield outcome, match


def _only_mode(report: Report) -> ScoringMode | None:
    """The scoring mode of all generated rounds, if it is one alone."""
    modes = {outcome.scoring for outcome in report.generated.outcomes} if report.generated else ()
    return next(iter(modes)) if len(modes) == 1 else None


def _asked_name(case: Asked | Repeat, one: Asked) -> str:
    """What tells apart the requests of one id: the mode, or, where several requests are asked
    in one case, the title."""
    return one.title if isinstance(case, Repeat) else one.scoring


@dataclass(slots=True)
class _Writing:
    """Rounds and odd texts are kept once, each with its number."""

    rounds: dict[tuple[str, ...], int] = field(default_factory=dict)
    odd: dict[str, int] = field(default_factory=dict)

    def match(self, asked: MatchInput, shown: MatchShown | None) -> dict[str, Any]:
        value: dict[str, Any] = {"scores": [asked.scores.north, asked.scores.south]}
        if shown is None:
            refused = [[self._number(self._refused(asked.dealer, r))] for r in asked.rounds]
            return value | {"rounds": refused, "refused": True}
        rounds: list[list[Any]] = []
        for played, told in zip(asked.rounds, shown.rounds, strict=False):
            number = self._number(self._round(played, told))
            rounds.append([number, *([_result(told.result)] if told.result else [])])
        value["rounds"] = rounds
        if len(asked.rounds) > len(shown.rounds):
            value["unplayed"] = len(asked.rounds) - len(shown.rounds)
        if shown.winner:
            value["winner"] = _SEAT[shown.winner]
        return value

    def _number(self, written: tuple[str, ...]) -> int:
        return self.rounds.setdefault(written, len(self.rounds))

    def _refused(self, dealer: Seat, asked: RoundInput) -> tuple[str, ...]:
        deal = asked.deal
        if deal is None:
            return _SEAT[dealer], "", "", "", "", self._cards(asked.deck or ()), ""
        hands = self._cards(deal.hands.north), self._cards(deal.hands.south)
        return _SEAT[dealer], "", "", *hands, self._cards(deal.stock), ""

    def _round(self, asked: RoundInput, told: RoundShown) -> tuple[str, ...]:
        completed = dict(zip(told.tricks_at, told.tricks, strict=True))
        plays = zip(asked.plays, told.plays, strict=True)
        return (
            _SEAT[told.dealer],
            _SEAT[told.leader],
            told.trump,
            self._cards(told.dealt.north),
            self._cards(told.dealt.south),
            self._cards(_stock(asked)),
            " ".join(self._play(a, s, completed.get(at)) for at, (a, s) in enumerate(plays)),
        )

    def _play(self, asked: Attempt, shown: PlayShown, trick: Trick | None) -> str:
        word = _SEAT[asked.seat] + self._card(asked.card)
        if shown.on_turn != asked.seat:
            word += f"@{_SEAT[shown.on_turn]}"
        if shown.on_turn and set(shown.legal) != set(shown.hands[shown.on_turn]):
            word += f"({self._cards(shown.legal)})"
        if not shown.accepted:
            word += "!" + "".join(_REASON[reason] for reason in shown.reasons)
        if trick:
            draws = (_SEAT[seat] + self._card(card) for seat, card in trick.draws)
            word += f"={_SEAT[trick.winner]}{''.join(draws)}"
        return word

    def _cards(self, cards: Sequence[str]) -> str:
        return "".join(map(self._card, cards))

    def _card(self, card: str) -> str:
        if card in KNOWN_CARDS:
            return _LETTER[card]
        return f"{{{self.odd.setdefault(excerpt(card), len(self.odd))}}}"


def _stock(asked: RoundInput) -> tuple[str, ...]:
    """It lies below the dealt cards, whoever is dealt the first one."""
    return (asked.deal or Rules().deal(asked.deck or (), "north")).stock


def _result(result: RoundResult) -> list[Any]:
    """Tricks, trick points and running scores, north first; who takes each award."""
    counts = (result.tricks, result.trick_points, result.scores)
    takers = "".join(_SEAT[taker] for _, taker in result.awards.items())
    return [*(count for both in counts for count in (both.north, both.south)), takers]
