"""An adapter through its whole life: started and greeted, asked, killed, started afresh.

Replays are stateless, so a fresh process is as good as one that has answered already. That
settles whose trouble it is when a process goes wrong between two requests: the later one is
asked again of a fresh process, and what that does decides.
"""

import itertools
import weakref
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from msgspec import UNSET
from msgspec.structs import replace

from conformance.adapters.opening import way_of
from conformance.adapters.peer import (
    MAX_LINE,
    LineError,
    LinesEndedError,
    LineTimeoutError,
    LineTooLongError,
    NoMessageError,
    OpenError,
    Peer,
)
from conformance.errors import AdapterError
from conformance.protocol.codec import (
    ReplyError,
    decode_hello,
    decode_run,
    encode,
    quote,
)
from conformance.protocol.messages import PROTOCOL, HelloReply, RunReply
from conformance.text import readable
from conformance.version import __version__

START_TIMEOUT = 10.0
"""Seconds until the greeting must be answered, start-up included."""
BYE_TIMEOUT = 1.0
"""Seconds for the answer to ``bye``; the exit is waited for after it."""
MAX_FAILED_STARTS = 3
SETTLE = 0.02
"""Seconds in which a process may still spoil its greeting or its first reply by writing more
or by ending. Habits show in the first replies; the later ones are not waited for."""

Trouble = Literal["crash", "timeout", "protocol"]


@dataclass(frozen=True, slots=True)
class NoReply:
    """Why a request has no reply that counts, as the outcome it leads to."""

    outcome: Trouble
    message: str
    stderr: str = ""


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """A reply that turned out not to count after it had been given, and what counts instead.

    ``number`` is that of its request among those of the session, from 0.
    """

    number: int
    reply: RunReply
    instead: NoReply


_sessions: "weakref.WeakSet[Session]" = weakref.WeakSet()


def abandon_all() -> None:
    """Abandon every adapter of this process, for when there is no time to close them."""
    for session in list(_sessions):
        session.abandon()


class StartError(AdapterError):
    """The adapter did not start, or not as it did before. ``outcome`` is what that is to a
    request which waits for it."""

    def __init__(self, message: str, hint: str, outcome: Trouble, stderr: str = "") -> None:
        super().__init__(message, hint)
        self.outcome = outcome
        self.stderr = stderr


