"""Scenarios to outcomes: each is sent to an adapter and its reply judged.

Replays are stateless, so scenarios can be shared out to several processes; the outcomes are
given in the order of the scenarios all the same.
"""

import contextlib
import functools
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from conformance.adapters.session import NoReply
from conformance.collected import Collected
from conformance.exhaustive.judging import Judge as GeneratedJudge
from conformance.exhaustive.tier import Case, GeneratedRun, Tier, gives_up, outcome_of
from conformance.grading.claims import Claims, claims_of, lack_for
from conformance.grading.outcome import Outcome, Sent, blank, judge
from conformance.grading.readings import Probe, Reading, infer_readings
from conformance.grading.verdict import Judgement, judge_all
from conformance.plans import Planned, Plans, expect
from conformance.protocol.messages import HelloReply, RunReply
from conformance.rulebook import Rulebook, with_fields
from conformance.scenarios.model import Scenario
from conformance.sharing import Adapter, Adapters
from conformance.veil import Veil, Veiled, in_order_of
from reference_engine.rules import Rules
from reference_engine.state import ScoringMode

__all__ = [
    "Adapter",
    "Certifier",
    "Interrupted",
    "Options",
    "Run",
    "Task",
    "run_suite",
    "tasks_of",
]

T = TypeVar("T")


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
    ``generated`` is None unless the exhaustive tier was asked for. A ``partial`` run was
    interrupted: what was not asked can still fail."""

    hello: HelloReply
    claims: Claims
    readings: dict[str, Reading]
    outcomes: tuple[Outcome, ...]
    generated: GeneratedRun | None = None
    partial: bool = False

    def judgement(self, book: Rulebook) -> Judgement:
        """Over scenarios and generated rounds; the counts are those of the scenarios."""
        generated = self.generated.outcomes if self.generated else ()
        outcomes = (*self.outcomes, *generated)
        judgement = judge_all(outcomes, self.claims, book)
        counts = Counter(outcome.kind for outcome in self.outcomes)
        verdict = judgement.verdict
        if self.partial and not any(outcome.failed for outcome in outcomes):
            verdict = "partial"
        return replace(judgement, verdict=verdict, counts=dict(sorted(counts.items())))


@dataclass(frozen=True)
class Options:
    """How to run. ``scoring`` None means both modes; ``jobs`` is a number of processes; with a
    ``tier`` its generated rounds are asked after the scenarios.

    A ``seed`` decides the order in which all is asked and the form of each request
    (:mod:`conformance.veil`); the outcomes come in the order of the suite all the same.

    ``on_asked`` is told which requests of which adapter count, by their numbers, in the order in
    which one adapter alone would be asked them.
    """

    scoring: ScoringMode | None = None
    jobs: int = 1
    on_start: Callable[[HelloReply, int], None] = field(default=lambda hello, tasks: None)
    on_outcome: Callable[[Outcome], None] = field(default=lambda outcome: None)
    tier: Tier | None = None
    on_asked: Callable[[Adapter, range], None] = field(default=lambda adapter, numbers: None)
    seed: int | None = None


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
        Interrupted: by Ctrl-C, after the greeting; before it this is a plain KeyboardInterrupt.
    """
    running = _Running(scenarios, Adapters(_opening(open_adapter, options), options.jobs), options)
    try:
        try:
            running.ask_all(book, plans or Plans())
        finally:
            running.adapters.close()
    except KeyboardInterrupt:
        if running.certifier is None:
            raise
        raise Interrupted(running.run(book, partial=True)) from None
    return running.run(book)


class Interrupted(KeyboardInterrupt):
    """The run was interrupted once the adapter had been greeted; ``run`` is what there is."""

    def __init__(self, run: Run) -> None:
        super().__init__()
        self.run = run


def _opening(open_adapter: Callable[[], Adapter], options: Options) -> Callable[[], Adapter]:
    seed = options.seed
    return open_adapter if seed is None else lambda: Veiled(open_adapter(), seed)


