"""Scenarios to outcomes: each is sent to an adapter and its reply judged.

Replays are stateless, so scenarios can be shared out to several processes; the outcomes are
given in the order of the scenarios all the same.
"""

import contextlib
import functools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from conformance.adapters.session import NoReply
from conformance.exhaustive.judging import Judge as GeneratedJudge
from conformance.exhaustive.tier import Case, GeneratedRun, Tier, gives_up, outcome_of
from conformance.grading.claims import Claims, claims_of, lack_for
from conformance.grading.outcome import Outcome, blank, judge
from conformance.grading.readings import Probe, Reading, infer_readings
from conformance.grading.verdict import Judgement, judge_all
from conformance.plans import Planned, Plans, expect
from conformance.protocol.messages import HelloReply, RunReply
from conformance.rulebook import Rulebook, with_fields
from conformance.scenarios.model import Scenario
from conformance.sharing import Adapter, Adapters, Kept
from reference_engine.rules import Rules
from reference_engine.state import ScoringMode

__all__ = ["Adapter", "Certifier", "Options", "Run", "Task", "run_suite", "tasks_of"]


@dataclass(frozen=True, slots=True)
class Task:
    """One scenario in one scoring mode."""

    scenario: Scenario
    scoring: ScoringMode

    @property
    def key(self) -> tuple[str, ScoringMode]:
        return self.scenario.id, self.scoring


@dataclass(frozen=True, slots=True)
class Run:
    """All that a run brought: what the adapter said of itself, its readings, the outcomes;
    ``generated`` is None unless the exhaustive tier was asked for."""

    hello: HelloReply
    claims: Claims
    readings: dict[str, Reading]
    outcomes: tuple[Outcome, ...]
    generated: GeneratedRun | None = None

    def judgement(self, book: Rulebook) -> Judgement:
        """Over scenarios and generated rounds; the counts are those of the scenarios."""
        generated = self.generated.outcomes if self.generated else ()
        judgement = judge_all((*self.outcomes, *generated), self.claims, book)
        counts = Counter(outcome.kind for outcome in self.outcomes)
        return replace(judgement, counts=dict(sorted(counts.items())))


@dataclass(frozen=True)
class Options:
    """How to run. ``scoring`` None means both modes; ``jobs`` is a number of processes; with a
    ``tier`` its generated rounds are asked after the scenarios.

    ``on_asked`` is told which requests of which adapter count, by their numbers, in the order in
    which one adapter alone would be asked them.
    """

    scoring: ScoringMode | None = None
    jobs: int = 1
    on_start: Callable[[HelloReply, int], None] = field(default=lambda hello, tasks: None)
    on_outcome: Callable[[Outcome], None] = field(default=lambda outcome: None)
    tier: Tier | None = None
    on_asked: Callable[[Adapter, range], None] = field(default=lambda adapter, numbers: None)


def tasks_of(scenarios: Iterable[Scenario], scoring: ScoringMode | None) -> list[Task]:
    return [
        Task(scenario, mode)
        for scenario in scenarios
        for mode in scenario.scoring
        if scoring in (None, mode)
    ]


def run_suite(
    scenarios: Sequence[Scenario],
    open_adapter: Callable[[], Adapter],
    book: Rulebook,
    options: Options,
    plans: Plans | None = None,
) -> Run:
    """Run all scenarios against the adapters that ``open_adapter`` gives.

    ``plans`` can be shared between runs, so that what is asked is worked out once.

    Raises:
        AdapterError: the adapter cannot be started or greeted.
    """
    adapters = Adapters(open_adapter, options.jobs)
    generated: list[Kept] = []
    try:
        tasks = tasks_of(scenarios, options.scoring)
        certifier = Certifier(adapters.first, tasks, book, plans)
        hello, claims = certifier.hello, certifier.claims
        cases = options.tier.cases(claims, options.scoring) if options.tier else []
        options.on_start(hello, len(tasks) + len(cases))
        rules, readings = certifier.rules, certifier.readings
        options.on_asked(adapters.first, range(adapters.first.asked))
        outcomes = list(_told(adapters.each(tasks, certifier.outcome), options))
        if cases:
            asking = GeneratedJudge(rules, claims, book)
            generated = _run_tier(cases, asking, adapters, options)
    finally:
        adapters.close()
    return Run(
        hello,
        claims,
        readings,
        tuple(kept.settled(adapters.first) for kept in outcomes),
        _generated_run(generated, adapters.first, cases, options.tier),
    )