class Session:
    """One adapter process at a time, started when needed; or one connection, one object.
    ``words`` name it (:func:`~conformance.adapters.opening.way_of`).

    Raises:
        UsageError: nothing can be where the words say.
        AdapterError: that is on no machine that is known; and from :meth:`greet`, if the adapter
            cannot be started or does not answer the greeting.
    """

    def __init__(
        self, words: Sequence[str], timeout: float, start_timeout: float = START_TIMEOUT
    ) -> None:
        self._way = way_of(words)
        self._timeout = timeout
        self._start_timeout = start_timeout
        self._peer: Peer | None = None
        self._hello: HelloReply | None = None
        self._answered: tuple[int, RunReply] | None = None
        """The last reply of the running process, and the number of its request."""
        self._given_up: NoReply | None = None
        self._newest: Peer | None = None
        """The one that was opened last, also while it is being greeted."""
        self._abandoned = False
        _sessions.add(self)
        self._ids = itertools.count()
        self.asked = 0
        """So many requests were run."""
        self.withdrawn: list[Withdrawn] = []
        """Replies that were spoiled after they had been given: the process wrote more, or ended
        of itself, before it was asked the next time. Complete once the session is closed."""

    def greet(self) -> HelloReply:
        """Start the adapter if it does not run, and what it said of itself."""
        if self._peer is None or self._hello is None:
            self._start()
        assert self._hello is not None  # noqa: S101 - for the types
        return self._hello

    def run(self, request: dict[str, Any]) -> RunReply | NoReply:
        """The reply to a ``run`` request (its ``cmd`` and ``id`` are set here)."""
        self.asked += 1
        before = self._answered
        if before is not None and (spoiled := self._spoiled(0.0)):
            self._withdraw(before, spoiled)
            before = None
        answer, is_own = self._ask(request)
        if is_own or before is None or not isinstance(answer, NoReply):
            return answer
        again, _ = self._ask(request)
        if self._given_up:
            return answer
        if isinstance(again, RunReply):
            self._withdraw(before, answer)
        return again

    def abandon(self) -> None:
        """Kill the adapter, from any thread, and start none again: whoever waits for a reply
        gets none at once, and nothing that was answered before is withdrawn."""
        self._abandoned = True
        self._given_up = NoReply("crash", "the adapter was abandoned")
        if self._newest is not None:
            self._newest.strike()

    def close(self) -> None:
        """Dismiss the adapter; what does not end by itself is ended."""
        if self._abandoned:
            if self._newest is not None:
                self._newest.kill()
            return
        last = self._answered
        if last is not None and (spoiled := self._spoiled(SETTLE)):
            self._withdraw(last, spoiled)
        peer, self._peer = self._peer, None
        if peer is None:
            return
        try:
            line = peer.exchange(encode({"cmd": "bye", "id": self._next_id()}), BYE_TIMEOUT)
            # A word of farewell is nobody's; the last reply once more is the last request's.
            if last is not None and _names(line, last[1].id):
                stderr = readable(peer.stderr_text())
                self._withdraw(last, NoReply("protocol", _more(line), stderr))
        except LineError:
            pass
        finally:
            peer.stop()

    # --- one request ------------------------------------------------------------------------

    def _ask(self, request: dict[str, Any]) -> tuple[RunReply | NoReply, bool]:
        """What comes of a request, and whether that is surely the request's own: it may also
        come of what the process was asked before."""
        if self._given_up:
            return self._given_up, True
        try:
            peer = self._running()
        except StartError as error:
            self._given_up = NoReply(
                error.outcome,
                f"not asked: {MAX_FAILED_STARTS} starts in a row failed; {error.message}",
                error.stderr,
            )
            return self._given_up, True
        request_id = self._next_id()
        line = b""
        try:
            line = peer.exchange(encode({"cmd": "run", "id": request_id, **request}), self._timeout)
            reply = decode_run(line, request_id)
        except LineTimeoutError:
            return self._failed("timeout", _silence(peer, self._timeout)), True
        except LineTooLongError:
            return self._failed("protocol", f"a reply of more than {MAX_LINE:,} bytes"), False
        except LinesEndedError:
            message = f"no reply: {peer.exit_state()}{_half_a_line(peer)}"
            return self._failed("crash", message), False
        except NoMessageError as error:
            return self._failed("protocol", str(error)), True
        except ReplyError as error:
            return self._failed("protocol", str(error)), _names(line, request_id)
        is_first, self._answered = self._answered is None, (self.asked - 1, reply)
        if spoiled := self._spoiled(SETTLE if is_first else 0.0):
            return spoiled, True
        return reply, True

    def _running(self) -> Peer:
        """Raises: StartError: after ``MAX_FAILED_STARTS`` attempts."""
        for left in reversed(range(MAX_FAILED_STARTS)):
            if self._peer is not None:
                break
            try:
                self._start()
            except StartError:
                if not left:
                    raise
        assert self._peer is not None  # noqa: S101 - for the types
        return self._peer

    def _spoiled(self, wait: float) -> NoReply | None:
        """Has the process written more than its last reply, or ended after it? Then it is
        killed, and this is what the request comes to that was answered last."""
        peer = self._peer
        if peer is None or not peer.settle(wait):
            return None
        if more := peer.unread():
            return self._failed("protocol", _more(more))
        return self._failed(
            "crash", f"after the reply {peer.exit_state()}; it must live until `bye`"
        )

    def _withdraw(self, answered: tuple[int, RunReply], trouble: NoReply) -> None:
        if self._abandoned:
            return
        message = trouble.message
        if not message.startswith("after the reply"):
            message = f"after the reply, to the next request: {message}; a fresh process answers it"
        instead = NoReply(trouble.outcome, message, trouble.stderr)
        self.withdrawn.append(Withdrawn(*answered, instead))

    def _failed(self, outcome: Trouble, message: str) -> NoReply:
        """Kill the process, so that nothing late is taken for another reply."""
        peer, self._peer, self._answered = self._peer, None, None
        assert peer is not None  # noqa: S101 - for the types
        peer.kill()
        return NoReply(outcome, message, readable(peer.stderr_text()))

    def _next_id(self) -> str:
        # Multiplied, so that no adapter can answer ahead by counting on.
        return str(next(self._ids) * 2_654_435_761 % 2**32)

    # --- the start --------------------------------------------------------------------------

    def _start(self) -> None:
        """Raises: StartError."""
        if self._abandoned:
            raise StartError(f"`{self._way.shown}` was abandoned", "", "crash")
        try:
            peer = self._way.open()
        except OpenError as error:
            raise StartError(error.message, error.hint, "crash") from None
        self._newest = peer
        if self._abandoned:
            peer.strike()
        try:
            reply = self._greeted(peer)
        except (LineError, ReplyError) as error:
            outcome, message, hint = _greeting_fault(error, peer, self._start_timeout)
            peer.kill()
            stderr = readable(peer.stderr_text())
            tail = f"\nits standard error ends:\n{_indented(stderr)}" if stderr.strip() else ""
            raise StartError(
                f"`{self._way.shown}` {message}{tail}", hint, outcome, stderr
            ) from None
        except BaseException:
            peer.kill()
            raise
        self._peer, self._answered, self._hello = peer, None, reply

    def _greeted(self, peer: Peer) -> HelloReply:
        request_id = self._next_id()
        hello = {"cmd": "hello", "id": request_id, "protocols": [PROTOCOL], "suite": __version__}
        reply = decode_hello(peer.exchange(encode(hello), self._start_timeout), request_id)
        check_hello(reply)
        if self._hello is not None:
            _check_same(self._hello, reply)
        if peer.settle(SETTLE) and (more := peer.unread()):
            raise ReplyError(f"there is more than one reply: {quote(more)}")
        return reply


