"""The other side, whatever it is: asked with a line, it gives a line back or raises why not.

A :class:`Way` opens a :class:`Peer`; :class:`~conformance.adapters.session.Session` does the
rest, the same for all of them.
"""

import signal
from dataclasses import dataclass
from typing import Literal, Protocol

MAX_LINE = 4 * 1024 * 1024
"""Bytes; a longer reply is no reply."""
KEPT_STDERR = 16 * 1024
"""Bytes of what it says beside its replies that are kept, the last ones."""


class LineError(Exception):
    """The other side gave no line."""


class LineTimeoutError(LineError):
    """No whole line within the time."""


class LinesEndedError(LineError):
    """It closed its output or ended."""


class LineTooLongError(LineError):
    """More than ``MAX_LINE`` bytes without a line end."""


class NoMessageError(LineError):
    """What came cannot be a reply; the text says why, and is safe to show."""


class OpenError(Exception):
    """There is no other side to speak with; ``hint`` is the way out."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


@dataclass(frozen=True, slots=True)
class Exit:
    """How it ended. ``code`` is that of a process, as in :mod:`subprocess`, negative for a
    signal; None while it runs, and for what is no process, of which ``words`` tell."""

    code: int | None
    words: str = "it closed its standard output and went on running"

    def __str__(self) -> str:
        if self.code is None:
            return self.words
        if self.code < 0:
            try:
                name = signal.Signals(-self.code).name
            except ValueError:
                name = str(-self.code)
            return f"it was killed by signal {name}"
        return f"it exited with status {self.code}"


class Peer(Protocol):
    """One process, one connection, one object: good until it fails for the first time."""

    def exchange(self, line: bytes, timeout: float) -> bytes:
        """Send ``line`` and give the reply, without a line end, within ``timeout`` seconds in
        all. An empty ``line`` sends nothing: the next line is read, if there can be one.

        Raises:
            LineError
        """

    def settle(self, wait: float = 0.0) -> bool:
        """Has it said more than was read, or ended? Looks for up to ``wait`` seconds."""

    def unread(self) -> bytes:
        """Take what it said beyond the replies, as far as it came in with them."""

    def stderr_text(self) -> str:
        """The end of what it said beside its replies so far."""

    def exit_state(self, wait: float = 0.2) -> Exit:
        """How it ended; waits up to ``wait`` seconds for it to do so."""

    def close_input(self) -> None:
        """Say that nothing more will be sent."""

    def strike(self) -> None:
        """From any thread: make whoever waits for a reply get none, at once. It is still to be
        killed."""

    def kill(self) -> None:
        """End it at once."""

    def stop(self) -> None:
        """Let it end, then end it."""


class Way(Protocol):
    """How an implementation is reached."""

    @property
    def kind(self) -> Literal["process", "connection", "http", "object"]: ...

    @property
    def words(self) -> tuple[str, ...]:
        """What names it on the command line."""

    @property
    def shown(self) -> str:
        """A name for messages, safe to show."""

    def open(self) -> Peer:
        """Raises: OpenError."""
