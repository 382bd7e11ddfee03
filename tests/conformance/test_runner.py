"""A whole run: each scenario in its modes, the outcomes in order, whatever the adapter does."""

from collections.abc import Sequence
from typing import Any

import pytest

from conformance.adapters.in_process import InProcess
from conformance.adapters.session import NoReply, Withdrawn
from conformance.errors import AdapterError
from conformance.grading.outcome import Outcome
from conformance.protocol.messages import HelloReply, RunReply
from conformance.runner import Adapter, Certifier, Options, Run, run_suite, tasks_of
from conformance.scenarios.model import Scenario
from conformance.sharing import Kept
from reference_engine.adapter import Announcement, handle
from reference_engine.rules import Rules
from tests.conformance.making import BOOK, all_shipped, shipped

DRAWS = [found for name, found in all_shipped().items() if name.startswith("draw/")]
ONE = shipped("draw/winner-draws-first-and-loser-next")
FULL_ONLY = shipped("rulings/forty-all-north-deals")


class Counted(InProcess):
    """The reference engine, which counts what it is asked and whether it is closed."""

    def __init__(self, announced: Announcement = Announcement()) -> None:  # noqa: B008 - frozen
        super().__init__(lambda request: handle(Rules(), request, announced))
        self.sent: list[dict[str, Any]] = []
        self.closed = False

    def run(self, request: dict[str, Any]) -> RunReply | NoReply:
        self.sent.append(request)
        return super().run(request)

    def close(self) -> None:
        self.closed = True


class Mute(Counted):
    """Greets, and never answers again."""

    def run(self, request: dict[str, Any]) -> RunReply | NoReply:
        return NoReply("timeout", "no reply within 1 s", "thinking\n")


def _run(scenarios: Sequence[Scenario], adapter: InProcess, **options: Any) -> Run:
    return run_suite(scenarios, lambda: adapter, BOOK, Options(**options))


def test_each_scenario_is_run_in_each_of_its_modes() -> None:
    told = [(task.scenario.id, task.scoring) for task in tasks_of([ONE, FULL_ONLY], None)]
    assert told == [(ONE.id, "full"), (ONE.id, "simplified"), (FULL_ONLY.id, "full")]
    assert [task.scenario.id for task in tasks_of([ONE, FULL_ONLY], "simplified")] == [ONE.id]


def test_outcomes_come_in_the_order_of_the_scenarios() -> None:
    run = _run(DRAWS, Counted())
    assert [(o.scenario, o.scoring) for o in run.outcomes] == [
        (s.id, mode) for s in DRAWS for mode in s.scoring
    ]


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_however_many_adapters_the_outcomes_are_the_same(jobs: int) -> None:
    opened: list[Counted] = []

    def open_adapter() -> InProcess:
        opened.append(Counted())
        return opened[-1]

    run = run_suite(DRAWS, open_adapter, BOOK, Options(jobs=jobs))
    assert run.outcomes == _run(DRAWS, Counted()).outcomes
    assert 1 <= len(opened) <= jobs
    assert all(adapter.closed for adapter in opened)
    assert sum(len(adapter.sent) for adapter in opened) == len(run.outcomes)


def test_what_is_going_on_is_told_as_it_goes() -> None:
    started: list[tuple[str, int]] = []
    told: list[Outcome] = []

    def on_start(hello: HelloReply, tasks: int) -> None:
        started.append((hello.implementation.name, tasks))

    run = _run([ONE], Counted(), on_start=on_start, on_outcome=told.append)
    assert started == [("reference-engine", 2)]
    assert told == list(run.outcomes)


def test_without_a_reply_the_outcome_is_what_took_its_place() -> None:
    run = _run([ONE], Mute())
    assert {(o.kind, o.message, o.stderr) for o in run.outcomes} == {
        ("timeout", "no reply within 1 s", "thinking\n")
    }


def test_what_cannot_be_shown_is_not_even_asked() -> None:
    adapter = Counted(Announcement(("draws",)))
    run = _run([shipped("deal/one-card-at-a-time")], adapter)
    assert adapter.sent == []
    assert {o.kind for o in run.outcomes} == {"unsupported"}


def test_a_declared_reading_is_asked_once_and_so_is_one_that_is_found_out() -> None:
    for announced in (Announcement(), Announcement(rulings=False)):
        adapter = Counted(announced)
        assert {o.kind for o in _run([FULL_ONLY], adapter).outcomes} == {"pass"}
        assert len(adapter.sent) == 1


def test_the_adapter_is_closed_whatever_happens() -> None:
    class Broken(Counted):
        def greet(self) -> HelloReply:
            raise AdapterError("gone")

    adapter = Broken()
    with pytest.raises(AdapterError):
        _run([ONE], adapter)
    assert adapter.closed


def test_one_that_dies_for_good_in_the_middle_ends_the_run() -> None:
    class Dying(Counted):
        def run(self, request: dict[str, Any]) -> RunReply | NoReply:
            raise AdapterError("cannot be started again")

    for jobs in (1, 3):
        adapters = [Dying() for _ in range(jobs)]
        left = adapters.copy()
        with pytest.raises(AdapterError, match="cannot be started again"):
            run_suite(DRAWS, left.pop, BOOK, Options(jobs=jobs))
        assert all(adapter.closed for adapter in adapters if adapter not in left)


def test_a_reading_is_found_out_when_it_is_first_needed_and_once() -> None:
    adapter = Counted(Announcement(rulings=False))
    certifier = Certifier(adapter, tasks_of([FULL_ONLY], None), BOOK)
    assert adapter.sent == []
    (task,) = tasks_of([ONE], "full")
    assert certifier.outcome(task).kind == "pass"
    assert len(adapter.sent) == 2
    assert certifier.outcome(task).kind == "pass"
    assert len(adapter.sent) == 3
    assert certifier.readings["trick_point_tie"].option == "nobody"
    assert certifier.readings["trick_point_tie"].how == "inferred"


def test_a_reply_that_was_given_before_the_work_was_shared_out_can_be_withdrawn_too() -> None:
    first, second = Counted(), Counted()
    (task,) = tasks_of([FULL_ONLY], None)
    outcome = Certifier(first, [task], BOOK).outcome(task)
    assert outcome.kind == "pass"
    assert outcome.reply is not None
    first.withdrawn.append(Withdrawn(0, outcome.reply, NoReply("protocol", "it wrote more")))
    settled = Kept(outcome, second, range(0)).settled(first)
    assert (settled.kind, settled.message) == ("protocol", "it wrote more")


def test_it_is_told_which_requests_count_in_the_order_of_one_adapter_alone() -> None:
    tasks = tasks_of([*DRAWS, FULL_ONLY], None)
    asked: list[dict[str, Any]] = []

    def on_asked(adapter: Adapter, numbers: range) -> None:
        assert isinstance(adapter, Counted)
        asked.extend(adapter.sent[number] for number in numbers)

    alone = Counted(Announcement(rulings=False))
    _run([*DRAWS, FULL_ONLY], alone)
    options = Options(jobs=3, on_asked=on_asked)
    run_suite([*DRAWS, FULL_ONLY], lambda: Counted(Announcement(rulings=False)), BOOK, options)
    assert asked == alone.sent
    assert len(asked) == len(tasks)
