"""Templates to bytes. Style and script stand in the page and are named by their digests, so that a
browser runs nothing else; every value is escaped."""

import base64
import functools
import hashlib
import json
import re
from pathlib import Path
from typing import Any

from conformance.text import readable

FOLDER = Path(__file__).parent
_SPELLED = re.compile(r"(?<![0-9A-Za-z])(10|[2-9TJQKA])([CDHS])(?![0-9A-Za-z])")


def render(template: str, *, script: str = "", data: Any = None, **values: Any) -> bytes:
    """The page that ``template`` (a file of this folder) makes of ``values``, with ``script`` (a
    file as well) and ``data`` as JSON in it."""
    style = _read("style.css")
    code = _read(script) if script else ""
    made = _environment().get_template(template)
    text: str = made.render(
        **values,
        style=_plain(style),
        script=_plain(code),
        data=_plain(json_for_html(data)),
        style_digest=_digest(style),
        script_digest=_digest(code),
    )
    return text.encode("utf-8", "backslashreplace")


def json_for_html(data: Any) -> str:
    """JSON in which no tag can end or begin."""
    text = json.dumps(data, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def pieces(text: str) -> list[tuple[str, str]]:
    """A text taken apart at the cards in it: pairs of text and of suit, empty for plain text."""
    found: list[tuple[str, str]] = []
    end = 0
    for card in _SPELLED.finditer(text):
        found += [(text[end : card.start()], ""), (card[1].replace("T", "10"), card[2])]
        end = card.end()
    return [piece for piece in (*found, (text[end:], "")) if piece[0]]


@functools.cache
def _environment() -> Any:
    import jinja2  # noqa: PLC0415 - for HTML alone

    made = jinja2.Environment(
        loader=jinja2.FileSystemLoader(FOLDER),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_finalized,
    )
    made.filters["pieces"] = pieces
    return made


def _finalized(value: Any) -> Any:
    """Strings made readable; what is markup already stays."""
    return readable(value) if type(value) is str else value


def _plain(text: str) -> Any:
    """Our own text, and JSON made for HTML: it stays as it is."""
    import markupsafe  # noqa: PLC0415 - comes with jinja2

    return markupsafe.Markup(text)  # noqa: S704


def _read(name: str) -> str:
    return (FOLDER / name).read_text("utf-8")


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
