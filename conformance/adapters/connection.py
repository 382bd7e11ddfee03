"""A server that is running already: a line each way over TCP or a Unix socket.

It is connected to for a whole run, and anew after trouble; ``bye`` ends the connection alone.
"""

import contextlib
import socket
from dataclasses import dataclass
from typing import Literal

from conformance.adapters.peer import Exit, OpenError
from conformance.adapters.stream import Stream
from conformance.text import printable

CONNECT_TIMEOUT = 5.0
"""Seconds until a server must have taken the connection."""
CLOSED = Exit(None, "it closed the connection")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a server listens: ``url`` as it was written, and what it stands for, in the order
    in which it is tried: TCP addresses with a port, or the path of a Unix socket."""

    url: str
    addresses: tuple[tuple[str, int] | str, ...]

    @property
    def shown(self) -> str:
        return printable(self.url)

    def connect(self, timeout: float = CONNECT_TIMEOUT) -> "Connection":
        """Raises: OpenError: nobody takes the connection."""
        reason = "there is no address"
        for address in self.addresses:
            try:
                return Connection(_connected(address, timeout))
            except OSError as error:
                reason = error.strerror or str(error)
        hint = "is the server running, and does it listen just there?"
        raise OpenError(f"cannot connect to {self.shown}: {reason}", hint)


def _connected(address: tuple[str, int] | str, timeout: float) -> socket.socket:
    if isinstance(address, tuple):
        connected = socket.create_connection(address, timeout)
        connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return connected
    unix = socket.socket(socket.AF_UNIX)
    try:
        unix.settimeout(timeout)
        unix.connect(address)
    except BaseException:
        unix.close()
        raise
    return unix


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines to a place and back; ``words`` are those of the command line."""

    place: Place
    words: tuple[str, ...]
    kind: Literal["connection"] = "connection"

    @property
    def shown(self) -> str:
        return self.place.shown

    def open(self) -> "Connection":
        """Raises: OpenError."""
        return self.place.connect()


class Connection(Stream):
    """A connected socket."""

    def __init__(self, connected: socket.socket) -> None:
        self._socket = connected
        super().__init__(reading=connected.fileno(), writing=connected.fileno())

    def send(self, data: bytes) -> None:
        super().send(data)
        if self._socket.family != socket.AF_UNIX and hasattr(socket, "TCP_QUICKACK"):
            # A server that writes its reply in two pieces waits for the first one to be
            # acknowledged, and that would come 40 ms later. The option holds for a while only.
            with contextlib.suppress(OSError):
                self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 1)

    def stderr_text(self) -> str:
        """A server's standard error is out of reach."""
        return ""

    def exit_state(self, wait: float = 0.2) -> Exit:
        return CLOSED

    def close_input(self) -> None:
        self.stop_writing()
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_WR)

    def strike(self) -> None:
        """From any thread: whoever waits here gets the end."""
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)

    def kill(self) -> None:
        self.forget()
        self._socket.close()

    stop = kill
