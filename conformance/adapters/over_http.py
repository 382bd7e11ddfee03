"""A server that is spoken with over HTTP: one message a POST, the reply in the body.

The library (h11) speaks HTTP and does no I/O, so that the deadline and the limits are those of
every other way. Redirects are not followed.
"""

import time
from dataclasses import dataclass
from typing import Literal

import h11

from conformance.adapters.connection import CLOSED, Connection, Place
from conformance.adapters.peer import (
    MAX_LINE,
    Exit,
    LinesEndedError,
    LineTimeoutError,
    LineTooLongError,
    NoMessageError,
    OpenError,
)
from conformance.protocol.codec import quote
from conformance.text import excerpt
from conformance.version import __version__

_OK = 200
_SERVER_ERRORS = range(500, 600)
_REDIRECTS = range(300, 400)


@dataclass(frozen=True, slots=True)
class Http:
    """Posts to ``target`` (path and query) of a place; ``host`` is what the URL calls it."""

    place: Place
    host: str
    target: str
    words: tuple[str, ...]
    kind: Literal["http"] = "http"

    @property
    def shown(self) -> str:
        return self.place.shown

    def open(self) -> "Posts":
        """Raises: OpenError."""
        return Posts(self)


class Posts:
    """Messages posted one by one, over one connection where the server keeps it open.

    Raises:
        OpenError: nobody takes the connection.
    """

    def __init__(self, way: Http) -> None:
        self._way = way
        self._connection: Connection | None = way.place.connect()
        self._http = h11.Connection(h11.CLIENT)
        self._unasked = b""
        self._began = False
        """Has anything come of the answer that is waited for?"""
        self._ending = CLOSED

    def exchange(self, line: bytes, timeout: float) -> bytes:
        """Post ``line`` and give the body of the answer, whatever its line ends.

        Raises:
            LineError: a status of 5xx means that the server failed, any other but 200 that
                what came is no reply.
        """
        deadline = time.monotonic() + timeout
        if not line:
            self._ending = Exit(None, "the answer held nothing else")
            raise LinesEndedError
        self.settle()
        was_kept = self._connection is not None
        try:
            response, body = self._post(line, deadline)
        except LinesEndedError:
            # A server may close a connection that it kept at any time, also just now.
            if not was_kept or self._began:
                raise
            self._hang_up()
            response, body = self._post(line, deadline)
        self._check(response, body)
        return body

    def settle(self, wait: float = 0.0) -> bool:
        """Has it sent what nobody asked for? That it closes a connection between two messages
        is its right."""
        if self._connection is not None and self._connection.settle(wait):
            self._unasked += self._connection.unread()
            if not self._unasked:
                self._hang_up()
        return bool(self._unasked)

    def unread(self) -> bytes:
        unread, self._unasked = self._unasked, b""
        return unread

    def stderr_text(self) -> str:
        """A server's standard error is out of reach."""
        return ""

    def exit_state(self, wait: float = 0.2) -> Exit:
        return self._ending

    def close_input(self) -> None:
        """Each message is whole as it is."""

    def strike(self) -> None:
        connection = self._connection
        if connection is not None:
            connection.strike()

    def kill(self) -> None:
        self._hang_up()

    def stop(self) -> None:
        self._hang_up()

    # --- one message ------------------------------------------------------------------------

    def _post(self, line: bytes, deadline: float) -> tuple[h11.Response, bytes]:
        self._ending, self._began = CLOSED, False
        connection = self._connected(deadline)
        connection.send(self._request(line))
        response: h11.Response | None = None
        body = bytearray()
        while True:
            event = self._next_event(connection, deadline)
            if isinstance(event, h11.Response):
                response = event
            elif isinstance(event, h11.Data):
                body += event.data
                if len(body) > MAX_LINE:
                    raise LineTooLongError
            elif isinstance(event, h11.EndOfMessage):
                break
            elif isinstance(event, h11.ConnectionClosed):
                raise LinesEndedError
        assert response is not None  # noqa: S101 - for the types
        self._keep_or_hang_up()
        return response, bytes(body)

    def _request(self, line: bytes) -> bytes:
        headers = [
            ("Host", self._way.host),
            ("User-Agent", f"cjack/{__version__}"),
            ("Content-Type", "application/json"),
            ("Content-Length", str(len(line))),
            ("Accept", "application/json"),
            ("Accept-Encoding", "identity"),
        ]
        request = h11.Request(method="POST", target=self._way.target, headers=headers)
        events = (request, h11.Data(data=line), h11.EndOfMessage())
        return b"".join(self._http.send(event) or b"" for event in events)

    def _next_event(self, connection: Connection, deadline: float) -> h11.Event | type[h11.PAUSED]:
        """Raises: LineError."""
        data: bytes | None = None
        try:
            while (event := self._http.next_event()) is h11.NEED_DATA:
                # One that drips is cut off too.
                if data is not None and time.monotonic() >= deadline:
                    raise LineTimeoutError
                data = connection.receive(deadline)
                self._check_begin(data)
                self._http.receive_data(data)
        except h11.RemoteProtocolError as error:
            if not data:
                raise LinesEndedError from None
            raise NoMessageError(f"no HTTP: it was {quote(data)}; {excerpt(str(error))}") from None
        return event  # type: ignore[return-value]  # it is not NEED_DATA any more

    def _check_begin(self, data: bytes) -> None:
        """What is no HTTP at all may lack the empty line for which the library would wait."""
        if not self._began and data[:5] != b"HTTP/"[: len(data)]:
            raise NoMessageError(f"no HTTP: it was {quote(data)}")
        self._began |= bool(data)

    def _check(self, response: h11.Response, body: bytes) -> None:
        status = response.status_code
        if status == _OK:
            return
        told = f"HTTP status {status} {excerpt(response.reason.decode('latin-1'))}".rstrip()
        if status in _REDIRECTS:
            raise NoMessageError(f"{told}; redirects are not followed")
        told += f"; it said {quote(body)}" if body.strip() else ""
        if status in _SERVER_ERRORS:
            self._ending = Exit(None, told)
            raise LinesEndedError
        raise NoMessageError(told)

    # --- the connection ---------------------------------------------------------------------

    def _connected(self, deadline: float) -> Connection:
        """Raises: LinesEndedError: the server is gone."""
        if self._connection is None:
            try:
                left = max(0.001, deadline - time.monotonic())
                self._connection = self._way.place.connect(left)
            except OpenError as error:
                self._ending = Exit(None, error.message)
                raise LinesEndedError from None
            self._http = h11.Connection(h11.CLIENT)
        return self._connection

    def _keep_or_hang_up(self) -> None:
        self._unasked += self._http.trailing_data[0]
        if self._http.our_state is h11.DONE and self._http.their_state is h11.DONE:
            self._http.start_next_cycle()
        else:
            self._hang_up()

    def _hang_up(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.kill()