def _told(coming: Iterable[Kept], options: Options) -> Iterator[Kept]:
    for kept in coming:
        options.on_outcome(kept.outcome)
        options.on_asked(kept.adapter, kept.numbers)
        yield kept


# --- one scenario after the other -----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Asked:
    planned: Planned
    reply: RunReply | NoReply


class Certifier:
    """Scenarios judged one by one, by what an adapter announced and by its own readings.

    The readings that it does not declare are found out from the tasks ``probing``, once, when
    one of them is first needed; none of these is asked a second time.

    Raises:
        AdapterError: when it is made, if the adapter cannot be started or greeted.
    """

    def __init__(
        self,
        adapter: Adapter,
        probing: Sequence[Task],
        book: Rulebook,
        plans: Plans | None = None,
    ) -> None:
        self._adapter = adapter
        self._probing = probing
        self._book = book
        self._plans = plans or Plans()
        self._asked: dict[tuple[str, ScoringMode], _Asked] = {}
        self.hello: HelloReply = adapter.greet()
        self.claims: Claims = claims_of(self.hello)

    @property
    def rules(self) -> Rules:
        """What the adapter is held to."""
        return self._inferred[0]

    @property
    def readings(self) -> dict[str, Reading]:
        """The option of each ruling, and how it is known."""
        return self._inferred[1]

    def outcome(self, task: Task, adapter: Adapter | None = None) -> Outcome:
        """What comes of a scenario; ``adapter`` is another process of the same implementation."""
        scenario, scoring = task.scenario, task.scoring
        lack = lack_for(scenario, scoring, self.claims)
        if lack:
            return blank(scenario, scoring, "unsupported", lack=lack)
        planned = self._plans.plan(scenario, scoring, self.rules)
        before = self._asked.get(task.key)
        if before and before.planned.request == planned.request:
            reply = before.reply
        else:
            reply = (adapter or self._adapter).run(planned.request)
        if isinstance(reply, NoReply):
            return blank(
                scenario, scoring, reply.outcome, message=reply.message, stderr=reply.stderr
            )
        return judge(planned.expected, reply, self.claims, self._book)

    @functools.cached_property
    def _inferred(self) -> tuple[Rules, dict[str, Reading]]:
        self._probe()
        return infer_readings(self.claims, self._book, self._by_ruling())

    def _probe(self) -> None:
        """Ask the scenarios of undeclared rulings."""
        undeclared = self._book.rulings.keys() - self.claims.rulings.keys()
        rules = with_fields(Rules(), self.claims.rulings)
        for task in self._probing:
            if undeclared.isdisjoint(task.scenario.by_ruling):
                continue
            if lack_for(task.scenario, task.scoring, self.claims) is None:
                planned = self._plans.plan(task.scenario, task.scoring, rules)
                self._asked[task.key] = _Asked(planned, self._adapter.run(planned.request))

    def _by_ruling(self) -> dict[str, list[Probe]]:
        probes: dict[str, list[Probe]] = {}
        for told in self._asked.values():
            if isinstance(told.reply, NoReply):
                continue
            scenario = told.planned.expected.scenario
            probe = Probe(functools.partial(expect, scenario, told.planned.staged), told.reply)
            for ruling in scenario.by_ruling:
                if ruling not in self.claims.rulings:
                    probes.setdefault(ruling, []).append(probe)
        return probes


# --- the exhaustive tier --------------------------------------------------------------------


def _run_tier(
    cases: Sequence[Case], asking: GeneratedJudge, adapters: Adapters, options: Options
) -> list[Kept]:
    """The generated rounds, up to where too many have failed."""

    def work(case: Case, adapter: Adapter) -> Outcome:
        # Thousands of replies would be a lot to keep, and nothing is asked of them later.
        return replace(outcome_of(case, asking, adapter), reply=None)

    generated: list[Kept] = []
    with contextlib.closing(adapters.each(cases, work)) as coming:
        for kept in _told(coming, options):
            generated.append(kept)
            if kept.outcome.kind != "pass" and gives_up(each.outcome for each in generated):
                break
    return generated


def _generated_run(
    generated: Sequence[Kept], first: Adapter, cases: Sequence[Case], tier: Tier | None
) -> GeneratedRun | None:
    if tier is None:
        return None
    settled = tuple(kept.settled(first) for kept in generated)
    return GeneratedRun(settled, len(cases) - len(settled), tier.digest)
