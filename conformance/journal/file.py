"""The file of a journal: ``cjack/KEY-RANDOM.jsonl`` in the folder for the state of programs.

A header, the greeting's answer, then one exchange a line, in the form of a transcript
(``spec/certificate.md``). Each line is handed to the system whole and at once, so that a killed run
loses no more than the line it was writing. After a power cut the end may be missing, or be none:
everything from the first line that cannot be read is dropped.

The file is locked while a run writes to it: another one neither takes it nor waits for it.
"""

import contextlib
import fcntl
import os
import secrets
import threading
from collections import defaultdict, deque
from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec.structs import replace

from conformance.certificate.transcript import Exchange, TranscriptError, read_exchange
from conformance.journal.identity import Header, Identity
from conformance.protocol.messages import HelloReply

FORMAT = 1
FORGOTTEN = 20
"""So many journals are kept of runs that nobody went on with, the newest ones."""


class Journal:
    """A journal that is open and locked; ``header`` tells the run, ``known`` counts the exchanges
    that it held when it was opened.

    Raises:
        OSError: when it is opened. What cannot be written later is not kept: the run goes on.
    """

    def __init__(self, path: Path, descriptor: int, header: Header, exchanges: list[Exchange]):
        self.path = path
        self.header = header
        self.hello: HelloReply | None = None
        self.known = len(exchanges)
        self._file = descriptor
        self._lock = threading.Lock()
        self._is_kept = True
        self._answers: dict[bytes, deque[Exchange]] = defaultdict(deque)
        for exchange in exchanges:
            self._answers[exchange.request].append(exchange)

    @classmethod
    def new(cls, header: Header) -> "Journal":
        """A fresh one. Older ones of the same run that nobody holds are removed: they were not
        gone on with."""
        place = state_folder()
        place.mkdir(parents=True, exist_ok=True, mode=0o700)
        _forget(place, header.run)
        path = place / f"{header.run.key}-{secrets.token_hex(4)}.jsonl"
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o600)
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        made = cls(path, descriptor, header, [])
        made.write(msgspec.json.encode(header))
        return made

    @classmethod
    def of(cls, run: Identity) -> "Journal | None":
        """The newest one of the same run that no other process holds."""
        for path in _newest_first(f"{run.key}-*.jsonl"):
            with contextlib.suppress(OSError):
                descriptor = _locked(path)
                if descriptor is None:
                    continue
                found = _read(path, descriptor)
                if found and found.header.run == run:
                    return found
                os.close(descriptor)
        return None

    def greeted(self, hello: HelloReply) -> bool:
        """Take the announcement; False if the journal is of another one: then it is emptied."""
        hello = replace(hello, id="")
        before, self.hello = self.hello, hello
        if before == hello:
            return True
        if before is not None:
            self._answers.clear()
            self.known = 0
            with contextlib.suppress(OSError):
                os.ftruncate(self._file, 0)
            self.write(msgspec.json.encode(self.header))
        self.write(msgspec.json.encode(hello))
        return before is None

    def take(self, request: bytes) -> Exchange | None:
        """What came of a request; of one that was asked several times, the first that is left."""
        with self._lock:
            waiting = self._answers.get(request)
            return waiting.popleft() if waiting else None

    def write(self, line: bytes) -> None:
        """Keep a line. What is no longer possible (a full disk) is not tried again."""
        with self._lock:
            if not self._is_kept:
                return
            left = memoryview(line + b"\n")
            try:
                while left:
                    left = left[os.write(self._file, left) :]
            except OSError:
                self._is_kept = False

    def close(self) -> None:
        """Leave it for a run that goes on."""
        with self._lock:
            if self._file >= 0:
                self._is_kept = False
                os.close(self._file)
                self._file = -1

    def remove(self) -> None:
        """The run is complete."""
        with contextlib.suppress(OSError):
            self.path.unlink()
        self.close()


def state_folder() -> Path:
    """``$XDG_STATE_HOME/cjack``, in ``~/.local/state`` if that is not set.

    Raises: OSError: there is no home.
    """
    given = os.environ.get("XDG_STATE_HOME", "")
    try:
        base = Path(given) if os.path.isabs(given) else Path.home() / ".local" / "state"
    except RuntimeError as error:
        raise OSError(str(error)) from None
    return base / "cjack"


def others(run: Identity) -> Iterator[Header]:
    """The journals of other runs of the same command in the same folder, the newest first."""
    for path in _newest_first("*.jsonl"):
        with contextlib.suppress(OSError, msgspec.MsgspecError), path.open("rb") as file:
            header = msgspec.json.decode(file.readline(), type=Header)
            same = header.run.command == run.command and header.run.folder == run.folder
            if same and header.run != run:
                yield header


def _newest_first(pattern: str) -> list[Path]:
    found = []
    with contextlib.suppress(OSError):
        for path in state_folder().glob(pattern):
            with contextlib.suppress(OSError):
                found.append((path.stat().st_mtime_ns, path))
    return [path for _, path in sorted(found, reverse=True)]


def _locked(path: Path) -> int | None:
    """The file, opened and locked; None if another run holds it, or has removed it.

    Raises: OSError.
    """
    descriptor = os.open(path, os.O_RDWR | os.O_APPEND)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if path.stat().st_ino == os.fstat(descriptor).st_ino:
            return descriptor
    except OSError:
        pass
    os.close(descriptor)
    return None


def _read(path: Path, descriptor: int) -> Journal | None:
    """The journal, cut off where it cannot be read; None without a header."""
    with open(descriptor, "rb", closefd=False) as file:
        lines = iter(file)
        kept = 0
        header: Header | None = None
        hello: HelloReply | None = None
        exchanges = []
        for line in lines:
            if not line.endswith(b"\n"):
                break
            try:
                if header is None:
                    header = msgspec.json.decode(line, type=Header)
                elif hello is None:
                    hello = msgspec.json.decode(line, type=HelloReply)
                else:
                    exchanges.append(read_exchange(line[:-1]))
            except (msgspec.MsgspecError, TranscriptError, UnicodeDecodeError):
                break
            kept += len(line)
    if header is None or header.journal != FORMAT:
        return None
    os.ftruncate(descriptor, kept)
    found = Journal(path, descriptor, header, exchanges)
    found.hello = hello
    return found


def _forget(place: Path, run: Identity) -> None:
    same = _newest_first(f"{run.key}-*.jsonl")
    for path in {*same, *_newest_first("*.jsonl")[FORGOTTEN:]}:
        with contextlib.suppress(OSError):
            descriptor = _locked(path)
            if descriptor is not None:
                path.unlink()
                os.close(descriptor)
