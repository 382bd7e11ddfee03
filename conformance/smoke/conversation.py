"""The adapter that is spoken with: every line that it writes is accounted for.

What stands on standard output beside the replies is remembered, and reading goes on: so that
each fault is told once, and an adapter with a banner is looked at all the same. After a fault
the process is killed, as the suite does, and the next request goes to a fresh one.
"""

import itertools
import json
import time
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from conformance.adapters.opening import way_of
from conformance.adapters.peer import (
    MAX_LINE,
    Exit,
    LineError,
    LinesEndedError,
    LineTimeoutError,
    NoMessageError,
    OpenError,
    Peer,
)
from conformance.adapters.session import check_hello
from conformance.protocol.codec import (
    ReplyError,
    decode_hello,
    decode_run,
    encode,
    printable,
    quote,
)
from conformance.protocol.messages import PROTOCOL, ByeReply, HelloReply, RunReply
from conformance.smoke.hints import card_remark, hint_for
from conformance.smoke.lines import check_line, split_line
from conformance.smoke.result import FormFault, NoAnswer
from conformance.version import __version__

BYE_TIME = 1.0
"""Seconds for the answer to ``bye``, and again for the exit."""
CLOSED_TIME = 2.0
"""Seconds for what a silent adapter still writes once its input is closed."""
PATIENCE = 2
"""A reply is waited for so many times the limit, to tell a late one from none."""
ENDED_HINTS = {
    "process": "the process lives for the whole run: answer line after line until `bye`",
    "connection": "the connection lives for the whole run: answer line after line until `bye`",
    "http": "answer each POST with status 200 and one JSON object as its body",
    "object": "give a reply to each message; what goes wrong in the engine is an `error`",
}
NO_MESSAGE_HINTS = {
    "http": ENDED_HINTS["http"],
    "object": "give a dict of texts, numbers, lists and dicts, as `json.dumps` takes it",
}
FLUSH = (
    "read one line at a time and flush after each reply: print(…, flush=True), "
    "fflush(stdout), autoflush"
)


