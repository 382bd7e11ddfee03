"""Many requests to an engine in one go.

The suite waits for each reply before it asks again, and so it must with engines that it does not
know. Ours reads on as long as lines come, and a thousand mutants wait less so.
"""

import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from conformance.adapters.in_process import InProcess
from conformance.adapters.session import NoReply
from conformance.protocol.codec import ReplyError, decode_hello, decode_run, encode
from conformance.protocol.messages import PROTOCOL, HelloReply, RunReply

TIMEOUT = 120.0
"""Seconds for all replies; a mutant may loop for ever, but a busy machine is no reason to kill
one."""

Request = dict[str, Any]


class NoGreetingError(Exception):
    """The engine does not start, or gives a wrong answer to `hello`."""


def ask(
    engine: Sequence[str], requests: Sequence[Request]
) -> tuple[HelloReply, list[RunReply | NoReply]]:
    """What a fresh process says to `hello`, and its reply to each request.

    Raises:
        NoGreetingError: it says nothing, or something wrong.
    """
    hello = {"cmd": "hello", "id": "hello", "protocols": [PROTOCOL], "suite": "1.0.0"}
    runs = [{"cmd": "run", "id": str(at), **asked} for at, asked in enumerate(requests)]
    try:
        lines = lines_of(engine, [encode(message) for message in (hello, *runs)])
        greeting = decode_hello(lines[0] if lines else b"", "hello")
    except (subprocess.TimeoutExpired, ReplyError) as error:
        raise NoGreetingError(str(error)) from error
    return greeting, [
        _reply(lines[at] if at < len(lines) else None, str(at - 1))
        for at in range(1, len(requests) + 1)
    ]


def lines_of(engine: Sequence[str], lines: Sequence[bytes]) -> list[bytes]:
    """All that a fresh process answers to these lines, in lines; what follows a break-down is
    missing.

    Raises:
        subprocess.TimeoutExpired: it goes on and on.
    """
    done = subprocess.run(
        engine, input=b"".join(lines), capture_output=True, timeout=TIMEOUT, check=False
    )
    return done.stdout.splitlines()


def _reply(line: bytes | None, request_id: str) -> RunReply | NoReply:
    if line is None:
        return NoReply("crash", "no reply")
    try:
        return decode_run(line, request_id)
    except ReplyError as error:
        return NoReply("protocol", str(error))


@dataclass
class Recorder:
    """An engine in this process that keeps what it is asked."""

    engine: InProcess
    requests: list[Request] = field(default_factory=list)

    def run(self, request: Request) -> RunReply | NoReply:
        self.requests.append(request)
        return self.engine.run(request)


@dataclass(frozen=True)
class Told:
    """Replies in the order in which they are asked for."""

    replies: Iterator[RunReply | NoReply]

    def run(self, request: Request) -> RunReply | NoReply:
        return next(self.replies)
