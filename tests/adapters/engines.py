"""One engine, sound or misbehaving, behind every way that an implementation can be reached.

An engine gives its reply to a message as chunks of bytes, or raises :class:`Ends` or
:class:`Waits`; each transport does that in its own manner. It misbehaves when simplified scoring
is asked for, and nowhere else.
"""

import contextlib
import http.server
import json
import os
import signal
import socketserver
import sys
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, BinaryIO, ClassVar

from conformance.adapters.peer import MAX_LINE
from conformance.faults.catalogue import all_faults
from reference_engine.adapter import handle
from reference_engine.rules import Rules

Message = dict[str, Any]
ROOT = Path(__file__).parents[2]
DONE = threading.Event()
"""Set once the tests are over, so that what waits for ever ends."""


class Ends(Exception):  # noqa: N818 - what an engine does
    """It ends without a reply."""


class Waits(Exception):  # noqa: N818 - as above
    """Its reply is not ready before nobody waits for it any more."""


# --- the engines ----------------------------------------------------------------------------


def _sound(request: Message) -> Message:
    return handle(Rules(), request)


def _faulty(request: Message) -> Message:
    """In every scoring mode: that is no misbehaviour, it plays wrong."""
    return handle(all_faults()["draw.loser-first"].rules(), request)


def _wrong_id(request: Message) -> Message:
    return {**_sound(request), "id": "another"}


def _no_object(request: Message) -> Any:
    return ["trick", "taken"]


def _erring(request: Message) -> Message:
    return {"id": request["id"], "error": {"message": "no such scoring here"}}


def _huge(request: Message) -> Message:
    return {"id": request["id"], "error": {"message": "x" * MAX_LINE}}


def _ends(request: Message) -> Message:
    raise Ends


def _waits(request: Message) -> Message:
    raise Waits


ENGINES = {
    "sound": _sound,
    "faulty": _faulty,
    "wrong_id": _wrong_id,
    "no_object": _no_object,
    "erring": _erring,
    "huge": _huge,
    "ends": _ends,
    "waits": _waits,
}
RAW = {
    "garbage": b"\xfftrick taken!",
    "half": b'{"id": "1", "rounds": [',
    "drips": None,
}
"""What cannot be said with a value; the one that drips never comes to an end."""


def _chunks(name: str, request: Message) -> Iterator[bytes]:
    if request["cmd"] == "run" and request["scoring"] == "simplified" and name in RAW:
        raw = RAW[name]
        while raw is None and not DONE.wait(0.01):
            yield b" "
        yield raw or b""
    else:
        yield json.dumps(answered(name, request)).encode()


def answered(name: str, request: Message) -> Any:
    """The reply as a value."""
    if request["cmd"] != "run" or (request["scoring"] == "full" and name != "faulty"):
        return _sound(request)
    return ENGINES[name](request)


def read(line: bytes) -> Message:
    """A request, or what stands for one that cannot be read."""
    try:
        read: Message = json.loads(line)
        return read
    except ValueError:
        return {"cmd": "unreadable"}


# --- in this process ------------------------------------------------------------------------


class _Object:
    def __init__(self, name: str) -> None:
        self._name = name

    def handle(self, request: Message) -> Any:
        try:
            return answered(self._name, request)
        except Waits:
            DONE.wait(30)
            return _sound(request)


OBJECTS = SimpleNamespace(**{name: partial(_Object, name) for name in ENGINES})
"""``OBJECTS.sound()`` gives an engine, and so on."""


# --- lines ----------------------------------------------------------------------------------


def serve_lines(name: str, lines: BinaryIO, out: BinaryIO) -> None:
    """Until the input ends; raises Ends and Waits."""
    for line in lines:
        request = read(line)
        for chunk in _chunks(name, request):
            out.write(chunk)
            out.flush()
        out.write(b"\n")
        out.flush()
        if request["cmd"] == "bye":
            return


