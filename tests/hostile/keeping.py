"""The zoo let loose on the suite: in this process, and with the whole program."""

import functools
import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from conformance.adapters.session import Session
from conformance.errors import AdapterError
from conformance.grading.outcome import Outcome
from conformance.plans import Plans
from conformance.rulebook import Rulebook, load_rulebook
from conformance.runner import Options, run_suite
from conformance.scenarios.load import own_suite
from conformance.scenarios.model import Scenario
from tests.hostile.members import SCENARIOS, Member


@dataclass(frozen=True, slots=True)
class Visit:
    """``outcomes`` is empty and ``error`` given where the adapter was not greeted."""

    outcomes: tuple[Outcome, ...]
    error: str = ""

    @property
    def message(self) -> str:
        """Why there was no greeting, or the trouble of each outcome: what, or where."""
        return "\n".join(filter(None, [self.error, *map(_trouble, self.outcomes)]))


def _trouble(outcome: Outcome) -> str:
    if outcome.divergence:
        return outcome.divergence.difference.field
    return outcome.lack.reason if outcome.lack else outcome.message


@functools.cache
def suite() -> tuple[tuple[Scenario, ...], Rulebook, Plans]:
    book = load_rulebook()
    return own_suite([Path(name) for name in SCENARIOS], book).scenarios, book, Plans()


def visit(member: Member, folder: Path) -> Visit:
    """The three scenarios, asked of one member."""
    scenarios, book, plans = suite()
    session = Session(member.command(folder), member.timeout, member.start_timeout)
    try:
        run = run_suite(scenarios, lambda: session, book, Options(scoring="full"), plans)
    except AdapterError as error:
        return Visit((), f"{error.message}\n{error.hint}")
    return Visit(run.outcomes)


# --- processes ------------------------------------------------------------------------------


def alive(folder: Path) -> list[int]:
    """The running processes of a member: those with ``folder`` among their words."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                words = (entry / "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            # A process that is dead and not yet reaped has no words left.
            if str(folder).encode() in words:
                found.append(int(entry.name))
    return found


def survivors(folder: Path, patience: float = 5.0) -> list[int]:
    """Those still alive after ``patience`` seconds; a kill takes a moment to arrive."""
    deadline = time.monotonic() + patience
    while left := alive(folder):
        if time.monotonic() >= deadline:
            for process in left:
                os.kill(process, signal.SIGKILL)
            return left
        time.sleep(0.01)
    return []


def program(*words: str) -> tuple[str, ...]:
    """The command line of the suite, with ``words``."""
    return (sys.executable, "-m", "conformance", *words)


def run_words(member: Member, folder: Path, *options: str) -> tuple[str, ...]:
    """The words of the run of the three scenarios against a member."""
    words = ("run", *SCENARIOS, "--scoring", "full", *options)
    return program(*words, "--", *member.command(folder))


def peak_memory() -> int:
    """The most memory that this process has held at a time, in bytes."""
    status = Path("/proc/self/status").read_text("ascii")
    found = next(line for line in status.splitlines() if line.startswith("VmHWM:"))
    return 1024 * int(found.split()[1])


def measured(name: str) -> int:
    """The peak memory of a process that lets loose one member, in bytes."""
    words = (sys.executable, "-m", "tests.hostile.table", name)
    root = Path(__file__).parents[2]
    told = subprocess.run(words, capture_output=True, check=True, cwd=root, timeout=60).stdout
    return int(told.splitlines()[-1])
