"""One request of the tier: asked, and its reply judged as every other reply is."""

from dataclasses import dataclass, field, replace
from typing import Any, Protocol

import msgspec
from msgspec import UNSET

from conformance.adapters.session import NoReply
from conformance.exhaustive.requests import Asked
from conformance.grading.attribution import clause_of
from conformance.grading.claims import Claims
from conformance.grading.compare import first_difference
from conformance.grading.outcome import Divergence, Expected, Outcome, blank, judge
from conformance.protocol.messages import ReportedRound, RunReply
from conformance.protocol.requests import run_request
from conformance.rulebook import Rulebook
from conformance.scenarios.stage import Staged
from reference_engine.play import finish_round
from reference_engine.replay import (
    InvalidDealError,
    MatchInput,
    MatchShown,
    RoundShown,
    Table,
    replay,
)
from reference_engine.rules import Rules
from reference_engine.state import Match, Round


class Answers(Protocol):
    """Whatever answers a ``run`` request."""

    def run(self, request: dict[str, Any]) -> RunReply | NoReply: ...


@dataclass(frozen=True, slots=True)
class Judge:
    """The reading that an adapter is held to, and what it claims."""

    rules: Rules
    claims: Claims
    book: Rulebook
    _played: dict[int, "Played"] = field(default_factory=dict)
    """Rounds that are played from many scores, by their number and played once."""

    def outcome(self, asked: Asked, adapter: Answers) -> Outcome:
        """What comes of the request."""
        if asked.detail == "result":
            return self._of_result(asked, adapter)
        return self.of_trace(asked, adapter)[0]

    def of_trace(self, asked: Asked, adapter: Answers) -> tuple[Outcome, RunReply | NoReply]:
        """The outcome and the reply it was made of."""
        reply = adapter.run(request_of(asked.match, self.rules, "trace"))
        scenario = asked.scenario
        if isinstance(reply, NoReply):
            given = {"message": reply.message, "stderr": reply.stderr}
            return blank(scenario, asked.scoring, reply.outcome, **given), reply
        try:
            shown = replay(self.rules, asked.match)
        except InvalidDealError:
            shown = None
        expected = Expected(scenario, asked.match, shown)
        return judge(expected, reply, self.claims, self.book), reply

    def _of_result(self, asked: Asked, adapter: Answers) -> Outcome:
        """The result alone; where it is not as expected, the trace tells since when."""
        played = self._played_once(asked)
        scores = asked.match.scores
        start = {"scores": {"north": scores.north, "south": scores.south}}
        reply = adapter.run({**played.request, "scoring": asked.scoring, "start": start})
        if isinstance(reply, NoReply):
            given = {"message": reply.message, "stderr": reply.stderr}
            return blank(asked.scenario, asked.scoring, reply.outcome, **given)
        expected = played.expected(self.rules, asked.match)
        if reply.rounds is not UNSET:
            # What a trace would show was not asked for, and is not compared.
            reply = msgspec.structs.replace(reply, rounds=list(map(_result_alone, reply.rounds)))
            difference = first_difference(asked.match, expected, reply, self.claims)
            if difference is None:
                return blank(asked.scenario, asked.scoring, "pass")
            outcome, _ = self.of_trace(asked, adapter)
            if outcome.kind != "pass":
                return outcome
            divergence = Divergence(difference, clause_of(difference, asked.match, expected, ()))
            return blank(asked.scenario, asked.scoring, "fail", divergence=divergence)
        return judge(Expected(asked.scenario, asked.match, expected), reply, self.claims, self.book)

    def _played_once(self, asked: Asked) -> "Played":
        number = asked.made.number
        if number not in self._played:
            self._played[number] = Played.of(asked, self.rules)
        return self._played[number]


@dataclass(frozen=True, slots=True)
class Played:
    """A round that was played to its end: its request, and what each start brings of it."""

    request: dict[str, Any]
    end: Round
    shown: RoundShown

    @classmethod
    def of(cls, asked: Asked, rules: Rules) -> "Played":
        match = asked.match
        dealt = match.rounds[0].deal
        assert dealt is not None  # noqa: S101 - generated rounds have one
        table = Table(rules, Match(match.scoring, match.dealer), dealt, traced=False)
        for attempt in match.rounds[0].plays:
            table.play(attempt)
        _, shown = table.finish()
        bare = replace(shown, plays=(), tricks=(), tricks_at=())
        return cls(request_of(match, rules, "result"), table.round, bare)

    def expected(self, rules: Rules, match: MatchInput) -> MatchShown:
        """The match that the round makes from the start scores and in the mode of ``match``."""
        before = Match(match.scoring, match.dealer, match.scores)
        after, result = finish_round(rules, before, self.end)
        return MatchShown((replace(self.shown, result=result),), after.winner)


def request_of(match: MatchInput, rules: Rules, detail: str) -> dict[str, Any]:
    """The ``run`` request of a match of one round."""
    return run_request(
        Staged(match, dealers=(match.dealer,), swapped=(False,), shown=None), rules, detail
    )


def _result_alone(shown: ReportedRound) -> ReportedRound:
    return msgspec.structs.replace(shown, plays=UNSET, tricks=UNSET, hands=UNSET, dealt=UNSET)