class _Running:
    """A run in the making: its outcomes so far stay if it is interrupted."""

    def __init__(self, scenarios: Sequence[Scenario], adapters: Adapters, options: Options) -> None:
        self.adapters = adapters
        self.certifier: Certifier | None = None
        self._options = options
        self._tasks = tasks_of(scenarios, options.scoring)
        self._cases: list[Case] = []
        self._outcomes = Collected(adapters.first)
        self._generated = Collected(adapters.first)

    def ask_all(self, book: Rulebook, plans: Plans) -> None:
        """Raises: AdapterError: the adapter cannot be started or greeted."""
        options, first = self._options, self.adapters.first
        tasks = in_order_of(options.seed, enumerate(self._tasks))
        certifier = Certifier(first, [task for _, task in tasks], book, plans)
        self.certifier = certifier
        hello, claims = certifier.hello, certifier.claims
        if options.tier:
            self._cases = options.tier.cases(claims, options.scoring)
        options.on_start(hello, len(self._tasks) + len(self._cases))
        rules = certifier.rules
        options.on_asked(_unveiled(first), range(first.asked))

        def ask(placed: tuple[int, Task], adapter: Adapter) -> Outcome:
            _, task = placed
            outcome = certifier.outcome(task, adapter)
            if options.seed is None:
                return outcome
            request = plans.plan(task.scenario, task.scoring, rules).request
            return _as_sent(outcome, options.seed, Veil.of(options.seed, request))

        self._collect(tasks, ask, self._outcomes)
        asking = GeneratedJudge(rules, claims, book)

        def ask_case(placed: tuple[int, Case], adapter: Adapter) -> Outcome:
            outcome = outcome_of(placed[1], asking, adapter)
            if not outcome.failed:
                # Thousands of replies would be a lot to keep, and nothing is asked of them later.
                outcome = replace(outcome, reply=None)
            if options.seed is None or not isinstance(adapter, Veiled) or adapter.veil is None:
                return outcome
            return _as_sent(outcome, options.seed, adapter.veil)

        cases = in_order_of(options.seed, enumerate(self._cases))
        self._collect(cases, ask_case, self._generated, up_to=gives_up)

    def _collect(
        self,
        items: Sequence[tuple[int, T]],
        work: Callable[[tuple[int, T], Adapter], Outcome],
        into: Collected,
        up_to: Callable[[Iterable[Outcome]], bool] | None = None,
    ) -> None:
        """Ask all items, each with its place, or ``up_to`` where too many have failed."""
        told: list[Outcome] = []
        with (
            contextlib.closing(self.adapters.each(items, work)) as coming,
            self.adapters.abandoned_if_interrupted(),
        ):
            for (place, _), kept in zip(items, coming, strict=False):
                into.add(place, kept)
                self._options.on_outcome(kept.outcome)
                self._options.on_asked(_unveiled(kept.adapter), kept.numbers)
                if up_to:
                    told.append(kept.outcome)
                    if kept.outcome.kind != "pass" and up_to(told):
                        break

    def run(self, book: Rulebook, *, partial: bool = False) -> Run:
        """What there is, once all adapters are closed."""
        certifier, first = self.certifier, self.adapters.first
        assert certifier is not None  # noqa: S101 - it is greeted first
        readings = certifier.readings_so_far if partial else certifier.readings
        tier = self._options.tier
        generated = None
        if tier is not None:
            settled = tuple(kept.settled(first) for kept in self._generated.in_order())
            left_out = len(self._cases) - len(settled)
            generated = GeneratedRun(settled, left_out, tier.digest, tier.held_out)
        return Run(
            certifier.hello,
            certifier.claims,
            readings,
            tuple(kept.settled(first) for kept in self._outcomes.in_order()),
            generated,
            partial=partial,
        )


def _unveiled(adapter: Adapter) -> Adapter:
    """The adapter that ``open_adapter`` gave."""
    return adapter.adapter if isinstance(adapter, Veiled) else adapter


def _as_sent(outcome: Outcome, seed: int, veil: Veil) -> Outcome:
    """The outcome with the form in which its request was sent."""
    found = outcome.divergence
    difference = veil.difference(found.difference) if found else None
    return replace(outcome, sent=Sent(seed, veil.suits, veil.exchanged, difference))


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

    @property
    def readings_so_far(self) -> dict[str, Reading]:
        """The same without asking for what is not known yet."""
        return infer_readings(self.claims, self._book, self._by_ruling())[1]

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
