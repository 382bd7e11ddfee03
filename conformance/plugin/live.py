"""The adapter of one pytest process: started for the first scenario, dismissed after the last."""

import importlib
import os
import shlex
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from conformance.adapters.session import Session
from conformance.errors import AdapterError, UsageError
from conformance.grading.outcome import Outcome
from conformance.plugin.engines import Engine, handler_of, scoring_of
from conformance.rulebook import Rulebook
from conformance.runner import Adapter, Certifier, Task, tasks_of
from conformance.scenarios.model import Scenario
from reference_engine.state import ScoringMode

TIMEOUT = 5.0


@dataclass(frozen=True, slots=True)
class Settings:
    """What the options say. ``command`` is empty for an engine in Python, ``python`` otherwise;
    ``on_command_line`` tells that either stands there, and not in a file."""

    command: tuple[str, ...]
    python: str
    timeout: float
    scoring: ScoringMode | None
    on_command_line: bool

    @classmethod
    def of(cls, config: pytest.Config) -> "Settings":
        """Raises: pytest.UsageError: they do not fit together."""
        given = {name: config.getoption(f"cjack_{name}") or "" for name in ("adapter", "python")}
        on_command_line = any(given.values())
        if not on_command_line:
            given = {name: config.getini(f"cjack_{name}") for name in given}
        if all(given.values()):
            raise pytest.UsageError("cjack: give an adapter or an engine in Python, not both")
        if not any(given.values()):
            raise pytest.UsageError(
                "cjack: no adapter; give --cjack-adapter COMMAND or --cjack-python MODULE:FACTORY"
            )
        try:
            command = tuple(shlex.split(given["adapter"]))
        except ValueError as fault:
            raise pytest.UsageError(f"cjack: the adapter's command: {fault}") from None
        return cls(command, given["python"], _timeout(config), scoring_of(config), on_command_line)

    @property
    def words(self) -> tuple[str, ...]:
        """The implementation as `cjack run` is told of it."""
        return self.command or ("--python", self.python)

    def open(self) -> Adapter:
        """Raises: AdapterError: there is no such engine in Python."""
        return Session(self.command, self.timeout) if self.command else Engine(_made(self.python))


class Live:
    """The adapter, its readings, and which requests were made for which scenario."""

    def __init__(self, settings: Settings, shipped: Callable[[], tuple[Scenario, ...]]) -> None:
        self._settings = settings
        self._shipped = shipped
        self._adapter: Adapter | None = None
        self._held: Certifier | None = None
        self._failed = False
        self._asked_for: list[tuple[str, range]] = []
        self._told = 0

    def outcome(self, task: Task, name: str, book: Rulebook) -> Outcome:
        """What comes of a scenario that pytest knows by ``name``.

        Raises:
            AdapterError: the adapter cannot be started or greeted.
        """
        certifier = self._certifier(book)
        assert self._adapter  # noqa: S101 - the certifier has it
        before = self._adapter.asked
        outcome = certifier.outcome(task)
        self._asked_for.append((name, range(before, self._adapter.asked)))
        return outcome

    @property
    def raised(self) -> str:
        """The traceback of an engine in Python that raised something just now."""
        error = self._adapter.raised if isinstance(self._adapter, Engine) else None
        return "".join(traceback.format_exception(error)).rstrip() if error else ""

    def withdrawn(self) -> list[str]:
        """Replies that were found since to be spoiled: the scenarios, and by what."""
        if self._adapter is None:
            return []
        new = self._adapter.withdrawn[self._told :]
        self._told += len(new)
        return [f"{self._name_of(found.number)}: {found.instead.message}" for found in new]

    def close(self) -> None:
        if self._adapter:
            self._adapter.close()

    def _certifier(self, book: Rulebook) -> Certifier:
        if self._failed:
            raise AdapterError("the adapter could not be started, as told above")
        if self._held is None:
            self._failed = True
            self._adapter = self._settings.open()
            probing = tasks_of(self._shipped(), self._settings.scoring)
            self._held = Certifier(self._adapter, probing, book)
            self._failed = False
        return self._held

    def _name_of(self, number: int) -> str:
        names = (name for name, numbers in self._asked_for if number in numbers)
        return next(names, "a scenario")


def _timeout(config: pytest.Config) -> float:
    text = config.getoption("cjack_timeout") or config.getini("cjack_timeout")
    try:
        seconds = float(text or TIMEOUT)
    except ValueError:
        seconds = 0.0
    if not 0.01 <= seconds <= 3600:
        raise pytest.UsageError(f"cjack: {text!r} is no number of seconds to wait for a reply")
    return seconds


def _made(name: str) -> Callable[..., dict[str, object]]:
    """The handler of the engine that ``module:factory`` makes."""
    module, colon, factory = name.partition(":")
    if not (module and colon and factory):
        raise AdapterError(f"{name} names no factory", "write MODULE:FACTORY")
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    try:
        made = getattr(importlib.import_module(module), factory)()
        return handler_of(made)
    except UsageError as error:
        raise AdapterError(f"{name}: {error.message}", error.hint) from None
    except Exception as error:  # whatever the module raises
        told = "".join(traceback.format_exception(error)).rstrip()
        raise AdapterError(f"cannot make the engine {name}\n{told}") from None
