"""An adapter through its whole life: started and greeted, asked, killed, started afresh."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from msgspec import UNSET

from conformance.adapters.child import (
    MAX_LINE,
    Child,
    ChildError,
    ChildExitedError,
    ChildTimeoutError,
    LineTooLongError,
)
from conformance.errors import AdapterError
from conformance.protocol.codec import (
    ReplyError,
    decode_hello,
    decode_run,
    encode,
    printable,
)
from conformance.protocol.messages import PROTOCOL, HelloReply, RunReply
from conformance.version import __version__

START_TIMEOUT = 10.0
"""Seconds until the greeting must be answered, start-up included."""
MAX_FAILED_STARTS = 3


@dataclass(frozen=True, slots=True)
class NoReply:
    """Why a request has no reply that counts, as the outcome it leads to."""

    outcome: Literal["crash", "timeout", "protocol"]
    message: str
    stderr: str = ""


class Session:
    """One adapter process at a time, started when needed.

    Raises:
        AdapterError: from :meth:`greet` and :meth:`run` if the adapter cannot be started or
            does not answer the greeting; from :meth:`run` only after ``MAX_FAILED_STARTS``
            starts in a row.
    """

    def __init__(
        self, command: Sequence[str], timeout: float, start_timeout: float = START_TIMEOUT
    ) -> None:
        self._command = tuple(command)
        self._timeout = timeout
        self._start_timeout = start_timeout
        self._child: Child | None = None
        self._hello: HelloReply | None = None
        self._ids = itertools.count()

    def greet(self) -> HelloReply:
        """Start the adapter if it does not run, and what it said of itself."""
        if self._child is None or self._hello is None:
            self._hello = self._start()
        return self._hello

    def run(self, request: dict[str, Any]) -> RunReply | NoReply:
        """The reply to a ``run`` request (its ``cmd`` and ``id`` are set here)."""
        if self._child is None:
            self._restart()
        child = self._child
        assert child is not None  # noqa: S101 - for the types
        request_id = str(next(self._ids))
        message = {"cmd": "run", "id": request_id, **request}
        try:
            line = child.exchange(encode(message), self._timeout)
            return decode_run(line, request_id)
        except ChildTimeoutError:
            return self._failed("timeout", f"no reply within {self._timeout:g} s")
        except LineTooLongError:
            return self._failed("protocol", f"a reply of more than {MAX_LINE:,} bytes")
        except ChildExitedError:
            return self._failed("crash", f"no reply: {child.exit_state()}")
        except ReplyError as error:
            return self._failed("protocol", str(error))

    def close(self) -> None:
        """Dismiss the adapter; what does not end by itself is ended."""
        child, self._child = self._child, None
        if child is None:
            return
        try:
            child.exchange(encode({"cmd": "bye", "id": str(next(self._ids))}), 1.0)
        except ChildError:
            pass
        finally:
            child.stop()

    def _failed(self, outcome: Literal["crash", "timeout", "protocol"], message: str) -> NoReply:
        """Kill the process, so that nothing late is taken for another reply."""
        child, self._child = self._child, None
        assert child is not None  # noqa: S101 - for the types
        child.kill()
        return NoReply(outcome, message, child.stderr_text())

    def _restart(self) -> None:
        for left in reversed(range(MAX_FAILED_STARTS)):
            try:
                self._start()
                return
            except AdapterError:
                if not left:
                    raise

    def _start(self) -> HelloReply:
        shown = " ".join(map(printable, self._command))
        try:
            child = Child(self._command)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise AdapterError(f"cannot start `{shown}`: {reason}", _start_hint(error)) from None
        request_id = str(next(self._ids))
        hello = {"cmd": "hello", "id": request_id, "protocols": [PROTOCOL], "suite": __version__}
        try:
            reply = decode_hello(child.exchange(encode(hello), self._start_timeout), request_id)
            _check_hello(reply)
        except (ChildError, ReplyError) as error:
            message, hint = _greeting_fault(error, child, self._start_timeout)
            child.kill()
            stderr = child.stderr_text().strip()
            tail = f"\nits standard error ends:\n{_indented(stderr)}" if stderr else ""
            raise AdapterError(f"`{shown}` {message}{tail}", hint) from None
        except BaseException:
            child.kill()
            raise
        self._child = child
        return reply


def _check_hello(reply: HelloReply) -> None:
    if reply.protocol != PROTOCOL:
        raise ReplyError(f"it speaks protocol {reply.protocol}, the suite speaks {PROTOCOL}")
    if not reply.scoring:
        raise ReplyError("it announces no scoring mode; `scoring` names full, simplified or both")
    if reply.classes is not UNSET:
        for mode in ("full", "simplified"):
            if f"{mode}-scoring" in reply.classes and mode not in reply.scoring:
                raise ReplyError(f"it claims the class {mode}-scoring without the scoring mode")


def _greeting_fault(error: Exception, child: Child, timeout: float) -> tuple[str, str]:
    hint = "`cjack smoke -- COMMAND` looks at each step of the greeting"
    if isinstance(error, ChildTimeoutError):
        return (
            f"did not answer `hello` within {timeout:g} s",
            "does it flush its output after each line? " + hint,
        )
    if isinstance(error, LineTooLongError):
        return f"answered `hello` with more than {MAX_LINE:,} bytes in one line", hint
    if isinstance(error, ChildExitedError):
        return f"did not answer `hello`: {child.exit_state(1.0)}", hint
    return f"gave a wrong answer to `hello`: {error}", hint


def _start_hint(error: Exception) -> str:
    if isinstance(error, FileNotFoundError):
        return "is the program installed, and the path right from this folder? No shell is used"
    if isinstance(error, PermissionError):
        return "make the file executable, or name its interpreter: `-- python3 adapter.py`"
    return "no shell is used: give the program and its arguments as separate words"


def _indented(text: str, lines: int = 10) -> str:
    return "\n".join("    " + printable(line) for line in text.splitlines()[-lines:])
