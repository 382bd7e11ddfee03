"""What kills a mutant: the first thing of the shipped suite that does not come out as it should.

The mutant is a child process with its own copy of the engine first on its path; everything here
runs on the engine as it is. What is cheap and tells much is asked first:

1. ``scenarios``: all shipped scenarios, of the engine with every feature;
2. ``readings``: those that another option of a ruling changes, of engines that declare it;
3. ``variants``: those that a published variant changes, of engines that play by it;
4. ``announced``: an engine that declares no ruling, and one that shows the least;
5. ``exchanges``: the worked exchanges of the protocol;
6. ``generated``: the exhaustive tier.
"""

import functools
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, get_args

from conformance.adapters.session import NoReply, Session
from conformance.errors import AdapterError
from conformance.exhaustive.judging import Judge as GeneratedJudge
from conformance.exhaustive.tier import Tier, outcome_of, shipped_tier
from conformance.faults.serve import engine as right_engine
from conformance.grading.claims import Claims, claims_of, lack_for
from conformance.grading.outcome import judge
from conformance.plans import Planned, Plans
from conformance.protocol.messages import RunReply
from conformance.resources import SPEC
from conformance.rulebook import Rulebook, load_rulebook, with_fields
from conformance.runner import Certifier, Task, tasks_of
from conformance.scenarios.load import shipped_suite
from conformance.scenarios.stage import CannotStageError
from reference_engine.adapter import FEATURES
from reference_engine.rules import Rules
from tests.mutation.talk import NoGreetingError, Recorder, Told, ask, lines_of
from tests.spec.test_exchanges import comparable

Stage = Literal["scenarios", "readings", "variants", "announced", "exchanges", "generated"]
STAGES: tuple[Stage, ...] = get_args(Stage)
NOT_ASKED: dict[str, frozenset[Stage]] = {
    "adapter": frozenset({"readings", "variants"}),
    **dict.fromkeys(("cards", "state", "rules", "play", "replay"), frozenset({"announced"})),
}
"""Stages that can show no more of a change in the module than the scenarios do: the adapter knows
nothing of what a reading changes, and nothing else knows what the adapter announces."""

SERVE = Path(__file__).with_name("serve.py")
EXCHANGES = sorted((SPEC / "exchanges").glob("*.json"))
FIRST = 12
"""So many requests are sent before all others: most mutants need no more."""
PATIENCE = 30.0
"""Seconds for one reply."""

READINGS: tuple[dict[str, str], ...] = (
    {
        "trick_point_tie": "non_dealer",
        "trick_count_tie": "non_dealer",
        "both_reach_target": "counting_order",
        "dealer_rotation": "winner_deals",
        "first_card_to": "dealer",
    },
    {
        "trick_point_tie": "dealer",
        "trick_count_tie": "dealer",
        "dealer_rotation": "loser_deals",
    },
    {"trick_count_tie": "most_trick_points", "dealer_rotation": "same_dealer"},
)
"""Every option that is not the default, once."""

NOTHING_SHOWN = tuple(f"--without={feature}" for feature in FEATURES)


@dataclass(frozen=True, slots=True)
class Kill:
    """What a mutant failed, and how."""

    stage: Stage
    by: str
    kind: str


