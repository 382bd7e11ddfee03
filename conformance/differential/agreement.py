"""Do engines agree with the rulebook, and thereby with each other?"""

import contextlib
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

import msgspec
from msgspec import UNSET

from conformance.adapters.session import NoReply, Session
from conformance.diagnosis.apart import Apart, shortest
from conformance.differential.matches import Played, Terms, random_match
from conformance.grading.claims import Claims, claims_of
from conformance.grading.compare import Difference, first_difference
from conformance.grading.form import form_fault
from conformance.protocol.messages import ReportedRound, RunReply
from conformance.protocol.requests import run_request
from conformance.scenarios.stage import Staged

Command = tuple[str, ...]
TIMEOUT = 30.0
MOST_CUT = 20
"""So many disagreements of an engine are cut short to find the shortest."""


@dataclass(frozen=True, slots=True)
class Disagreement:
    """``message`` tells what came; ``cut`` is None where no trace shows it, or none was cut."""

    number: int
    message: str = ""
    cut: Apart | None = None


@dataclass(slots=True)
class Tally:
    """What came of the matches of one engine."""

    name: str
    rulings: dict[str, str]
    matches: int = 0
    rounds: int = 0
    disagreements: list[Disagreement] = field(default_factory=list)

    @property
    def shortest(self) -> Disagreement:
        """Raises: ValueError: there is no disagreement."""
        return min(self.disagreements, key=lambda it: it.cut.plays if it.cut else math.inf)

    def add(self, later: "Tally") -> None:
        self.matches += later.matches
        self.rounds += later.rounds
        self.disagreements += later.disagreements


def compare(commands: Sequence[Command], seed: int, numbers: Iterable[int]) -> list[Tally]:
    """Have each adapter play the matches of these numbers, one after another.

    Raises:
        AdapterError: an adapter cannot be started or greeted.
    """
    with contextlib.ExitStack() as stack:
        players = [_Player(command, stack) for command in commands]
        for number in numbers:
            made: dict[Terms, Played] = {}
            for player in players:
                if player.terms not in made:
                    made[player.terms] = random_match(seed, number, player.terms)
                player.meet(number, made[player.terms])
    return [player.tally for player in players]


class _Player:
    """An adapter, held to the rulings that it declares."""

    def __init__(self, command: Command, stack: contextlib.ExitStack) -> None:
        self._session = Session(command, TIMEOUT)
        stack.callback(self._session.close)
        hello = self._session.greet()
        self._claims = claims_of(hello)
        self.terms = Terms.of(self._claims)
        self.tally = Tally(hello.implementation.name, self._claims.rulings)

    def meet(self, number: int, played: Played) -> None:
        detail = "trace" if played.traced else "result"
        reply = self._session.run(run_request(played.staged, self.terms.rules, detail))
        found = disagreement(played, reply, self._claims)
        self.tally.matches += 1
        self.tally.rounds += len(played.shown.rounds)
        if found is None:
            return
        message = found if isinstance(found, str) else f"{found.field} differs"
        # What crashes or keeps silent would do so again.
        is_cut = isinstance(reply, RunReply) and len(self.tally.disagreements) < MOST_CUT
        cut = self._cut(number, played.staged) if is_cut else None
        self.tally.disagreements.append(Disagreement(number, message, cut))

    def _cut(self, number: int, staged: Staged) -> Apart | None:
        """Also from the first rounds alone: a match that goes wrong may end in an error."""
        starts = [
            (f"match {number}", _first_rounds(staged, many))
            for many in range(1, len(staged.match.rounds) + 1)
        ]
        return shortest(self.terms.rules, self._ask, self._claims, starts)

    def _ask(self, staged: Staged) -> RunReply | NoReply:
        return self._session.run(run_request(staged, self.terms.rules))


def disagreement(
    played: Played, reply: RunReply | NoReply, claims: Claims
) -> Difference | str | None:
    """What in the reply is not as the rulebook has it; a text where there is no trace."""
    if isinstance(reply, NoReply):
        return f"{reply.outcome}: {reply.message}"
    if reply.error is not UNSET:
        return f"error: {reply.error.message}"
    if reply.rounds is UNSET:
        return "the match is refused, or called unsupported"
    if not played.traced:
        # What was not asked for may be sent, and is not compared.
        reply = msgspec.structs.replace(reply, rounds=list(map(_result_alone, reply.rounds)))
    elif fault := form_fault(reply, played.staged.match, claims.features):
        return fault
    return first_difference(played.staged.match, played.shown, reply, claims)


def _first_rounds(staged: Staged, many: int) -> Staged:
    match = replace(staged.match, rounds=staged.match.rounds[:many])
    return Staged(match, staged.dealers[:many], staged.swapped[:many])


def _result_alone(told: ReportedRound) -> ReportedRound:
    return msgspec.structs.replace(told, plays=UNSET, tricks=UNSET, hands=UNSET, dealt=UNSET)
