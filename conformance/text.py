"""Text from outside made safe to show: what a terminal could act upon is written out."""

EXCERPT = 200
"""So many characters of a text are shown."""


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