@dataclass
class Examiner:
    """The suite, and what it asks, worked out once for all mutants."""

    book: Rulebook = field(default_factory=load_rulebook)
    tasks: list[Task] = field(
        default_factory=lambda: tasks_of(shipped_suite().scenarios, scoring=None)
    )
    tier: Tier = field(default_factory=shipped_tier)
    plans: Plans = field(default_factory=Plans)
    kills: "Counter[tuple[str, str]]" = field(default_factory=Counter)
    """How often each scenario killed; those that killed most are asked first."""

    def examine(self, engine: Path, stages: Sequence[Stage] = STAGES) -> Kill | None:
        """What kills the engine in the folder ``engine``, the parent of its package; None if it
        passes everything."""
        looks: dict[Stage, Callable[[Path], Iterator[tuple[str, str]]]] = {
            "scenarios": self._scenarios,
            "readings": self._readings,
            "variants": self._variants,
            "announced": self._announced,
            "exchanges": _exchanges,
            "generated": self._generated,
        }
        for stage in stages:
            try:
                for by, kind in looks[stage](engine):
                    return Kill(stage, by, kind)
            except (NoGreetingError, AdapterError) as error:
                return Kill(stage, "hello", str(error).splitlines()[0])
        return None

    def _scenarios(self, engine: Path) -> Iterator[tuple[str, str]]:
        yield from self._held_to(Rules(), command(engine))

    def _readings(self, engine: Path) -> Iterator[tuple[str, str]]:
        for reading in READINGS:
            rules = with_fields(Rules(), dict(reading))
            yield from self._held_to(rules, command(engine, *_declaring(reading)))

    def _variants(self, engine: Path) -> Iterator[tuple[str, str]]:
        # A cut for trump has no field in the file of variants: no request carries the card.
        variants = [dict(variant.fields) for variant in self.book.variants.values()]
        for fields in (*variants, {"packet": 6, "cut_trump": "S"}):
            serve = [*_python(engine), str(SERVE), json.dumps(fields)]
            yield from self._held_to(Rules(**fields), serve)

    def _announced(self, engine: Path) -> Iterator[tuple[str, str]]:
        yield from self._undeclared(command(engine, "--undeclared", *_declaring(READINGS[0])))
        yield from self._held_to(Rules(), command(engine, *NOTHING_SHOWN))

    def _held_to(self, rules: Rules, engine: list[str]) -> Iterator[tuple[str, str]]:
        """Failures of an engine that should play, and declare, these rules. Of other rules than
        the documented ones only those scenarios are asked that they change or that are about a
        ruling."""
        self.tasks.sort(key=lambda task: -self.kills[task.key])
        planned = [(task, plan) for task in self.tasks if (plan := self._plan(task, rules))]
        for some in (planned[:FIRST], planned[FIRST:]):
            hello, replies = ask(engine, [plan.request for _, plan in some])
            claims = claims_of(hello)
            for name, option in claims.rulings.items():
                if option != getattr(rules, name):
                    yield f"the ruling {name}, declared", option
            for (task, plan), reply in zip(some, replies, strict=True):
                if lack_for(task.scenario, task.scoring, claims):
                    continue
                kind = self._kind(plan, reply, claims)
                if kind not in ("pass", "unsupported"):
                    self.kills[task.key] += 1
                    yield f"{task.scenario.id} ({task.scoring})", kind

    def _undeclared(self, engine: list[str]) -> Iterator[tuple[str, str]]:
        with closing(Session(engine, PATIENCE, PATIENCE)) as session:
            ruled = [task for task in self.tasks if task.scenario.by_ruling]
            certifier = Certifier(session, ruled, self.book, self.plans)
            for task in ruled:
                outcome = certifier.outcome(task)
                if outcome.failed:
                    yield f"{outcome.scenario} ({task.scoring}), undeclared", outcome.kind
            for name, reading in certifier.readings.items():
                if reading.option != getattr(with_fields(Rules(), dict(READINGS[0])), name):
                    yield f"the reading of {name}", reading.option

    def _generated(self, engine: Path) -> Iterator[tuple[str, str]]:
        asking, claims, requests = self._tier_requests
        hello, replies = ask(command(engine), requests)
        if claims_of(hello) != claims:
            return  # something else would be asked of it, and the scenarios have passed it
        told = Told(iter(replies))
        for case in self.tier.cases(claims):
            outcome = outcome_of(case, asking, told)
            if outcome.failed:
                yield outcome.scenario, outcome.kind

    @functools.cached_property
    def _tier_requests(self) -> tuple[GeneratedJudge, Claims, list[dict[str, Any]]]:
        """All that the tier asks of a right engine, in this order."""
        right = Recorder(right_engine(Rules()))
        claims = claims_of(right.engine.greet())
        asking = GeneratedJudge(Rules(), claims, self.book)
        for case in self.tier.cases(claims):
            outcome_of(case, asking, right)
        return asking, claims, right.requests

    def _plan(self, task: Task, rules: Rules) -> Planned | None:
        """The scenario under ``rules``; None where they make it impossible, or where they change
        nothing and it is not about a ruling."""
        try:
            planned = self.plans.plan(task.scenario, task.scoring, rules)
        except CannotStageError:
            return None
        if rules == Rules():
            return planned
        usual = self.plans.plan(task.scenario, task.scoring, Rules())
        changes = planned.request != usual.request or planned.expected != usual.expected
        return planned if changes or task.scenario.by_ruling else None

    def _kind(self, planned: Planned, reply: RunReply | NoReply, claims: Claims) -> str:
        if isinstance(reply, NoReply):
            return reply.outcome
        return judge(planned.expected, reply, claims, self.book).kind


def command(engine: Path, *options: str) -> list[str]:
    """The adapter of the engine in this folder, and of no other that is installed."""
    return [*_python(engine), "-m", "reference_engine", *options]


def _python(engine: Path) -> list[str]:
    # Bytecode is told apart by time and size, and mutants come fast and are much of a size.
    return ["env", f"PYTHONPATH={engine}", sys.executable, "-B", "-P"]


def _declaring(reading: dict[str, str]) -> list[str]:
    return [f"--{name}={option}" for name, option in reading.items()]


def _exchanges(engine: Path) -> Iterator[tuple[str, str]]:
    for path in EXCHANGES:
        file = json.loads(path.read_text("utf-8"))
        lines = [pair.get("line") or json.dumps(pair["request"]) for pair in file["exchange"]]
        lacking = [f"--without={name}" for name in FEATURES if name not in file["features"]]
        expected = [pair["reply"] for pair in file["exchange"]]
        if '"cmd": "bye"' in lines[-1]:
            lines.append(lines[0])  # after which nothing is answered
        try:
            told = lines_of(command(engine, *lacking), [f"{line}\n".encode() for line in lines])
            replies = [json.loads(line) for line in told]
        except (subprocess.TimeoutExpired, ValueError):
            replies = []
        if comparable(replies) != comparable(expected):
            yield f"exchanges/{path.name}", "another reply"
