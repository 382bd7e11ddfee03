"""An adapter that answers from a transcript."""

from collections import defaultdict, deque
from typing import Any

from conformance.adapters.session import NoReply, Withdrawn
from conformance.certificate.transcript import Transcript, read_reply
from conformance.protocol.codec import request_bytes
from conformance.protocol.messages import HelloReply, RunReply

NOT_THERE = "the request is not in the transcript"


class Replayed:
    """Answers each request as it was answered in ``transcript``; one that was asked several
    times is answered as it was the first time, then as it was the second time, and so on.

    ``missing`` counts the requests that the transcript does not hold.

    Raises:
        TranscriptError: from :meth:`run`, if a reply in it is none.
    """

    def __init__(self, transcript: Transcript) -> None:
        self._transcript = transcript
        self._waiting: dict[bytes, deque[int]] = defaultdict(deque)
        for place, exchange in enumerate(transcript.exchanges):
            self._waiting[exchange.request].append(place)
        self._places: list[int] = []
        self.asked = 0
        self.missing = 0
        self.withdrawn: list[Withdrawn] = []

    def greet(self) -> HelloReply:
        return self._transcript.hello

    def run(self, request: dict[str, Any]) -> RunReply | NoReply:
        number, self.asked = self.asked, self.asked + 1
        places = self._waiting.get(request_bytes(request))
        if not places:
            self.missing += 1
            return NoReply("protocol", NOT_THERE)
        self._places.append(places.popleft())
        exchange = self._transcript.exchanges[self._places[-1]]
        if isinstance(exchange.answer, NoReply):
            return exchange.answer
        reply = read_reply(exchange.answer)
        if exchange.withdrawn:
            self.withdrawn.append(Withdrawn(number, reply, exchange.withdrawn))
        return reply

    def close(self) -> None:
        """Nothing to end."""

    @property
    def left_over(self) -> int:
        """So many exchanges were not asked for."""
        return len(self._transcript.exchanges) - len(self._places)

    @property
    def in_order(self) -> bool:
        """Were the exchanges asked for in the order in which they stand?"""
        return self._places == sorted(self._places)
