"""Text made fit to show: what a terminal could act upon is written out, lines are kept short."""

import textwrap

EXCERPT = 200
"""So many characters of a text are shown."""
WIDTH = 80
"""Columns of what is printed."""


def printable(text: str) -> str:
    """``text`` on one line, control and format characters as escapes."""
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode() for char in text
    )


def readable(text: str) -> str:
    """Text of several lines, each of them printable."""
    return "\n".join(map(printable, text.splitlines()))


def excerpt(text: str, limit: int = EXCERPT) -> str:
    """The start of a text, printable."""
    return printable(text) if len(text) <= limit else printable(text[:limit]) + "…"


def wrapped(text: str, indent: str = "", hang: int = 0) -> list[str]:
    """The lines of a text at ``WIDTH``, printable; ``hang`` more columns of indent after the
    first."""
    return textwrap.wrap(
        printable(text),
        WIDTH,
        initial_indent=indent,
        subsequent_indent=indent + " " * hang,
        break_on_hyphens=False,
    )