def check_hello(reply: HelloReply) -> None:
    """Raises: ReplyError: its announcements contradict each other or the suite."""
    if reply.protocol != PROTOCOL:
        raise ReplyError(f"it speaks protocol {reply.protocol}, the suite speaks {PROTOCOL}")
    if not reply.scoring:
        raise ReplyError("it announces no scoring mode; `scoring` names full, simplified or both")
    if reply.classes is not UNSET:
        for mode in ("full", "simplified"):
            if f"{mode}-scoring" in reply.classes and mode not in reply.scoring:
                raise ReplyError(f"it claims the class {mode}-scoring without the scoring mode")


def _check_same(first: HelloReply, now: HelloReply) -> None:
    """Raises: ReplyError: a later process announces something else than the first one."""
    if replace(first, id="") == replace(now, id=""):
        return
    changed = next(
        name
        for name in first.__struct_fields__
        if name != "id" and getattr(first, name) != getattr(now, name)
    )
    raise ReplyError(
        f"the implementation changed its announcement: `{changed}` is not what it was at the "
        "first start"
    )


def _greeting_fault(error: Exception, peer: Peer, timeout: float) -> tuple[Trouble, str, str]:
    hint = "`cjack smoke -- COMMAND` looks at each step of the greeting"
    if isinstance(error, LineTimeoutError):
        return (
            "timeout",
            f"did not answer `hello` within {timeout:g} s",
            "does it flush its output after each line? " + hint,
        )
    if isinstance(error, LineTooLongError):
        return (
            "protocol",
            f"answered `hello` with more than {MAX_LINE:,} bytes in one line",
            hint,
        )
    if isinstance(error, LinesEndedError):
        ended = peer.exit_state(1.0)
        return "crash", f"did not answer `hello`: {ended}{_half_a_line(peer)}", hint
    return "protocol", f"gave a wrong answer to `hello`: {error}", hint


# --- words ----------------------------------------------------------------------------------


def _silence(peer: Peer, timeout: float) -> str:
    ended = peer.exit_state(0.0)
    left = "" if ended.code is None else f"; {ended}, but something it started holds its output"
    return f"no reply within {timeout:g} s{left}{_half_a_line(peer)}"


def _half_a_line(peer: Peer) -> str:
    piece = peer.unread()
    return f"; it wrote only {quote(piece)}, without a line end" if piece.strip() else ""


def _more(line: bytes) -> str:
    return f"after the reply it wrote more: {quote(line) if line.strip() else 'an empty line'}"


def _names(line: bytes, request_id: str | None) -> bool:
    """Is it an answer to this very request, right or wrong?"""
    return f'"{request_id}"'.encode() in line


def _indented(text: str, lines: int = 10) -> str:
    return "\n".join("    " + line for line in text.splitlines()[-lines:])
