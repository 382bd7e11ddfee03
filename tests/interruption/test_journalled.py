"""What a journal holds of an adapter: what counts in the end, and nothing that may still change."""

from pathlib import Path
from typing import Any

import pytest

from conformance.adapters.session import NoReply, Withdrawn
from conformance.journal.file import Journal
from conformance.journal.identity import Header, Identity
from conformance.journal.journalled import Journalled
from conformance.protocol.codec import request_bytes
from conformance.protocol.messages import AdapterFault, HelloReply, Implementation, RunReply

RUN = Identity("1.0.0", "d" * 64, "", ("a",), "/here", (None,), None, 5.0, None, 25)
SPOILED = NoReply("protocol", "after the reply it wrote more: x", "its standard error")


class Scripted:
    """Answers as it is told; a reply whose text is `spoiled` is withdrawn at the next request, or
    when it is closed."""

    def __init__(self) -> None:
        self.asked = 0
        self.withdrawn: list[Withdrawn] = []
        self._spoiled: Withdrawn | None = None

    def greet(self) -> HelloReply:
        return HelloReply("0", 1, Implementation("scripted"), ["full"])

    def run(self, request: dict[str, Any]) -> RunReply | NoReply:
        number, self.asked = self.asked, self.asked + 1
        self.close()
        if request["says"] == "nothing":
            return NoReply("timeout", "no reply within 1 s")
        reply = RunReply(str(number), error=AdapterFault(request["says"]))
        if request["says"] == "spoiled":
            self._spoiled = Withdrawn(number, reply, SPOILED)
        return reply

    def close(self) -> None:
        if self._spoiled:
            self.withdrawn.append(self._spoiled)
            self._spoiled = None


@pytest.fixture
def journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Journal:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return Journal.new(Header(1, RUN, None))


def _again(journal: Journal) -> Journal:
    journal.close()
    found = Journal.of(RUN)
    assert found is not None
    return found


def _ask(adapter: Journalled, *says: str) -> list[Any]:
    adapter.greet()
    answers = [adapter.run({"says": word}) for word in says]
    return [a.error if isinstance(a, RunReply) else a for a in answers]


def test_what_was_answered_is_not_asked_again(journal: Journal) -> None:
    first = Journalled(Scripted(), journal)
    told = _ask(first, "one", "nothing", "one", "two")
    first.close()
    adapter = Scripted()
    second = Journalled(adapter, _again(journal))
    assert _ask(second, "one", "nothing", "one", "two") == told
    assert adapter.asked == 0
    assert second.asked == 4
    _ask(second, "one")
    assert adapter.asked == 1  # a third time was never asked


def test_a_withdrawn_reply_is_kept_with_what_counts_instead(journal: Journal) -> None:
    first = Journalled(Scripted(), journal)
    _ask(first, "spoiled", "one", "spoiled")
    first.close()
    assert [(w.number, w.instead) for w in first.withdrawn] == [(0, SPOILED), (2, SPOILED)]
    second = Journalled(Scripted(), _again(journal))
    _ask(second, "one", "spoiled", "spoiled")
    assert [(w.number, w.instead) for w in second.withdrawn] == [(1, SPOILED), (2, SPOILED)]


def test_a_reply_that_may_still_be_withdrawn_is_not_kept(journal: Journal) -> None:
    _ask(Journalled(Scripted(), journal), "one", "two")
    found = _again(journal)
    assert found.take(request_bytes({"says": "one"}))
    assert found.take(request_bytes({"says": "two"})) is None


def test_what_an_abandoned_adapter_says_is_not_kept(journal: Journal) -> None:
    adapter = Journalled(Scripted(), journal)
    _ask(adapter, "one", "two")
    adapter.abandon()
    _ask(adapter, "nothing")
    adapter.close()
    assert _again(journal).known == 1
