"""Replies from bytes to values, and what is wrong with those that are none."""

import json
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from conformance.protocol.messages import (
    AdapterFault,
    HelloReply,
    Implementation,
    RunReply,
    Unsupported,
)
from conformance.text import excerpt, printable
from reference_engine.cards import parse_card

__all__ = [
    "QUOTED",
    "ReplyError",
    "decode_hello",
    "decode_run",
    "encode",
    "excerpt",
    "printable",
    "quote",
]

QUOTED = 200
"""So many characters of a line are quoted in a message."""
TOLD = 500
"""So many characters of what an adapter says in words are kept."""


class ReplyError(Exception):
    """A reply that the protocol does not allow. The text says what, and at which field."""


_T = TypeVar("_T")
_hello = msgspec.json.Decoder(HelloReply)
_run = msgspec.json.Decoder(RunReply)


def encode(message: dict[str, Any]) -> bytes:
    """One request, one line."""
    return msgspec.json.encode(message) + b"\n"


def request_bytes(request: dict[str, Any]) -> bytes:
    """A request in the one form in which it is written and looked up: without ``cmd`` and
    ``id``, keys in alphabetical order."""
    return msgspec.json.encode(request, order="sorted")


def decode_hello(line: bytes, request_id: str) -> HelloReply:
    """Its texts are safe to show.

    Raises: ReplyError.
    """
    reply = _decode(_hello, HelloReply, line)
    _check_id(reply.id, request_id)
    spoken = reply.implementation
    texts = (spoken.name, spoken.version, spoken.language)
    shown = Implementation(*map(excerpt, texts))
    return replace(reply, implementation=shown)


def decode_run(line: bytes, request_id: str) -> RunReply:
    """Its error or reason is safe to show.

    Raises: ReplyError.
    """
    reply = _decode(_run, RunReply, line)
    if reply.error is not msgspec.UNSET:
        reply = replace(reply, error=AdapterFault(excerpt(reply.error.message, TOLD)))
    elif reply.unsupported is not msgspec.UNSET:
        told = reply.unsupported
        reply = replace(
            reply,
            unsupported=Unsupported(excerpt(told.feature), excerpt(told.reason, TOLD)),
        )
    if reply.id is None and reply.error is not msgspec.UNSET:
        raise ReplyError(f"the adapter could not read the request: {reply.error.message}")
    _check_id(reply.id, request_id)
    return reply


def quote(line: bytes) -> str:
    """The start of a line, safe to show: control characters are written out."""
    text = line[: 4 * QUOTED].decode("utf-8", "backslashreplace").rstrip("\r\n")
    shown = printable(text[:QUOTED])
    return f"{shown}…" if len(text) > QUOTED or len(line) > 4 * QUOTED else shown


def _check_id(found: str | None, request_id: str) -> None:
    if found != request_id:
        shown = None if found is None else found[:QUOTED]
        raise ReplyError(f"the reply has id {shown!r}; the request had {request_id!r}")


def _decode(decoder: "msgspec.json.Decoder[_T]", wanted: type[_T], line: bytes) -> _T:
    try:
        line.decode()  # what is skipped by the decoder is not looked at there
        reply = decoder.decode(line)
        if not _holds_each_key_once(line, reply):
            _load(line)
        return reply
    except msgspec.ValidationError as fault:
        return _read_cards(wanted, line, fault)
    except (msgspec.DecodeError, ValueError, RecursionError) as fault:
        raise _no_message(fault, line) from None


def _read_cards(wanted: type[_T], line: bytes, fault: msgspec.ValidationError) -> _T:
    """Cards are written in one way and read in several; only a reply that would otherwise be
    refused pays for that.

    Raises: ReplyError: ``fault``, if the cards are not all that is wrong.
    """
    try:
        return msgspec.convert(_with_standard_cards(_load(line)), type=wanted)
    except (json.JSONDecodeError, RecursionError) as worse:
        raise _no_message(worse, line) from None
    except (msgspec.ValidationError, ValueError):
        raise ReplyError(f"{_shortened(fault)} in the reply {quote(line)}") from None


def _no_message(fault: Exception, line: bytes) -> ReplyError:
    what = "nested too deep" if isinstance(fault, RecursionError) else _shortened(fault)
    return ReplyError(f"not a JSON message: {what}; the line was {quote(line)}")


def _holds_each_key_once(line: bytes, reply: Any) -> bool:
    """False if a key may stand twice in an object, where the decoder would take the last one.

    Written out anew, a trace has as many colons as it came with, unless a key stood twice, a
    field is unknown to the protocol, or a colon was spelled ``\\u003a``. Other replies are short,
    and their defaults would be written out too.
    """
    if not isinstance(reply, RunReply) or reply.rounds is msgspec.UNSET or b"\\u003" in line:
        return False
    return msgspec.json.encode(reply).count(b":") == line.count(b":")


def _load(line: bytes) -> Any:
    """Plain JSON, read strictly.

    Raises:
        ReplyError: a key stands twice, or a text is none.
        ValueError, RecursionError: it cannot be read.
    """
    value = json.loads(line, parse_constant=_no_number, object_pairs_hook=_object)
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise ReplyError("a text of the reply holds half of a surrogate pair") from None
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ReplyError(f"the key `{excerpt(key)}` stands twice in one object of the reply")
        found[key] = value
    return found


def _shortened(fault: Exception) -> str:
    """The text of a fault: what it says and, at its end, at which field."""
    text = printable(str(fault))
    return text if len(text) <= 2 * QUOTED else f"{text[:QUOTED]}…{text[-QUOTED:]}"


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


_CARD_FIELDS = frozenset({"legal", "draws", "hands", "dealt", "north", "south"})


def _with_standard_cards(value: Any, field: str = "") -> Any:
    if isinstance(value, dict):
        return {key: _with_standard_cards(item, key) for key, item in value.items()}
    if isinstance(value, list):
        return [_with_standard_cards(item, field) for item in value]
    if isinstance(value, str) and field in _CARD_FIELDS and value not in ("north", "south"):
        try:
            return parse_card(value)
        except ValueError:
            return value
    return value
