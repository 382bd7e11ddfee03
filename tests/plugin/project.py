"""A project of somebody else, in a folder of its own, and pytest run in it."""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
ADAPTER = f"{sys.executable} -m reference_engine"
SCENARIO = """\
title: A discarded king loses to the jack of the suit that was led
clauses: [trick.highest-of-led-suit]
edge: The higher rank is taken to win whatever its suit.
rounds:
  - dealer: north
    south: JC 4C 9H 2D 7S 8S
    north: KD QD 3H 5S 6S TS
    stock: 5H 9D
    tricks:
      - {lead: JC, follow: KD, winner: south}
"""
# An engine in Python as a project has it: right, wrong, and one that raises.
ENGINES = """\
from reference_engine.adapter import Announcement, handle
from reference_engine.rules import Rules


class LoserDrawsFirst(Rules):
    def drawers(self, r, winner):
        return super().drawers(r, winner)[::-1]


class Engine:
    asked = 0

    def __init__(self, rules=Rules(), announced=Announcement()):
        self.rules, self.announced = rules, announced

    def handle(self, request):
        Engine.asked += 1
        return handle(self.rules, request, self.announced)


def right():
    return Engine()


def wrong():
    return Engine(LoserDrawsFirst())


def silent():
    return Engine(announced=Announcement(features=(), rulings=False))


def raising():
    def answer(request):
        if request["cmd"] == "run":
            raise RuntimeError("no such card in hand")
        return Engine().handle(request)

    return answer
"""


@dataclass(frozen=True)
class Told:
    status: int
    text: str

    @property
    def last_line(self) -> str:
        return self.text.rstrip().rpartition("\n")[2]


class Project:
    """A folder with files, and pytest run in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.write("pytest.ini", "[pytest]\naddopts = -p no:cacheprovider --strict-markers\n")

    def write(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")

    def pytest(self, *arguments: str) -> Told:
        done = subprocess.run(
            [sys.executable, "-m", "pytest", *arguments],
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "200", "PYTEST_ADDOPTS": ""},
            capture_output=True,
            encoding="utf-8",
            stdin=subprocess.DEVNULL,
            check=False,
            timeout=120,
        )
        return Told(done.returncode, done.stdout + done.stderr)