def child_of(name: str) -> tuple[str, ...]:
    """The words that start the engine as a process."""
    source = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r}); import tests.adapters.engines as e; "
        f"e.be_child({name!r})"
    )
    return (sys.executable, "-c", source)


def be_child(name: str) -> None:
    try:
        serve_lines(name, sys.stdin.buffer, sys.stdout.buffer)
    except Ends:
        os._exit(3)
    except Waits:
        signal.pause()


class _LineHandler(socketserver.StreamRequestHandler):
    """``engine`` is set by :func:`serving`."""

    engine: ClassVar[str]

    def handle(self) -> None:
        with contextlib.suppress(Ends, OSError):
            try:
                serve_lines(self.engine, self.rfile, self.wfile)  # type: ignore[arg-type]
            except Waits:
                while self.rfile.read(1024):
                    pass
                self.wfile.write(b'{"id": "too late"}\n')


class _HttpHandler(http.server.BaseHTTPRequestHandler):
    """``engine`` and ``protocol_version`` are set by :func:`serving`. A misbehaviour that is
    HTTP's own has the name of its status."""

    engine: ClassVar[str]
    _answered = 0

    def do_POST(self) -> None:
        request = read(self.rfile.read(int(self.headers["Content-Length"])))
        if request["cmd"] == "run" and request["scoring"] == "simplified":
            if self.engine.isdecimal():
                self._refuse(int(self.engine))
                return
            if self.engine == "drips_headers":
                self._drip()
                return
        if self.engine == "one_each":
            self._answered += 1
            if self._answered > 1:
                self.close_connection = True
                return
        name = self.engine if self.engine in {**ENGINES, **RAW} else "sound"
        try:
            with contextlib.suppress(OSError):
                self._answer(_chunks(name, request))
        except Ends:
            self.close_connection = True
        except Waits:
            with contextlib.suppress(OSError):
                while self.rfile.read(1024):
                    pass
                self._answer(iter([b'{"id": "too late"}']))
            self.close_connection = True

    def _answer(self, chunks: Iterator[bytes]) -> None:
        first = next(chunks)
        self.send_response(200)
        if first == b" ":
            self.send_header("Content-Length", "1000000")
        else:
            first += b"".join(chunks)
            self.send_header("Content-Length", str(len(first)))
        self.end_headers()
        self.wfile.write(first)
        for chunk in chunks:
            self.wfile.write(chunk)

    def _refuse(self, status: int) -> None:
        self.send_response(status)
        if 300 <= status < 400:
            self.send_header("Location", "/sound")
        body = b'{"id": "1"}'
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _drip(self) -> None:
        self.close_connection = True
        with contextlib.suppress(OSError):
            self.wfile.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
            while not DONE.wait(0.01):
                self.wfile.write(b"x")

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing."""


class _Tcp(socketserver.ThreadingTCPServer):
    daemon_threads = True
    block_on_close = False


class _Unix(socketserver.ThreadingUnixStreamServer):
    daemon_threads = True
    block_on_close = False


@contextlib.contextmanager
def serving(name: str, scheme: str, folder: Path) -> Iterator[str]:
    """A server with the engine, and the URL to connect to. ``scheme`` is ``tcp``, ``unix``,
    ``http`` or ``http/1.0``; a Unix socket lies in ``folder``."""
    server: socketserver.BaseServer
    given: dict[str, Any] = {"engine": name}
    if scheme == "tcp":
        tcp = server = _Tcp(("127.0.0.1", 0), type("Handler", (_LineHandler,), given))
        url = f"tcp://127.0.0.1:{tcp.server_address[1]}"
    elif scheme == "unix":
        path = folder / "engine.sock"
        server = _Unix(str(path), type("Handler", (_LineHandler,), given))
        url = f"unix:{path}"
    else:
        given["protocol_version"] = "HTTP/1.0" if scheme == "http/1.0" else "HTTP/1.1"
        web = server = _Tcp(("127.0.0.1", 0), type("Handler", (_HttpHandler,), given))
        url = f"http://127.0.0.1:{web.server_address[1]}/engine?table=4"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield url
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
