"""Scenarios as pytest items: the shipped ones, and those in the project's own files."""

import functools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from conformance.errors import AdapterError, Problem, ScenarioFileError
from conformance.plugin import NODE
from conformance.plugin.live import Live, Settings
from conformance.plugin.marks import marks_of, register
from conformance.plugin.telling import DoesNotConformError, failure_text, skip_text
from conformance.rulebook import load_rulebook
from conformance.runner import Task, tasks_of
from conformance.scenarios.document import parse_document
from conformance.scenarios.lint import lint_scenario, read_scenario
from conformance.scenarios.load import shipped_suite
from conformance.scenarios.model import Scenario

SUFFIX = ".scenario.yaml"
_LIVE = pytest.StashKey[Live]()
_SETTINGS = pytest.StashKey[Settings]()


class Collecting:
    """The hooks of a run that has an adapter.

    ``wanted`` are the shipped scenarios that the command line names (``cjack::draw``). All are
    collected if it names none, unless it names paths and the adapter stands in a file.
    """

    def __init__(self, wanted: tuple[str, ...], *, all_shipped: bool) -> None:
        self._wanted = wanted
        self._all_shipped = all_shipped

    @classmethod
    def configured(cls, config: pytest.Config) -> "Collecting":
        """Raises: pytest.UsageError: the options do not fit together."""
        settings = Settings.of(config)
        config.stash[_SETTINGS] = settings
        config.stash[_LIVE] = Live(settings, _shipped)
        register(config, load_rulebook())
        wanted = tuple(argument for argument in config.args if _is_ours(argument))
        config.args = [argument for argument in config.args if argument not in wanted]
        on_paths = config.args_source is pytest.Config.ArgsSource.ARGS
        return cls(wanted, all_shipped=settings.on_command_line or not on_paths)

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(
        self, session: pytest.Session, items: list[pytest.Item]
    ) -> None:
        if not (self._wanted or self._all_shipped):
            return
        node = ShippedScenarios.from_parent(session, name=NODE, nodeid=NODE)
        node.ihook.pytest_collectstart(collector=node)
        report = node.ihook.pytest_make_collect_report(collector=node)
        if self._wanted:
            report.result = [item for item in report.result if self._names(item.nodeid)]
            self._check_names(report.result)
        node.ihook.pytest_collectreport(report=report)
        items.extend(report.result)

    def pytest_collect_file(
        self, file_path: Path, parent: pytest.Collector
    ) -> pytest.Collector | None:
        if file_path.name.endswith(SUFFIX):
            file: pytest.Collector = ScenarioFile.from_parent(parent, path=file_path)
            return file
        return None

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_teardown(self, item: pytest.Item, nextitem: pytest.Item | None) -> None:
        """What an adapter did to earlier replies is told as soon as it is known."""
        live = item.config.stash[_LIVE]
        if nextitem is None:
            live.close()
        if spoiled := live.withdrawn():
            raise DoesNotConformError("\n".join(spoiled))

    def pytest_unconfigure(self, config: pytest.Config) -> None:
        config.stash[_LIVE].close()

    def _names(self, nodeid: str) -> bool:
        return any(_is_named(nodeid, wanted) for wanted in self._wanted)

    def _check_names(self, found: list[pytest.Item]) -> None:
        for wanted in self._wanted:
            if not any(_is_named(item.nodeid, wanted) for item in found):
                raise pytest.UsageError(
                    f"cjack: no scenario at {wanted}; `{NODE}::draw` are those of a topic, "
                    f"`{NODE}::draw/top-card` is one, `[full]` after it one scoring mode"
                )


class ScenarioItem(pytest.Item):
    """One scenario in one scoring mode."""

    def __init__(self, *, task: Task, **given: Any) -> None:
        super().__init__(**given)
        self.task = task
        for mark in marks_of(task.scenario, load_rulebook()):
            self.add_marker(mark)

    def runtest(self) -> None:
        book, live = load_rulebook(), self.config.stash[_LIVE]
        outcome = live.outcome(self.task, self.nodeid, book)
        if outcome.lack:
            pytest.skip(skip_text(outcome))
        if outcome.failed:
            text = failure_text(outcome, book, self.config.stash[_SETTINGS].words)
            raise DoesNotConformError("\n\n".join(filter(None, (text, live.raised))))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, DoesNotConformError):
            return str(excinfo.value)
        if isinstance(excinfo.value, AdapterError):
            return "\n".join(filter(None, (excinfo.value.message, excinfo.value.hint)))
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, None, str]:
        return self.path, None, f"{self.task.scenario.id} ({self.task.scoring} scoring)"


class ShippedScenarios(pytest.Collector):
    """The scenarios that come with the suite."""

    def collect(self) -> Iterator[pytest.Item]:
        for task in tasks_of(_shipped(), self.config.stash[_SETTINGS].scoring):
            name = f"{task.scenario.id}[{task.scoring}]"
            yield ScenarioItem.from_parent(self, name=name, task=task)


class ScenarioFile(pytest.File):
    """A file of the project."""

    def collect(self) -> Iterator[pytest.Item]:
        """Raises: CollectError: with all problems of the file, if it has some."""
        shown = self._shown()
        try:
            document = parse_document(self.path.read_bytes(), shown)
            scenario = read_scenario(document, shown)
        except ScenarioFileError as error:
            raise self._problems(error.problems) from None
        if problems := lint_scenario(document, scenario, load_rulebook()):
            raise self._problems(problems)
        for task in tasks_of([scenario], self.config.stash[_SETTINGS].scoring):
            yield ScenarioItem.from_parent(self, name=task.scoring, task=task)

    def _shown(self) -> str:
        """As one would give it to `cjack run` from where pytest was started."""
        here = self.config.invocation_params.dir
        inside = self.path.is_relative_to(here)
        return (self.path.relative_to(here) if inside else self.path).as_posix()

    def _problems(self, problems: list[Problem]) -> Exception:
        error: Exception = self.CollectError("\n".join(map(str, sorted(problems))))
        return error


@functools.cache
def _shipped() -> tuple[Scenario, ...]:
    return shipped_suite().scenarios


def _is_ours(argument: str) -> bool:
    return argument.startswith(f"{NODE}::")


def _is_named(nodeid: str, wanted: str) -> bool:
    return nodeid == wanted or nodeid.startswith((f"{wanted.rstrip('/')}/", f"{wanted}["))
