"""Bytes both ways over file descriptors: a line out, a line in, within a time.

All descriptors are non-blocking and served by one ``poll()``, so that neither side can lock the
other out, whatever it writes where; what is kept in memory is bounded.
"""

import os
import select
import time

from conformance.adapters.peer import (
    KEPT_STDERR,
    MAX_LINE,
    LinesEndedError,
    LineTimeoutError,
    LineTooLongError,
)

_CHUNK = 64 * 1024


class Stream:
    """What is written to ``writing`` is answered on ``reading``, which may be the same socket.
    Of what comes from ``aside`` the end is kept. Closing them is left to the owner."""

    def __init__(self, reading: int, writing: int, aside: int | None = None) -> None:
        self._reads, self._writes, self._aside = reading, writing, aside
        self._pending = bytearray()
        self._kept_aside = bytearray()
        self._poll = select.poll()
        self._open = {reading} if aside is None else {reading, aside}
        for fd in {writing, *self._open}:
            os.set_blocking(fd, False)
        for fd in self._open:
            self._poll.register(fd, select.POLLIN)
        self._can_write = True
        self._unsent = memoryview(b"")
        self._watches_writing = False

    # --- lines ------------------------------------------------------------------------------

    def exchange(self, line: bytes, timeout: float) -> bytes:
        """Write ``line`` and give the next line that comes, without the line end.

        Raises:
            LineTimeoutError, LinesEndedError, LineTooLongError
        """
        if self._pending:
            # Something came before it was asked for; it is taken for the reply and judged so.
            found = self._take_line(0)
            if found is not None:
                return found
        self.send(line)
        deadline = time.monotonic() + timeout
        searched = 0
        try:
            while True:
                if self._reads not in self._open:
                    raise LinesEndedError
                self._serve(deadline)
                found = self._take_line(searched)
                if found is not None:
                    return found
                searched = len(self._pending)
                if searched > MAX_LINE:
                    raise LineTooLongError
                if self._reads in self._open and time.monotonic() >= deadline:
                    raise LineTimeoutError
        finally:
            self._watch_writing(wanted=False)

    def unread(self) -> bytes:
        """Take what came beyond the lines that were read."""
        unread = bytes(self._pending)
        self._pending.clear()
        return unread

    def settle(self, wait: float = 0.0) -> bool:
        """Has more come than was read, or the end? Looks for ``wait`` seconds."""
        deadline = time.monotonic() + wait
        while not self._pending and self._reads in self._open:
            self._serve(deadline)
            if time.monotonic() >= deadline:
                break
        return bool(self._pending) or self._reads not in self._open

    def _take_line(self, searched: int) -> bytes | None:
        """Raises: LineTooLongError."""
        end = self._pending.find(b"\n", searched)
        if end < 0:
            return None
        if end > MAX_LINE:
            raise LineTooLongError
        line = bytes(self._pending[:end])
        del self._pending[: end + 1]
        return line

    # --- bytes ------------------------------------------------------------------------------

    def send(self, data: bytes) -> None:
        """Write what fits; the rest follows while something is waited for."""
        # What an earlier request left over goes first, lest it tears this one.
        self._unsent = self._write(memoryview(bytes(self._unsent) + data))

    def receive(self, deadline: float) -> bytes:
        """Whatever comes next; empty at the end.

        Raises: LineTimeoutError.
        """
        while not self._pending:
            if self._reads not in self._open:
                return b""
            self._serve(deadline)
            if not self._pending and self._reads in self._open and time.monotonic() >= deadline:
                raise LineTimeoutError
        return self.unread()

    def aside_text(self) -> str:
        """The end of what came aside so far."""
        self._drain_aside()
        return self._kept_aside.decode("utf-8", "replace")

    def stop_writing(self) -> None:
        """Nothing more is written, also of what is left."""
        self._can_write = False
        self._unsent = memoryview(b"")

    def forget(self) -> None:
        """The descriptors are closed, or about to be."""
        self.stop_writing()
        self._open.clear()

    def _serve(self, deadline: float) -> None:
        """Wait until something can be read or written, and do it."""
        self._watch_writing(wanted=bool(self._unsent))
        for fd, event in self._poll.poll(max(0.0, deadline - time.monotonic()) * 1000):
            if fd == self._writes and self._watches_writing and event & ~select.POLLIN:
                self._unsent = self._write(self._unsent)
            if fd in self._open and event & ~select.POLLOUT:
                self._read(fd)

    def _watch_writing(self, *, wanted: bool) -> None:
        if wanted != self._watches_writing:
            self._watches_writing = wanted
            self._watch(self._writes)

    def _watch(self, fd: int) -> None:
        """Have the poll tell what is of use now."""
        events = select.POLLIN if fd in self._open else 0
        if fd == self._writes and self._watches_writing:
            events |= select.POLLOUT
        if events:
            self._poll.register(fd, events)
        else:
            self._poll.unregister(fd)

    def _write(self, data: memoryview) -> memoryview:
        """Write what fits; gives the rest."""
        while data and self._can_write:
            try:
                data = data[os.write(self._writes, data) :]
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
            self._open.discard(fd)
            self._watch(fd)
        elif fd == self._reads:
            self._pending += data
        else:
            self._keep_aside(data)

    def _keep_aside(self, data: bytes) -> None:
        self._kept_aside += data
        del self._kept_aside[:-KEPT_STDERR]

    def _drain_aside(self) -> None:
        # At most so much: one that floods must not hold us here.
        for _ in range(16):
            if self._aside is None or self._aside not in self._open:
                return
            try:
                data = os.read(self._aside, _CHUNK)
            except OSError:
                return
            if not data:
                self._open.discard(self._aside)
                self._watch(self._aside)
                return
            self._keep_aside(data)