class Conversation:
    """One adapter process at a time, or one connection. Every method that asks raises
    FormFault."""

    def __init__(self, words: Sequence[str], timeout: float, start_timeout: float) -> None:
        self.way = way_of(words)
        self.timeout = timeout
        self.late: list[str] = []
        """The requests that were not answered within the limit."""
        self.stray: bytes | None = None
        """The first thing on standard output that was no reply."""
        self._start_timeout = start_timeout
        self._remarks: dict[str, bool] = {}
        self._peer: Peer | None = None
        self._greeted = False
        # Not from 0 or 1: an adapter that always says the same id shall not be right by chance.
        self._ids = itertools.count(101)
        self._answered: set[str] = set()

    def start(self) -> None:
        """Start a fresh process, or connect anew."""
        self.kill()
        self._greeted = False
        self._answered.clear()
        try:
            self._peer = self.way.open()
        except OpenError as error:
            raise NoAnswer(error.message, error.hint) from None

    def greet(self, **more: Any) -> HelloReply:
        """Say ``hello`` to the process just started, with ``more`` fields."""
        request_id = self._next_id()
        hello = {"cmd": "hello", "id": request_id, "protocols": [PROTOCOL], "suite": __version__}
        line = self._ask(encode({**hello, **more}), self._start_timeout)
        try:
            reply = decode_hello(line, request_id)
            check_hello(reply)
        except ReplyError as error:
            raise self._fault(str(error)) from None
        self._greeted = True
        return reply

    def run(self, request: dict[str, Any], what: str) -> RunReply:
        """The reply to a ``run`` request; ``what`` names it if it is late."""
        request_id = self._next_id()
        line = self._ask_timed(encode({"cmd": "run", "id": request_id, **request}), what)
        try:
            return decode_run(line, request_id)
        except ReplyError as error:
            raise self._fault(str(error)) from None

    def run_unreadable(self, line: bytes, what: str) -> RunReply:
        """The reply to a line that is no request; its id is not checked."""
        reply = self._ask_timed(line, what)
        try:
            return msgspec.json.decode(reply, type=RunReply)
        except msgspec.MsgspecError as error:
            raise self._fault(f"{error} in the reply {quote(reply)}") from None

    def dismiss(self) -> Exit:
        """Say ``bye``, wait for the end, and read what is left of the output."""
        self._ready()
        request_id = self._next_id()
        reply = self._ask(encode({"cmd": "bye", "id": request_id}), BYE_TIME)
        try:
            found = msgspec.json.decode(reply, type=ByeReply).id
        except msgspec.MsgspecError as error:
            raise self._fault(f"{error} in the reply {quote(reply)}") from None
        if found != request_id:
            raise self._fault(f"the reply has id {found!r}; the request had {request_id!r}")
        peer = self._running()
        ended = peer.exit_state(BYE_TIME)
        wait = 0.0 if ended.code is None else BYE_TIME
        for line in _rest(peer, time.monotonic() + wait):
            self._note_stray(line)
        self.kill()
        return ended

    def fault(self, message: str, hint: str) -> FormFault:
        """A fault in what was replied; the process that replied is ended."""
        self.kill()
        return FormFault(message, hint)

    def remarks(self) -> list[str]:
        """What was read although it is not quite as it should be, each told once."""
        fresh = [remark for remark, told in self._remarks.items() if not told]
        self._remarks |= dict.fromkeys(fresh, True)
        return fresh

    def kill(self) -> None:
        peer, self._peer = self._peer, None
        if peer is not None:
            peer.kill()

    # --- lines ------------------------------------------------------------------------------

    def _ask_timed(self, line: bytes, what: str) -> bytes:
        self._ready()
        began = time.monotonic()
        try:
            return self._ask(line, PATIENCE * self.timeout)
        finally:
            if time.monotonic() - began > self.timeout and what not in self.late:
                self.late.append(what)

    def _ask(self, line: bytes, patience: float) -> bytes:
        """The next reply, from its first to its last character."""
        deadline = time.monotonic() + patience
        peer = self._running()
        # Lines that came unasked are read first, as the suite would read them.
        *early, head = peer.unread().split(b"\n")
        unsent = line
        beside: bytes | None = None
        try:
            while True:
                if early:
                    got = early.pop(0)
                else:
                    got = peer.exchange(unsent, _left(deadline))
                    got, head, unsent = head + got, b"", b""
                before, reply = split_line(got)
                if before or not reply:
                    beside = before
                    self._note_stray(before)
                if reply and self._is_fresh(reply):
                    self._remark(got, reply)
                    return reply
        except LineTimeoutError:
            raise self._silence(peer, patience, head, beside) from None
        except LinesEndedError:
            raise self._end(peer, beside) from None
        except NoMessageError as error:
            raise self.fault(str(error), NO_MESSAGE_HINTS.get(self.way.kind, "")) from None
        except LineError:
            raise self.fault(
                f"more than {MAX_LINE:,} bytes without a line end", "end each reply with \\n"
            ) from None
        except FormFault:
            self.kill()
            raise

    def _is_fresh(self, line: bytes) -> bool:
        """Is it a reply, and not a second one to a request that has been answered?"""
        found = check_line(line).get("id")
        if not isinstance(found, str):
            return True
        if found in self._answered:
            self._note_stray(line)
            return False
        self._answered.add(found)
        return True

    def _silence(self, peer: Peer, waited: float, head: bytes, beside: bytes | None) -> NoAnswer:
        message = f"no reply within {waited:g} s"
        written = head + peer.unread()
        hint = FLUSH
        if written.lstrip().startswith(b"{"):
            message += f"; there is only {quote(written)}, without a line end"
            hint = "end each reply with \\n, and flush"
        elif beside is not None or written:
            first = written if beside is None else beside
            message += f"; it wrote {shown(first)}, which is no reply"
            hint = "the reply is a JSON object on one line; everything else goes to standard error"
        elif _answers_at_the_end(peer):
            message += "; it came once the input was closed"
            hint = "the reply waits in a buffer, or all the input is read first: " + FLUSH
        self.kill()
        return NoAnswer(message, hint + _stderr(peer))

    def _end(self, peer: Peer, beside: bytes | None) -> NoAnswer:
        ended = peer.exit_state(BYE_TIME)
        self.kill()
        message = f"no reply: {ended}"
        if beside is not None:
            message += f"; it wrote {shown(beside)}"
        hint = ENDED_HINTS[self.way.kind]
        if ended.code:
            hint = "does the command run by itself, typed into a terminal?"
        return NoAnswer(message, hint + _stderr(peer))

    def _note_stray(self, text: bytes) -> None:
        if self.stray is None:
            self.stray = text

    def _remark(self, line: bytes, reply: bytes) -> None:
        if line.endswith(b"\r"):
            self._remarks.setdefault("lines end with \\r\\n; that is read, write \\n alone", False)
        remark = next(filter(None, map(card_remark, _words(json.loads(reply)))), "")
        if remark and not any(told.startswith("the card") for told in self._remarks):
            self._remarks[remark] = False

    def _fault(self, message: str) -> FormFault:
        return self.fault(message, hint_for(message))

    def _ready(self) -> None:
        if self._peer is None or not self._greeted:
            self.start()
            self.greet()

    def _running(self) -> Peer:
        assert self._peer is not None  # noqa: S101 - for the types
        return self._peer

    def _next_id(self) -> str:
        return str(next(self._ids))


def _left(deadline: float) -> float:
    """Seconds; raises LineTimeoutError when there are none, as a line that is there already
    is given whatever the time."""
    left = deadline - time.monotonic()
    if left <= 0:
        raise LineTimeoutError
    return left


def _rest(peer: Peer, deadline: float) -> Iterator[bytes]:
    """The lines that are left, and the piece after the last one."""
    try:
        while True:
            yield peer.exchange(b"", _left(deadline))
    except LineError:
        if piece := peer.unread():
            yield piece


def _answers_at_the_end(peer: Peer) -> bool:
    peer.close_input()
    try:
        return bool(split_line(peer.exchange(b"", CLOSED_TIME))[1])
    except LineError:
        return False


def _stderr(peer: Peer) -> str:
    lines = peer.stderr_text().strip().splitlines()
    return f". Its standard error ends: {printable(lines[-1])}" if lines else ""


def shown(text: bytes) -> str:
    """A piece of standard output, quoted."""
    return f"`{quote(text)}`" if text.strip() else "an empty line"


def _words(value: Any, field: str = "") -> Iterator[str]:
    """The texts of a reply that may be cards: not what the implementation says of itself."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _words(item, key)
    elif isinstance(value, list):
        for item in value:
            yield from _words(item, field)
    elif isinstance(value, str) and field in ("legal", "hand", "north", "south", "stock_top"):
        yield value
