"""The fixtures: engines in Python, held to the suite inside of a test."""

import functools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

import pytest

from conformance.adapters.in_process import Handler, InProcess
from conformance.errors import UsageError
from conformance.exhaustive.tier import shipped_tier
from conformance.plugin.marks import marks_of, register
from conformance.plugin.telling import DoesNotConformError, failure_text, report_text, skip_text
from conformance.reports.model import Report
from conformance.rulebook import Rulebook, load_rulebook
from conformance.runner import Certifier, Options, Task, run_suite, tasks_of
from conformance.scenarios.load import Suite, shipped_suite
from conformance.version import __version__
from reference_engine.state import ScoringMode


def handler_of(engine: Any) -> Handler:
    """The function that takes the messages of the protocol: ``engine`` itself, or its method
    ``handle``.

    Raises:
        UsageError: there is none.
    """
    handle = getattr(engine, "handle", engine)
    if not callable(handle):
        raise UsageError(
            f"a {type(engine).__name__} is no engine",
            "give a function from request to reply (two dicts), or an object with handle(request)",
        )
    found: Handler = handle
    return found


class Engine(InProcess):
    """An engine in Python that remembers what it raised."""

    def __init__(self, handle: Handler) -> None:
        super().__init__(self._noting)
        self._answer = handle
        self.raised: Exception | None = None

    def _noting(self, request: dict[str, Any]) -> dict[str, Any]:
        self.raised = None
        try:
            return self._answer(request)
        except Exception as error:
            self.raised = error
            raise


# --- the whole suite ------------------------------------------------------------------------


class Certify(Protocol):
    """What the fixture ``cjack_certify`` is."""

    def __call__(
        self,
        engine: Any,
        *,
        scoring: ScoringMode | None = None,
        exhaustive: bool = False,
        require_all: bool = False,
    ) -> Report: ...


def certify(
    engine: Any,
    *,
    scoring: ScoringMode | None = None,
    exhaustive: bool = False,
    require_all: bool = False,
) -> Report:
    """Hold ``engine`` to the whole suite, with the generated rounds if it is to be
    ``exhaustive``.

    Raises:
        DoesNotConformError: it does not conform; with ``require_all``, it did not show all clauses.
        AdapterError: it does not answer the greeting.
        UsageError: it is no engine.
    """
    __tracebackhide__ = True
    book, suite = load_rulebook(), _suite()
    handle = handler_of(engine)
    options = Options(scoring, tier=shipped_tier() if exhaustive else None)
    run = run_suite(suite.scenarios, lambda: InProcess(handle), book, options)
    report = Report(
        suite_version=__version__,
        suite_digest=suite.digest,
        command=(),
        implementation=run.hello.implementation,
        claims=run.claims,
        readings=run.readings,
        outcomes=run.outcomes,
        judgement=run.judgement(book),
        book=book,
        generated=run.generated,
    )
    unseen = [c.slug for c in report.judgement.clauses if c.state == "not observed"]
    if report.exit_status or (require_all and unseen):
        raise DoesNotConformError(f"\n{report_text(report)}")
    return report


# --- one scenario ---------------------------------------------------------------------------


@dataclass(frozen=True)
class CheckedScenario:
    """What the fixture ``cjack_scenario`` is: one shipped scenario in one scoring mode."""

    task: Task
    _held: "_Held"

    @property
    def id(self) -> str:
        return self.task.scenario.id

    def check(self, engine: Any) -> None:
        """Hold ``engine`` to the scenario; skip the test if it cannot be observed.

        Raises:
            DoesNotConformError: it does not play as the rules have it.
            AdapterError: it does not answer the greeting.
            UsageError: it is no engine.
        """
        __tracebackhide__ = True
        asked, certifier = self._held.to(handler_of(engine))
        asked.raised = None
        outcome = certifier.outcome(self.task)
        if outcome.lack:
            pytest.skip(skip_text(outcome))
        if outcome.failed:
            text = failure_text(outcome, load_rulebook())
            raise DoesNotConformError(f"\n{text}") from asked.raised


class _Held:
    """The engine that was checked last, and its readings: they are found out once for as long
    as the same engine is checked."""

    def __init__(self) -> None:
        self._last: tuple[Handler, Engine, Certifier] | None = None

    def to(self, handle: Handler) -> tuple[Engine, Certifier]:
        if self._last is None or self._last[0] != handle:
            engine = Engine(handle)
            probing = tasks_of(_suite().scenarios, None)
            self._last = handle, engine, Certifier(engine, probing, load_rulebook())
        return self._last[1], self._last[2]


def parametrize(metafunc: pytest.Metafunc) -> None:
    """One test for each scenario in each mode that is asked for."""
    book = load_rulebook()
    register(metafunc.config, book)
    scoring = scoring_of(metafunc.config)
    metafunc.parametrize("cjack_scenario", list(_parameters(book, scoring)), indirect=True)


def _parameters(book: Rulebook, scoring: ScoringMode | None) -> Iterator[Any]:
    held = _Held()
    for task in tasks_of(_suite().scenarios, scoring):
        yield pytest.param(
            CheckedScenario(task, held),
            id=f"{task.scenario.id}[{task.scoring}]",
            marks=list(marks_of(task.scenario, book)),
        )


def scoring_of(config: pytest.Config) -> ScoringMode | None:
    """The only scoring mode that is wanted.

    Raises:
        pytest.UsageError: there is no such mode.
    """
    name = config.getoption("cjack_scoring") or config.getini("cjack_scoring")
    modes: dict[str, ScoringMode | None] = {"": None, "full": "full", "simplified": "simplified"}
    if name not in modes:
        raise pytest.UsageError(f"cjack: no scoring mode {name!r}; there are full and simplified")
    return modes[name]


_suite: Callable[[], Suite] = functools.cache(shipped_suite)
