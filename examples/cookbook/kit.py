"""What these pages take from the kit for Python (kits/python): its loop, and its finished example,
of which each page shows what is different."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "kits" / "python"))

from adapter import serve
from example import california_jack, engine

__all__ = ["california_jack", "engine", "serve", "told_of"]


def told_of(name: str) -> dict[str, object]:
    """What the finished example says of itself, under another name."""
    return {**engine.HELLO, "implementation": {"name": name, "language": "python"}}
