"""One child process: a line in, a line out, within a time.

All its pipes are non-blocking and served by one ``poll()``, so that neither side can lock the
other out, whatever it writes where; what is kept in memory is bounded.

The child leads a process group of its own, which it cannot leave, and the whole group is killed
in the end. A grandchild that makes itself a session (``setsid``) is out of reach: it loses the
pipes, and that is all that can be done to it without rights that a test suite should not have.
"""

import contextlib
import os
import select
import signal
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass

MAX_LINE = 4 * 1024 * 1024
"""Bytes; a longer reply is no reply."""
KEPT_STDERR = 16 * 1024
"""Bytes of standard error that are kept, the last ones."""
_CHUNK = 64 * 1024
_GRACE = 0.5
"""Seconds between the polite and the final signal."""
_DYING = 5.0
"""Seconds to wait for a killed process; one that outlasts them hangs in the kernel, or is not
ours to kill."""


class ChildError(Exception):
    """The child gave no line."""


class ChildTimeoutError(ChildError):
    """No whole line within the time."""


class ChildExitedError(ChildError):
    """The child closed its output or ended."""


class LineTooLongError(ChildError):
    """More than ``MAX_LINE`` bytes without a line end."""


@dataclass(frozen=True, slots=True)
class Exit:
    """How a process ended: ``code`` as in :mod:`subprocess`, negative for a signal; None while
    it runs."""

    code: int | None

    def __str__(self) -> str:
        if self.code is None:
            return "it closed its standard output and went on running"
        if self.code < 0:
            try:
                name = signal.Signals(-self.code).name
            except ValueError:
                name = str(-self.code)
            return f"it was killed by signal {name}"
        return f"it exited with status {self.code}"


class Child:
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
        self._in, self._out, self._err = (
            stream.fileno() for stream in (process.stdin, process.stdout, process.stderr) if stream
        )
        self._pending = bytearray()
        self._stderr = bytearray()
        self._poll = select.poll()
        self._open = {self._out, self._err}
        for fd in (self._in, self._out, self._err):
            os.set_blocking(fd, False)
        for fd in self._open:
            self._poll.register(fd, select.POLLIN)
        self._can_write = True
        self._unsent = memoryview(b"")
        self._ended = False

    def exchange(self, line: bytes, timeout: float) -> bytes:
        """Write ``line`` and give the next line of its output, without the line end.

        Raises:
            ChildTimeoutError, ChildExitedError, LineTooLongError
        """
        if self._pending:
            # Something came before it was asked for; it is taken for the reply and judged so.
            found = self._take_line(0)
            if found is not None:
                return found
        # What an earlier request left over goes first, lest it tears this one.
        self._unsent = self._write(memoryview(bytes(self._unsent) + line))
        deadline = time.monotonic() + timeout
        searched = 0
        try:
            while True:
                if self._out not in self._open:
                    raise ChildExitedError
                self._serve_pipes(deadline)
                found = self._take_line(searched)
                if found is not None:
                    return found
                searched = len(self._pending)
                if searched > MAX_LINE:
                    raise LineTooLongError
                if self._out in self._open and time.monotonic() >= deadline:
                    raise ChildTimeoutError
        finally:
            with contextlib.suppress(KeyError):
                self._poll.unregister(self._in)

    def unread(self) -> bytes:
        """Take what it wrote beyond the lines that were read, as far as it came in with them."""
        unread = bytes(self._pending)
        self._pending.clear()
        return unread

    def stderr_text(self) -> str:
        """The end of what it wrote to standard error so far."""
        self._drain_stderr()
        return self._stderr.decode("utf-8", "replace")

    def settle(self, wait: float = 0.0) -> bool:
        """Has it written more than was read, or closed its output? Looks for ``wait`` seconds."""
        deadline = time.monotonic() + wait
        while not self._pending and self._out in self._open:
            self._serve_pipes(deadline)
            if time.monotonic() >= deadline:
                break
        return bool(self._pending) or self._out not in self._open

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
        if self._process.stdin:
            with contextlib.suppress(OSError):
                self._process.stdin.close()
        self._can_write = False

    def kill(self) -> None:
        """End it and whatever it started in its group, at once."""
        if self._ended:
            return
        self._ended = True
        self._signal_group(signal.SIGKILL)
        self.exit_state(_DYING)
        self._process.poll()
        self._drain_stderr()
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
        self._can_write = False
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            if stream:
                with contextlib.suppress(OSError):
                    stream.close()
        self._open.clear()

    def _serve_pipes(self, deadline: float) -> None:
        """Wait until something can be read or written, and do it."""
        if self._unsent:
            self._poll.register(self._in, select.POLLOUT)
        for fd, _ in self._poll.poll(max(0.0, deadline - time.monotonic()) * 1000):
            if fd == self._in:
                self._unsent = self._write(self._unsent)
                if not self._unsent:
                    self._poll.unregister(self._in)
            else:
                self._read(fd)

    def _write(self, data: memoryview) -> memoryview:
        """Write what fits; gives the rest."""
        while data and self._can_write:
            try:
                data = data[os.write(self._in, data) :]
            except BlockingIOError:
                break
            except OSError:
                # It closed its input. What it says, or how it ended, is told by its output.
                self._can_write = False
        return data if self._can_write else memoryview(b"")

    def _read(self, fd: int) -> None:
        try:
            data = os.read(fd, _CHUNK)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._poll.unregister(fd)
            self._open.discard(fd)
        elif fd == self._out:
            self._pending += data
        else:
            self._keep_stderr(data)

    def _take_line(self, searched: int) -> bytes | None:
        end = self._pending.find(b"\n", searched)
        if end < 0:
            return None
        line = bytes(self._pending[:end])
        del self._pending[: end + 1]
        return line

    def _keep_stderr(self, data: bytes) -> None:
        self._stderr += data
        del self._stderr[:-KEPT_STDERR]

    def _drain_stderr(self) -> None:
        # At most so much: a child that floods must not hold us here.
        for _ in range(16):
            if self._err not in self._open:
                return
            try:
                data = os.read(self._err, _CHUNK)
            except OSError:
                return
            if not data:
                self._poll.unregister(self._err)
                self._open.discard(self._err)
                return
            self._keep_stderr(data)
