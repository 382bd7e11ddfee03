"""Replies from bytes to values, and what is wrong with those that are none."""

import json
from typing import Any, TypeVar

import msgspec

from conformance.protocol.messages import HelloReply, RunReply
from reference_engine.cards import parse_card

QUOTED = 200
"""So many characters of a line are quoted in a message."""


class ReplyError(Exception):
    """A reply that the protocol does not allow. The text says what, and at which field."""


_T = TypeVar("_T")
_hello = msgspec.json.Decoder(HelloReply)
_run = msgspec.json.Decoder(RunReply)


def encode(message: dict[str, Any]) -> bytes:
    """One request, one line."""
    return msgspec.json.encode(message) + b"\n"


def decode_hello(line: bytes, request_id: str) -> HelloReply:
    """Raises: ReplyError."""
    reply = _decode(_hello, HelloReply, line)
    _check_id(reply.id, request_id)
    return reply


def decode_run(line: bytes, request_id: str) -> RunReply:
    """Raises: ReplyError."""
    reply = _decode(_run, RunReply, line)
    if reply.id is None and reply.error is not msgspec.UNSET:
        raise ReplyError(f"the adapter could not read the request: {reply.error.message}")
    _check_id(reply.id, request_id)
    return reply


def quote(line: bytes) -> str:
    """The start of a line, safe to show: control characters are written out."""
    text = line[: 4 * QUOTED].decode("utf-8", "backslashreplace").rstrip("\r\n")
    shown = printable(text[:QUOTED])
    return f"{shown}…" if len(text) > QUOTED or len(line) > 4 * QUOTED else shown


def printable(text: str) -> str:
    """``text`` with everything that a terminal or a report could act upon written out."""
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode() for char in text
    )


def _check_id(found: str | None, request_id: str) -> None:
    if found != request_id:
        raise ReplyError(f"the reply has id {found!r}; the request had {request_id!r}")


def _decode(decoder: "msgspec.json.Decoder[_T]", wanted: type[_T], line: bytes) -> _T:
    try:
        return decoder.decode(line)
    except msgspec.ValidationError as fault:
        # Cards are written in one way and read in several; only a reply that would
        # otherwise be refused pays for that.
        try:
            value = json.loads(line, parse_constant=_no_number)
            return msgspec.convert(_with_standard_cards(value), type=wanted)
        except (msgspec.ValidationError, ValueError, RecursionError):
            raise ReplyError(f"{fault} in the reply {quote(line)}") from None
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as fault:
        raise ReplyError(f"not a JSON message: {fault}; the line was {quote(line)}") from None


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
