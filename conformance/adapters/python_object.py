"""An engine in Python without a process of its own: asked with a dict, it gives a dict.

It gets the very messages that would stand on a line, each as a value of its own, and what it
gives is written as JSON and read again, so that it is judged as everybody else is. It runs in a
thread: one that hangs is left behind, as nothing can end it.
"""

import contextlib
import importlib
import io
import json
import os
import queue
import re
import sys
import threading
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Literal

from conformance.adapters.peer import (
    KEPT_STDERR,
    MAX_LINE,
    Exit,
    LineError,
    LinesEndedError,
    LineTimeoutError,
    LineTooLongError,
    NoMessageError,
    OpenError,
)
from conformance.text import excerpt, readable

LOAD_TIMEOUT = 10.0
"""Seconds for the import and the factory."""
_LINES = 10
"""So many of the last lines of a traceback are shown."""
_NAME = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*(\.[^\W\d]\w*)*")


@dataclass(frozen=True, slots=True)
class PythonObject:
    """``name`` is ``module:factory``. The factory, called without arguments, gives a fresh
    engine: a callable, or an object with a method ``handle``."""

    name: str
    kind: Literal["object"] = "object"

    @classmethod
    def is_name(cls, name: str) -> bool:
        return _NAME.fullmatch(name) is not None

    @property
    def words(self) -> tuple[str, ...]:
        return ("--python", self.name)

    @property
    def shown(self) -> str:
        return f"--python {self.name}"

    def open(self) -> "Engine":
        """Raises: OpenError."""
        here = os.getcwd()
        if here not in sys.path:
            sys.path.insert(0, here)
        return Engine(self._load, self.shown)

    def _load(self) -> Callable[[Any], Any]:
        """The function that takes messages."""
        module, _, factory = self.name.partition(":")
        found: Any = importlib.import_module(module)
        for name in factory.split("."):
            found = getattr(found, name)
        made = found()
        handle: Callable[[Any], Any] = getattr(made, "handle", made)
        if not callable(handle):
            kind = type(made).__name__
            raise TypeError(f"{self.name}() gave {kind}: no function, and without a method handle")
        return handle


class Engine:
    """One object that ``load`` gave; what it prints is kept as standard error would be.

    Raises:
        OpenError: ``load`` raised something.
    """

    def __init__(self, load: Callable[[], Callable[[Any], Any]], shown: str) -> None:
        self._told = _Told()
        self._thread = _Thread()
        self._ending = Exit(None, "it is gone")
        try:
            self._handle: Callable[[Any], Any] = self._do(load, LOAD_TIMEOUT)
        except LineTimeoutError:
            raise OpenError(
                f"cannot open `{shown}`: nothing within {LOAD_TIMEOUT:g} s",
                "the factory only makes the engine; the suite asks it then",
            ) from None
        except LineError:
            message = f"cannot open `{shown}`: {self._ending}\n{readable(self._told.text())}"
            raise OpenError(message.rstrip(), _HINT) from None

    def exchange(self, line: bytes, timeout: float) -> bytes:
        """What it answers to the message on ``line``, written as JSON.

        Raises:
            LineError
        """
        if not line:
            self._ending = Exit(None, "it has one answer to a message")
            raise LinesEndedError
        reply: bytes = self._do(lambda: _written(self._handle(json.loads(line))), timeout)
        if len(reply) > MAX_LINE:
            raise LineTooLongError
        return reply

    def settle(self, wait: float = 0.0) -> bool:
        """It cannot say anything unasked."""
        return False

    def unread(self) -> bytes:
        return b""

    def stderr_text(self) -> str:
        """The end of what it printed; of what it raised, the last lines of the traceback."""
        return self._told.text()

    def exit_state(self, wait: float = 0.2) -> Exit:
        return self._ending

    def close_input(self) -> None:
        """Each message is whole as it is."""

    def strike(self) -> None:
        self._thread.strike()

    def kill(self) -> None:
        self._thread.end()

    def stop(self) -> None:
        self._thread.end()

    def _do(self, job: Callable[[], Any], timeout: float) -> Any:
        with contextlib.redirect_stdout(self._told):
            found = self._thread.do(job, timeout)
        if isinstance(found, LineError):
            raise found
        if isinstance(found, BaseException):
            words = traceback.format_exception_only(found)[-1].strip()
            self._ending = Exit(None, f"it raised {excerpt(words)}")
            lines = "".join(traceback.format_exception(None, found, _its_own(found))).splitlines()
            if len(lines) > 1:
                self._told.write("\n".join(lines[-_LINES:]) + "\n")
            raise LinesEndedError
        return found


_HINT = (
    "give MODULE:FACTORY, with the module (no .py) in this folder or installed; FACTORY() gives a "
    "function from message to reply, or an object with handle(request)"
)


def _written(reply: Any) -> bytes:
    """Raises: NoMessageError: it is not what JSON can hold."""
    try:
        return json.dumps(reply).encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise NoMessageError(
            f"the reply cannot be written as JSON: {excerpt(str(error))}"
        ) from None


def _its_own(error: BaseException) -> TracebackType | None:
    """The traceback from where it leaves this module and the import system."""
    frames = error.__traceback__
    while frames is not None:
        file = frames.tb_frame.f_code.co_filename
        if file not in (__file__, importlib.__file__) and not file.startswith("<frozen importlib"):
            break
        frames = frames.tb_next
    return frames


class _Thread:
    """Does one job after the other, and tells what each gave or raised."""

    def __init__(self) -> None:
        self._jobs: queue.SimpleQueue[Callable[[], Any] | None] = queue.SimpleQueue()
        self._found: queue.SimpleQueue[Any] = queue.SimpleQueue()
        threading.Thread(target=self._work, daemon=True).start()

    def do(self, job: Callable[[], Any], timeout: float) -> Any:
        """Raises: LineTimeoutError: the thread is of no use from then on."""
        self._jobs.put(job)
        try:
            return self._found.get(timeout=timeout)
        except queue.Empty:
            raise LineTimeoutError from None

    def strike(self) -> None:
        self._found.put(LinesEndedError())

    def end(self) -> None:
        self._jobs.put(None)

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            try:
                found = job()
            except BaseException as error:  # whatever the engine raises
                found = error
            self._found.put(found)


class _Told(io.TextIOBase):
    """Text of which the end is kept."""

    def __init__(self) -> None:
        self._kept = ""

    def write(self, text: str) -> int:
        self._kept = (self._kept + text)[-KEPT_STDERR:]
        return len(text)

    def text(self) -> str:
        return self._kept
