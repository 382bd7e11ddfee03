"""An adapter whose every answer goes into a journal, and comes from it if it stands there."""

from collections.abc import Callable
from typing import Any

from conformance.adapters.session import NoReply, Withdrawn
from conformance.certificate.transcript import (
    Exchange,
    TranscriptError,
    read_reply,
    reply_bytes,
)
from conformance.journal.file import Journal
from conformance.protocol.codec import request_bytes
from conformance.protocol.messages import HelloReply, RunReply
from conformance.sharing import Adapter, abandon


class Journalled:
    """``adapter``, asked only for what the ``journal`` does not hold.

    A reply is written down when the next request was asked, for until then it may be withdrawn.
    """

    def __init__(
        self, adapter: Adapter, journal: Journal, on_other: Callable[[], None] = lambda: None
    ) -> None:
        self._adapter = adapter
        self._journal = journal
        self._on_other = on_other
        self._last: tuple[int, bytes, RunReply] | None = None
        """The last reply of the adapter that is not written yet: number, request, reply."""
        self._seen = 0
        self._is_abandoned = False
        self.asked = 0
        self.withdrawn: list[Withdrawn] = []

    def greet(self) -> HelloReply:
        hello = self._adapter.greet()
        before = self._journal.known
        if not self._journal.greeted(hello) and before:
            self._on_other()
        return hello

    def run(self, request: dict[str, Any]) -> RunReply | NoReply:
        number, self.asked = self.asked, self.asked + 1
        asked = request_bytes(request)
        exchange = self._journal.take(asked)
        if exchange is None:
            return self._ask(number, asked, request)
        if isinstance(exchange.answer, NoReply):
            return exchange.answer
        try:
            reply = read_reply(exchange.answer)
        except TranscriptError:
            return self._ask(number, asked, request)
        if exchange.withdrawn:
            self.withdrawn.append(Withdrawn(number, reply, exchange.withdrawn))
        return reply

    def abandon(self) -> None:
        self._is_abandoned = True
        abandon(self._adapter)

    def close(self) -> None:
        self._adapter.close()
        self._settle()

    def _ask(self, number: int, asked: bytes, request: dict[str, Any]) -> RunReply | NoReply:
        answer = self._adapter.run(request)
        self._settle()
        if self._is_abandoned:
            return answer
        if isinstance(answer, NoReply):
            self._journal.write(Exchange(asked, answer).line())
        else:
            self._last = number, asked, answer
        return answer

    def _settle(self) -> None:
        """Write the last reply down, with what counts instead if it was withdrawn since."""
        last, self._last = self._last, None
        found = self._adapter.withdrawn[self._seen :]
        self._seen += len(found)
        if last is None or self._is_abandoned:
            return
        number, asked, reply = last
        instead = found[-1].instead if found else None
        if instead:
            self.withdrawn.append(Withdrawn(number, reply, instead))
        self._journal.write(Exchange(asked, reply_bytes(reply), instead).line())
