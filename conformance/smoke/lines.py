"""One line of an adapter's standard output: is there a reply in it, and is it JSON?"""

import codecs
import json
from typing import Any

from conformance.protocol.codec import quote
from conformance.smoke.result import FormFault

_BOM = codecs.BOM_UTF8
_WRITER = "use the JSON writer of your language: json.dumps, JSON.stringify and the like"


def split_line(line: bytes) -> tuple[bytes, bytes]:
    """What stands before the reply, and the reply; ``b""`` where the line holds none.

    A line that looks like an attempt at a reply is one; :func:`check_line` says what is wrong.
    """
    text = line.strip()
    if b"\0" in line or text.startswith((b"{", _BOM + b"{")):
        return b"", line
    value = _json(text)
    if isinstance(value, list | dict) or (isinstance(value, str) and value.startswith("{")):
        return b"", line
    at = line.find(b'{"')
    if at > 0 and isinstance(_json(line[at:]), dict):
        return line[:at], line[at:]
    return line, b""


def check_line(line: bytes) -> dict[str, Any]:
    """The JSON object that is the whole line.

    Raises:
        FormFault: the line is anything else.
    """
    shown = f"the line was {quote(line)}"
    if b"\0" in line:
        raise FormFault(
            f"the reply is in UTF-16 or UTF-32; {shown}",
            "write UTF-8, without a byte order mark (in PowerShell and .NET set the encoding of "
            "the output stream)",
        )
    if line.startswith(_BOM):
        raise FormFault(
            f"the reply begins with a byte order mark; {shown}",
            "write UTF-8 without one: `utf-8` and not `utf-8-sig`, `new UTF8Encoding(false)`",
        )
    try:
        text = line.decode("utf-8").strip()
    except UnicodeDecodeError:
        raise FormFault(
            f"the reply is not UTF-8; {shown}",
            "set the encoding of standard output to UTF-8, or write only ASCII (\\u escapes)",
        ) from None
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        raise _malformed(text, error, shown) from None
    except RecursionError:
        raise FormFault(f"the reply is nested too deep to read; {shown}", _WRITER) from None
    if isinstance(value, str):
        raise FormFault(
            f"the reply is a JSON text and not an object; {shown}",
            "the message was turned into JSON twice: do it once",
        )
    if not isinstance(value, dict):
        raise FormFault(
            f"the reply is not a JSON object; {shown}",
            'a reply is one object: {"id": …, …}, not a list or a single value',
        )
    return value


def _malformed(text: str, error: json.JSONDecodeError, shown: str) -> FormFault:
    if error.msg == "Extra data":
        return FormFault(
            f"there is more on the line after the reply: {quote(text[error.pos :].encode())}",
            "end the line right after the object; one reply a line, everything else to "
            "standard error",
        )
    if error.pos >= len(text):
        return FormFault(
            f"the line ends before the reply does; {shown}",
            "write the reply on one line: no indentation, no line break within it",
        )
    return FormFault(
        f"the reply is not JSON: {error.msg} at character {error.pos + 1}; {shown}",
        f"JSON has double quotes, true, false and null; {_WRITER}",
    )


def _json(text: bytes) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
