"""Work shared out to adapters: replays are stateless, so any adapter can take any of it."""

import contextlib
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Protocol, TypeVar, runtime_checkable

from conformance.adapters.session import NoReply, Withdrawn
from conformance.grading.amend import amended
from conformance.grading.outcome import Outcome
from conformance.protocol.messages import HelloReply, RunReply

T = TypeVar("T")


class Adapter(Protocol):
    """Whatever answers the protocol: a child process, or an engine in this one.

    ``asked`` counts the requests that were run; ``withdrawn`` is complete once it is closed.
    """

    asked: int
    withdrawn: list[Withdrawn]

    def greet(self) -> HelloReply: ...

    def run(self, request: dict[str, object]) -> RunReply | NoReply: ...

    def close(self) -> None: ...


@runtime_checkable
class Abandonable(Protocol):
    """An adapter that can be ended at once, from any thread, while it is asked."""

    def abandon(self) -> None: ...


def abandon(adapter: Adapter) -> None:
    """End the adapter at once, if there is anything to end."""
    if isinstance(adapter, Abandonable):
        adapter.abandon()


@dataclass(frozen=True, slots=True)
class Kept:
    """An outcome, the adapter that was asked, and the numbers of the requests it was asked."""

    outcome: Outcome
    adapter: Adapter
    numbers: range

    def settled(self, first: Adapter) -> Outcome:
        """The outcome once all adapters are closed: a reply may have been withdrawn since, also
        one that the ``first`` adapter gave before the work was shared out."""
        outcome = amended(self.outcome, self.adapter.withdrawn, self.numbers)
        return amended(outcome, first.withdrawn)


class Adapters:
    """Up to ``jobs`` adapters, opened when they are needed; the first one at once."""

    def __init__(self, open_adapter: Callable[[], Adapter], jobs: int) -> None:
        self._open = open_adapter
        self._jobs = jobs
        self._lock = threading.Lock()
        self.first = open_adapter()
        self._opened = [self.first]
        self._idle = [self.first]

    def each(
        self, items: Sequence[T], work: Callable[[T, Adapter], Outcome]
    ) -> Generator[Kept, None, None]:
        """What comes of each item, in their order, as soon as it is known."""

        def done(item: T) -> Kept:
            with self._borrowed() as adapter:
                before = adapter.asked
                outcome = work(item, adapter)
                return Kept(outcome, adapter, range(before, adapter.asked))

        if self._jobs <= 1:
            with self.abandoned_if_interrupted():
                yield from map(done, items)
            return
        pool = ThreadPoolExecutor(self._jobs)
        try:
            with self.abandoned_if_interrupted():
                yield from pool.map(done, items)
        finally:
            pool.shutdown(cancel_futures=True)

    def close(self) -> None:
        """Dismiss all adapters, several at once; an interruption ends them all the same."""
        with self.abandoned_if_interrupted():
            if len(self._opened) == 1:
                self.first.close()
                return
            with ThreadPoolExecutor(len(self._opened)) as pool, self.abandoned_if_interrupted():
                for closed in [pool.submit(adapter.close) for adapter in self._opened]:
                    closed.result()

    def abandon(self) -> None:
        """End all adapters at once: what is asked of them now comes to nothing."""
        for adapter in list(self._opened):
            abandon(adapter)

    @contextlib.contextmanager
    def abandoned_if_interrupted(self) -> Iterator[None]:
        """Nothing is waited for once the block is left by an exception."""
        try:
            yield
        except GeneratorExit:
            raise
        except BaseException:
            self.abandon()
            raise

    @contextlib.contextmanager
    def _borrowed(self) -> Iterator[Adapter]:
        with self._lock:
            adapter = self._idle.pop() if self._idle else None
            if adapter is None:
                adapter = self._open()
                self._opened.append(adapter)
        try:
            yield adapter
        finally:
            with self._lock:
                self._idle.append(adapter)
