"""The options `--journal` and `--resume`: the journal of a run, and what is told of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import click

from conformance.exhaustive.held_out import HeldOut
from conformance.exhaustive.tier import Tier
from conformance.journal.file import FORMAT, Journal, others
from conformance.journal.identity import Header, Identity, files_of, folder
from conformance.journal.journalled import Journalled
from conformance.scenarios.load import Suite
from conformance.sharing import Adapter
from conformance.text import printable
from conformance.version import __version__


@dataclass(frozen=True, slots=True)
class Journalling:
    """A run whose answers go into ``journal``."""

    journal: Journal

    @classmethod
    def opened(cls, run: Identity, drawn: HeldOut | None, *, resume: bool) -> "Journalling | None":
        """The journal of the run to ``resume``, or else a fresh one for the deals ``drawn``; None
        where none can be written: a run needs none."""
        if resume and (found := Journal.of(run)):
            replies = f"{found.known} repl{'y' if found.known == 1 else 'ies'}"
            _tell(f"going on with a run whose journal holds {replies}")
            return cls(found)
        if resume:
            _tell(f"{_why_not(run)}; this run starts afresh")
        try:
            return cls(Journal.new(Header(FORMAT, run, drawn)))
        except OSError as error:
            _tell(f"no journal is kept: {error.strerror or error}")
            return None

    def opening(self, open_adapter: Callable[[], Adapter]) -> Callable[[], Adapter]:
        """``open_adapter``, but each adapter is journalled."""
        return lambda: Journalled(open_adapter(), self.journal, _tell_other)


def identity(
    suite: Suite, tier: Tier, command: tuple[str, ...], rounds: int, options: Mapping[str, Any]
) -> Identity:
    """What the journal of a run is known by; ``options`` are those of the command line."""
    return Identity(
        suite=__version__,
        digest=suite.digest,
        generated=tier.digest,
        command=tuple(map(printable, command)),
        folder=folder(),
        files=files_of(command),
        scoring=options["scoring"],
        timeout=options["timeout"],
        seed=options["seed"],
        held_out=rounds,
    )


def _why_not(run: Identity) -> str:
    """Why there is nothing to go on with."""
    other = next(others(run), None)
    if other is None:
        return "there is no journal of this command in this folder that no other run holds"
    what = run.differs_in(other.run)
    return f"the journal is of another run: {', '.join(what)} differ{'s' * (len(what) == 1)}"


def _tell_other() -> None:
    _tell("the journal is of another announcement of the adapter, and is not used")


def _tell(text: str) -> None:
    click.echo(f"cjack: {text}", err=True)
