"""A short replay as text: who holds what, what was played, and where two engines part."""

from collections.abc import Iterator

from conformance.grading.compare import Difference
from conformance.reports import explain
from conformance.text import wrapped
from reference_engine.replay import MatchInput, RoundInput


def deal_lines(match: MatchInput) -> Iterator[str]:
    """The deal and the plays of each round; of the stock as much as the plays can draw."""
    if match.scores.north or match.scores.south:
        yield f"scores  north {match.scores.north}, south {match.scores.south}"
    for number, asked in enumerate(match.rounds, start=1):
        if len(match.rounds) > 1:
            yield f"round {number}"
        if number == 1:
            yield f"dealer  {match.dealer}"
        yield from _round(asked)


def apart_lines(
    match: MatchInput, difference: Difference, first: str, second: str
) -> Iterator[str]:
    """The replay, and what each of two engines shows at its end, at 80 columns."""
    for line in deal_lines(match):
        yield from wrapped(line, "  ", 8)
    yield from wrapped(f"{explain.where(difference)}: {explain.what(difference)}", "  ", 2)
    yield from wrapped(f"{first}: {explain.said(difference.expected)}", "    ", 2)
    yield from wrapped(f"{second}: {explain.said(difference.reported)}", "    ", 2)


def _round(asked: RoundInput) -> Iterator[str]:
    if asked.deal is None:
        yield f"deck    {' '.join((asked.deck or ())[:14])} …"
    else:
        for seat, hand in asked.deal.hands.items():
            yield f"{seat}   {' '.join(hand)}"
        shown = asked.deal.stock[: max(1, len(asked.plays) + 1)]
        yield f"stock   {' '.join(shown)} …"
    if asked.plays:
        yield f"plays   {', '.join(f'{a.seat} {a.card}' for a in asked.plays)}"
