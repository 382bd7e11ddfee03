"""Adapters of which every word is written down."""

from collections.abc import Callable
from typing import Any

from conformance.adapters.session import NoReply, Withdrawn
from conformance.certificate.transcript import (
    Exchange,
    Transcript,
    read_reply,
    reply_bytes,
)
from conformance.protocol.codec import request_bytes
from conformance.protocol.messages import HelloReply, RunReply
from conformance.sharing import Adapter, abandon
from conformance.version import __version__


class Recorder:
    """An adapter that writes down what ``adapter`` is asked and answers.

    The reply that it gives is the one that stands in the transcript, so that what is graded now
    is what is graded when the transcript is read.
    """

    def __init__(self, adapter: Adapter) -> None:
        self._adapter = adapter
        self._said: list[tuple[bytes, bytes | NoReply]] = []
        self._last: RunReply | None = None
        self._instead: dict[int, NoReply] = {}
        self.asked = 0
        self.withdrawn: list[Withdrawn] = []

    def greet(self) -> HelloReply:
        return self._adapter.greet()

    def run(self, request: dict[str, Any]) -> RunReply | NoReply:
        self.asked += 1
        asked = request_bytes(request)
        answer = self._adapter.run(request)
        self._note_withdrawn()
        if isinstance(answer, NoReply):
            self._last = None
            self._said.append((asked, answer))
            return answer
        written = reply_bytes(answer)
        self._last = read_reply(written)
        self._said.append((asked, written))
        return self._last

    def abandon(self) -> None:
        abandon(self._adapter)

    def close(self) -> None:
        self._adapter.close()
        self._note_withdrawn()

    def exchange(self, number: int) -> Exchange:
        """A request and its answer; complete once the adapter is closed."""
        request, answer = self._said[number]
        return Exchange(request, answer, self._instead.get(number))

    def _note_withdrawn(self) -> None:
        """Only the last reply is ever withdrawn: the adapter gave it, this gave another."""
        for found in self._adapter.withdrawn[len(self.withdrawn) :]:
            given = self._last or found.reply
            self.withdrawn.append(Withdrawn(found.number, given, found.instead))
            self._instead[found.number] = found.instead


class Recording:
    """A run with all that its adapters say."""

    def __init__(self) -> None:
        self._kept: list[tuple[Recorder, range]] = []

    def opening(self, open_adapter: Callable[[], Adapter]) -> Callable[[], Adapter]:
        """``open_adapter``, but each adapter is recorded."""
        return lambda: Recorder(open_adapter())

    def keep(self, adapter: Adapter, numbers: range) -> None:
        """Take these requests of a recorded adapter into the transcript."""
        assert isinstance(adapter, Recorder)  # noqa: S101 - for the types
        self._kept.append((adapter, numbers))

    def transcript(self, hello: HelloReply) -> Transcript:
        """All that was kept, once the run is over."""
        kept = (each.exchange(number) for each, numbers in self._kept for number in numbers)
        return Transcript(__version__, hello, tuple(kept))
