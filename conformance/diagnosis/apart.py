"""The fewest plays that tell two engines apart."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from random import Random

from conformance.adapters.session import NoReply
from conformance.diagnosis.candidates import serve
from conformance.grading.claims import CLASSES, Claims
from conformance.grading.compare import Difference, first_difference
from conformance.protocol.messages import RunReply
from conformance.protocol.requests import run_request
from conformance.scenarios.model import Scenario
from conformance.scenarios.stage import Staged, stage
from reference_engine.adapter import FEATURES
from reference_engine.cards import DECK
from reference_engine.play import play, start_round
from reference_engine.replay import Attempt, InvalidDealError, MatchInput, RoundInput, replay
from reference_engine.rules import Rules
from reference_engine.state import Round

EVERYTHING = Claims(frozenset({"full", "simplified"}), frozenset(FEATURES), frozenset(CLASSES))
SEARCHED_DEALS = 400
SEARCHED_PLAYS = 8
"""Short deals are searched for as well; what needs longer play comes from the scenarios."""

Ask = Callable[[Staged], RunReply | NoReply]


@dataclass(frozen=True, slots=True)
class Apart:
    """A replay cut after the play that tells the engines apart. ``difference`` has what the
    first engine shows as expected and what the second one shows as reported."""

    match: MatchInput
    difference: Difference
    plays: int
    found_in: str


def apart(first: Rules, second: Rules, scenarios: Iterable[Scenario]) -> Apart | None:
    """The shortest replay that tells two sets of rules apart; None if none was found."""
    engine = serve(second, EVERYTHING)

    def ask(staged: Staged) -> RunReply | NoReply:
        return engine.run(run_request(staged, first))

    return shortest(first, ask, EVERYTHING, [*_staged(scenarios), *_short_deals(first)])


def shortest(
    first: Rules, ask: Ask, claims: Claims, replays: Iterable[tuple[str, Staged]]
) -> Apart | None:
    """The shortest cut of ``replays`` in which the engine behind ``ask`` leaves ``first``."""
    best: Apart | None = None
    for name, staged in replays:
        found = _cut(name, staged, first, ask, claims)
        if found and (best is None or found.plays < best.plays):
            best = found
    return best


def _cut(name: str, staged: Staged, first: Rules, ask: Ask, claims: Claims) -> Apart | None:
    """Cut the replay after its first difference, as long as that makes it shorter."""
    found: Apart | None = None
    while True:
        difference = _difference(staged, first, ask, claims)
        if difference is None:
            return found
        match = _until(staged.match, difference)
        plays = sum(len(r.plays) for r in match.rounds)
        if found and plays >= found.plays:
            return found
        found = Apart(match, difference, plays, name)
        dealers = staged.dealers[: len(match.rounds)]
        staged = Staged(match, dealers, staged.swapped[: len(match.rounds)])


def _difference(staged: Staged, first: Rules, ask: Ask, claims: Claims) -> Difference | None:
    try:
        shown = replay(first, staged.match)
    except InvalidDealError:
        return None
    reply = ask(staged)
    if isinstance(reply, NoReply):
        return None
    return first_difference(staged.match, shown, reply, claims)


def _until(match: MatchInput, difference: Difference) -> MatchInput:
    rounds = list(match.rounds[: difference.round])
    if difference.play is not None and len(rounds) == difference.round:
        last = rounds[-1]
        rounds[-1] = replace(last, plays=last.plays[: difference.play])
    elif difference.field in ("dealer", "leader", "trump", "dealt") and rounds:
        rounds[-1] = replace(rounds[-1], plays=())
    return replace(match, rounds=tuple(rounds))


def _staged(scenarios: Iterable[Scenario]) -> Iterator[tuple[str, Staged]]:
    for scenario in scenarios:
        if not scenario.refused:
            for scoring in scenario.scoring:
                yield scenario.id, stage(scenario, scoring, Rules())


def _short_deals(rules: Rules) -> Iterator[tuple[str, Staged]]:
    """Legal openings of random deals, the same ones every time."""
    random = Random(1)  # noqa: S311 - no secret
    for _ in range(SEARCHED_DEALS):
        deck = list(DECK)
        for at in range(len(deck) - 1, 0, -1):  # a shuffle that no version of Python changes
            other = int(random.random() * (at + 1))
            deck[at], deck[other] = deck[other], deck[at]
        deal = rules.deal(tuple(deck), "north")
        r = start_round(rules, deal, "north")
        attempts: list[Attempt] = []
        while len(attempts) < SEARCHED_PLAYS:
            seat, legal = rules.on_turn(r), rules.legal(r)
            if seat is None or not legal:
                break
            card = legal[int(random.random() * len(legal))]
            attempts.append(Attempt(seat, card))
            after = play(rules, r, seat, card)
            if not isinstance(after, Round):
                break
            r = after
        match = MatchInput("full", "north", (RoundInput(tuple(attempts), deal),))
        yield "a searched deal", Staged(match, ("north",), (False,))
