"""One child process: a line to its standard input, a line from its standard output.

The child leads a process group of its own, which it cannot leave, and the whole group is killed
in the end. A grandchild that makes itself a session (``setsid``) is out of reach: it loses the
pipes, and that is all that can be done to it without rights that a test suite should not have.
"""

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from conformance.adapters.peer import Exit, OpenError
from conformance.adapters.stream import Stream
from conformance.text import printable

_GRACE = 0.5
"""Seconds between the polite and the final signal."""
_DYING = 5.0
"""Seconds to wait for a killed process; one that outlasts them hangs in the kernel, or is not
ours to kill."""


@dataclass(frozen=True, slots=True)
class Command:
    """The words that start an adapter: a program and its arguments; no shell is involved."""

    words: tuple[str, ...]
    kind: Literal["process"] = "process"

    @property
    def shown(self) -> str:
        return " ".join(map(printable, self.words))

    def open(self) -> "Child":
        """Raises: OpenError."""
        try:
            return Child(self.words)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise OpenError(f"cannot start `{self.shown}`: {reason}", _start_hint(error)) from None


def _start_hint(error: Exception) -> str:
    """What to do if the process could not be started."""
    if isinstance(error, FileNotFoundError):
        return "is the program installed, and the path right from this folder? No shell is used"
    if isinstance(error, PermissionError):
        return "make the file executable, or name its interpreter: `-- python3 adapter.py`"
    return "no shell is used: give the program and its arguments as separate words"


class Child(Stream):
    """A process in a group of its own, started without a shell.

    Raises:
        OSError: it cannot be started.
    """

    def __init__(self, command: Sequence[str]) -> None:
        self._process = subprocess.Popen(  # noqa: S603 - running the user's adapter is the task
            list(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
        )
        process = self._process
        to, out, err = (
            stream.fileno() for stream in (process.stdin, process.stdout, process.stderr) if stream
        )
        super().__init__(reading=out, writing=to, aside=err)
        self._ended = False

    def stderr_text(self) -> str:
        """The end of what it wrote to standard error so far."""
        return self.aside_text()

    def exit_state(self, wait: float = 0.2) -> Exit:
        """How it ended; waits up to ``wait`` seconds for it to do so."""
        deadline = time.monotonic() + wait
        pause = 0.001
        while True:
            code = self._exit_code()
            left = deadline - time.monotonic()
            if code is not None or left <= 0:
                return Exit(code)
            time.sleep(min(pause, left))
            pause = min(2 * pause, 0.02)

    def close_input(self) -> None:
        self.stop_writing()
        if self._process.stdin:
            with contextlib.suppress(OSError):
                self._process.stdin.close()

    def strike(self) -> None:
        """Kill the group, from any thread: whoever waits for a line gets none, at once."""
        if not self._ended:
            self._signal_group(signal.SIGKILL)

    def kill(self) -> None:
        """End it and whatever it started in its group, at once."""
        if self._ended:
            return
        self._ended = True
        self._signal_group(signal.SIGKILL)
        self.exit_state(_DYING)
        self._process.poll()
        self._drain_aside()
        self._close()

    def stop(self) -> None:
        """Ask it to end, then end it."""
        self.close_input()
        if self.exit_state(_GRACE).code is None:
            self._signal_group(signal.SIGTERM)
            self.exit_state(_GRACE)
        self.kill()

    def _exit_code(self) -> int | None:
        """The status, while the process is left unreaped where the system can do that: as long
        as it is, its group has its number to itself and no stranger can be signalled."""
        if self._process.returncode is not None or not hasattr(os, "waitid"):
            return self._process.poll()
        try:
            told = os.waitid(os.P_PID, self._process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        except ChildProcessError:
            return self._process.poll()
        if told is None:
            return None
        return told.si_status if told.si_code == os.CLD_EXITED else -told.si_status

    def _signal_group(self, number: signal.Signals) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, number)

    def _close(self) -> None:
        self.forget()
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            if stream:
                with contextlib.suppress(OSError):
                    stream.close()
