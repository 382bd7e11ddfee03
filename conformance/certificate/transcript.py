"""What was said in a run, as lines of JSON: the greeting, then each request with its answer.

There is one way to write a transcript down, and only what is written in it is read: whatever
byte is changed, it is another transcript or none.
"""

import base64
import binascii
import hashlib
import lzma
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeVar

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType
from msgspec.structs import replace

from conformance.adapters.session import NoReply, Trouble, check_hello
from conformance.protocol.codec import ReplyError
from conformance.protocol.messages import HelloReply, RunReply

PRESET = 3
"""Of xz: the higher ones take ten times as long for a fifth less."""
MOST_BYTES = 256 * 1024 * 1024
"""A transcript has some 35 MB; one that unpacks to more than this is none."""

_T = TypeVar("_T")
_UNNAMED_HELLO = b'{"id":"",'
_UNNAMED_RUN = b'{"id":null,'


class TranscriptError(Exception):
    """This is no transcript. The text says why, and in which line."""


class Silence(Struct, frozen=True, forbid_unknown_fields=True):
    """Why there is no reply that counts."""

    outcome: Trouble
    message: str
    stderr: str = ""

    @classmethod
    def of(cls, trouble: NoReply) -> "Silence":
        return cls(trouble.outcome, trouble.message, trouble.stderr)

    def as_told(self) -> NoReply:
        return NoReply(self.outcome, self.message, self.stderr)


class _Greeting(Struct, frozen=True, forbid_unknown_fields=True):
    suite: str
    hello: Raw


class _Exchange(Struct, frozen=True, forbid_unknown_fields=True):
    request: Raw
    reply: Raw | UnsetType = UNSET
    no_reply: Silence | UnsetType = UNSET
    withdrawn: Silence | UnsetType = UNSET


@dataclass(frozen=True, slots=True)
class Exchange:
    """One request, without its id, and the answer: a reply as it is written (without its id),
    or why there is none. ``withdrawn`` tells what counts instead of the reply, if the adapter
    spoiled it later."""

    request: bytes
    answer: bytes | NoReply
    withdrawn: NoReply | None = None

    def line(self) -> bytes:
        written = b'{"request":' + self.request
        if isinstance(self.answer, NoReply):
            written += b',"no_reply":' + msgspec.json.encode(Silence.of(self.answer))
        else:
            written += b',"reply":' + self.answer
        if self.withdrawn:
            written += b',"withdrawn":' + msgspec.json.encode(Silence.of(self.withdrawn))
        return written + b"}"


@dataclass(frozen=True, slots=True)
class Transcript:
    """A greeting by the ``suite`` of some version, the answer to it, and the exchanges after it in
    the order in which one adapter is asked."""

    suite: str
    hello: HelloReply
    exchanges: tuple[Exchange, ...]

    def content(self) -> bytes:
        """All lines, as they are digested."""
        lines = (_first_line(self.suite, self.hello), *(each.line() for each in self.exchanges))
        return b"".join(line + b"\n" for line in lines)


def reply_bytes(reply: RunReply) -> bytes:
    """A reply as it is written."""
    return b"{" + msgspec.json.encode(replace(reply, id=None)).removeprefix(_UNNAMED_RUN)


def read_reply(written: bytes) -> RunReply:
    """The reply that was written so.

    Raises:
        TranscriptError: it was not.
    """
    reply = _decoded(_UNNAMED_RUN + written[1:], _run)
    if reply_bytes(reply) != written:
        raise TranscriptError("the reply is not written as a reply is written")
    return reply


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


_run = msgspec.json.Decoder(RunReply)
_hello = msgspec.json.Decoder(HelloReply)
_greeting = msgspec.json.Decoder(_Greeting)
_said = msgspec.json.Decoder(_Exchange)


# --- packed ---------------------------------------------------------------------------------


def pack(content: bytes) -> bytes:
    return lzma.compress(content, preset=PRESET)


def unpack(packed: bytes) -> bytes:
    """Raises: TranscriptError."""
    unpacker = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=MOST_BYTES)
    try:
        content = unpacker.decompress(packed, MOST_BYTES)
    except (lzma.LZMAError, EOFError) as fault:
        raise TranscriptError(f"the transcript cannot be unpacked: {fault}") from None
    if not unpacker.eof:
        raise TranscriptError("the packed transcript has no end, or is too large")
    if unpacker.unused_data:
        raise TranscriptError("there is something after the packed transcript")
    return content


def text_of(packed: bytes) -> str:
    return base64.b64encode(packed).decode("ascii")


def bytes_of(text: str) -> bytes:
    """The bytes of a base64 text, which has one spelling.

    Raises: TranscriptError.
    """
    try:
        found = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError) as fault:
        raise TranscriptError(f"not base64: {fault}") from None
    if text_of(found) != text:
        raise TranscriptError("not base64 as it is written: its last character has idle bits")
    return found


# --- read -----------------------------------------------------------------------------------


def read_transcript(content: bytes) -> Transcript:
    """The transcript that ``content`` is. The replies in it are read when they are needed.

    Raises: TranscriptError.
    """
    lines = content.split(b"\n")
    if lines.pop() != b"":
        raise TranscriptError("the last line of the transcript has no end")
    if not lines:
        raise TranscriptError("the transcript is empty")
    suite, hello = _read_first(lines[0])
    return Transcript(suite, hello, tuple(_read_exchanges(lines)))


def read_exchange(line: bytes) -> Exchange:
    """The exchange of a line, which is written without its end.

    Raises: TranscriptError.
    """
    exchange = _exchange(_decoded(line, _said))
    if exchange.line() != line:
        raise TranscriptError("it is not written as an exchange is written")
    return exchange


def _read_first(line: bytes) -> tuple[str, HelloReply]:
    try:
        told = _decoded(line, _greeting)
        hello = _decoded(_UNNAMED_HELLO + bytes(told.hello)[1:], _hello)
        check_hello(hello)
    except (TranscriptError, ReplyError) as fault:
        raise TranscriptError(f"line 1 of the transcript: {fault}") from None
    if _first_line(told.suite, hello) != line:
        raise TranscriptError("line 1 of the transcript is not written as a greeting is written")
    return told.suite, hello


def _read_exchanges(lines: list[bytes]) -> Iterator[Exchange]:
    for number, line in enumerate(lines[1:], start=2):
        try:
            yield read_exchange(line)
        except TranscriptError as fault:
            raise TranscriptError(f"line {number} of the transcript: {fault}") from None


def _exchange(told: _Exchange) -> Exchange:
    if (told.reply is UNSET) == (told.no_reply is UNSET):
        raise TranscriptError("it has a reply, or tells why there is none, and not both")
    if told.no_reply is not UNSET:
        if told.withdrawn is not UNSET:
            raise TranscriptError("a reply that was never given cannot be withdrawn")
        return Exchange(bytes(told.request), told.no_reply.as_told())
    withdrawn = told.withdrawn.as_told() if told.withdrawn is not UNSET else None
    assert told.reply is not UNSET  # noqa: S101 - for the types
    return Exchange(bytes(told.request), bytes(told.reply), withdrawn)


def _first_line(suite: str, hello: HelloReply) -> bytes:
    written = msgspec.json.encode(replace(hello, id="")).removeprefix(_UNNAMED_HELLO)
    return b'{"suite":' + msgspec.json.encode(suite) + b',"hello":{' + written + b"}"


def _decoded(line: bytes, decoder: "msgspec.json.Decoder[_T]") -> _T:
    try:
        return decoder.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as fault:
        raise TranscriptError(str(fault)) from None
