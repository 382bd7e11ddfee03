"""Scenarios to outcomes: each is sent to an adapter and its reply judged.

Replays are stateless, so scenarios can be shared out to several processes; the outcomes are
given in the order of the scenarios all the same.
"""

import contextlib
import functools
import threading
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from conformance.adapters.session import NoReply
from conformance.exhaustive.judging import Judge as GeneratedJudge
from conformance.exhaustive.tier import Case, GeneratedRun, Tier, gives_up, outcome_of
from conformance.grading.claims import Claims, claims_of, lack_for
from conformance.grading.outcome import Outcome, blank, judge
from conformance.grading.readings import Probe, Reading, infer_readings
from conformance.plans import Planned, Plans, expect
from conformance.protocol.messages import HelloReply, RunReply
from conformance.rulebook import Rulebook, with_fields
from conformance.scenarios.model import Scenario
from reference_engine.rules import Rules
from reference_engine.state import ScoringMode

T = TypeVar("T")


class Adapter(Protocol):
    """Whatever answers the protocol: a child process, or an engine in this one."""

    def greet(self) -> HelloReply: ...

    def run(self, request: dict[str, object]) -> RunReply | NoReply: ...

    def close(self) -> None: ...


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


@dataclass(frozen=True)
class Options:
    """How to run. ``scoring`` None means both modes; ``jobs`` is a number of processes; with a
    ``tier`` its generated rounds are asked after the scenarios."""

    scoring: ScoringMode | None = None
    jobs: int = 1
    on_start: Callable[[HelloReply, int], None] = field(default=lambda hello, tasks: None)
    on_outcome: Callable[[Outcome], None] = field(default=lambda outcome: None)
    tier: Tier | None = None


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
    plans = plans or Plans()
    first = open_adapter()
    try:
        hello = first.greet()
        claims = claims_of(hello)
        tasks = tasks_of(scenarios, options.scoring)
        cases = options.tier.cases(claims, options.scoring) if options.tier else []
        options.on_start(hello, len(tasks) + len(cases))
        asked = _probe(tasks, first, claims, plans, book)
        rules, readings = infer_readings(claims, book, _by_ruling(asked, claims))
        judging = _Judge(claims, rules, plans, book, asked)
        outcomes = tuple(_each(tasks, judging.outcome, first, open_adapter, options))
        generated = None
        if options.tier:
            judge_generated = GeneratedJudge(rules, claims, book)
            generated = _run_tier(cases, judge_generated, first, open_adapter, options)
    finally:
        first.close()
    return Run(hello, claims, readings, outcomes, generated)


# --- the readings of an adapter that does not declare them ----------------------------------


@dataclass(frozen=True, slots=True)
class _Asked:
    planned: Planned
    reply: RunReply | NoReply


_AllAsked = dict[tuple[str, ScoringMode], _Asked]


def _probe(
    tasks: Sequence[Task], adapter: Adapter, claims: Claims, plans: Plans, book: Rulebook
) -> _AllAsked:
    """The replies to the scenarios of undeclared rulings."""
    undeclared = book.rulings.keys() - claims.rulings.keys()
    rules = with_fields(Rules(), claims.rulings)
    asked: _AllAsked = {}
    for task in tasks:
        if undeclared.isdisjoint(task.scenario.by_ruling):
            continue
        if lack_for(task.scenario, task.scoring, claims) is None:
            planned = plans.plan(task.scenario, task.scoring, rules)
            asked[task.key] = _Asked(planned, adapter.run(planned.request))
    return asked


def _by_ruling(asked: _AllAsked, claims: Claims) -> dict[str, list[Probe]]:
    probes: dict[str, list[Probe]] = {}
    for told in asked.values():
        if isinstance(told.reply, NoReply):
            continue
        scenario = told.planned.expected.scenario
        probe = Probe(functools.partial(expect, scenario, told.planned.staged), told.reply)
        for ruling in scenario.by_ruling:
            if ruling not in claims.rulings:
                probes.setdefault(ruling, []).append(probe)
    return probes


# --- all scenarios --------------------------------------------------------------------------


@dataclass(frozen=True)
class _Judge:
    claims: Claims
    rules: Rules
    plans: Plans
    book: Rulebook
    asked: _AllAsked

    def outcome(self, task: Task, adapter: Adapter) -> Outcome:
        scenario, scoring = task.scenario, task.scoring
        lack = lack_for(scenario, scoring, self.claims)
        if lack:
            return blank(scenario, scoring, "unsupported", lack=lack)
        planned = self.plans.plan(scenario, scoring, self.rules)
        before = self.asked.get(task.key)
        if before and before.planned.request == planned.request:
            reply = before.reply
        else:
            reply = adapter.run(planned.request)
        if isinstance(reply, NoReply):
            return blank(
                scenario, scoring, reply.outcome, message=reply.message, stderr=reply.stderr
            )
        return judge(planned.expected, reply, self.claims, self.book)


def _run_tier(
    cases: Sequence[Case],
    judging: GeneratedJudge,
    first: Adapter,
    open_adapter: Callable[[], Adapter],
    options: Options,
) -> GeneratedRun:
    """The generated rounds, up to where too many have failed."""

    def work(case: Case, adapter: Adapter) -> Outcome:
        return outcome_of(case, judging, adapter)

    outcomes: list[Outcome] = []
    with contextlib.closing(_each(cases, work, first, open_adapter, options)) as coming:
        for outcome in coming:
            outcomes.append(outcome)
            if outcome.kind != "pass" and gives_up(outcomes):
                break
    digest = options.tier.digest if options.tier else ""
    return GeneratedRun(tuple(outcomes), len(cases) - len(outcomes), digest)


def _each(
    items: Sequence[T],
    work: Callable[[T, Adapter], Outcome],
    first: Adapter,
    open_adapter: Callable[[], Adapter],
    options: Options,
) -> Generator[Outcome, None, None]:
    """The outcome of each item, in their order, as soon as it is known."""
    if options.jobs > 1:
        yield from _each_shared(items, work, first, open_adapter, options)
        return
    for item in items:
        outcome = work(item, first)
        options.on_outcome(outcome)
        yield outcome


def _each_shared(
    items: Sequence[T],
    work: Callable[[T, Adapter], Outcome],
    first: Adapter,
    open_adapter: Callable[[], Adapter],
    options: Options,
) -> Generator[Outcome, None, None]:
    """Each thread keeps an adapter of its own; the first one is used again."""
    local = threading.local()
    lock = threading.Lock()
    unused, opened = [first], []

    def adapter() -> Adapter:
        if not hasattr(local, "adapter"):
            with lock:
                local.adapter = unused.pop() if unused else open_adapter()
                opened.append(local.adapter)
        mine: Adapter = local.adapter
        return mine

    pool = ThreadPoolExecutor(options.jobs)
    try:
        for outcome in pool.map(lambda item: work(item, adapter()), items):
            options.on_outcome(outcome)
            yield outcome
    finally:
        pool.shutdown(cancel_futures=True)
        for mine in opened:
            if mine is not first:
                mine.close()
