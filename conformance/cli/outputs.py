"""The option `--report`: which reports are written, and where."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from conformance.errors import UsageError
from conformance.reports.files import check_place, write_whole
from conformance.reports.kinds import KINDS
from conformance.reports.model import Report


@dataclass(frozen=True, slots=True)
class Output:
    """One report to write; a ``path`` of None is standard output."""

    kind: str
    path: Path | None

    @classmethod
    def to(cls, kind: str, file: str) -> "Output":
        return cls(kind, None if file == "-" else Path(file))


def outputs_of(
    ctx: click.Context, param: click.Parameter, values: tuple[str, ...]
) -> tuple[Output, ...]:
    """The values of the option, each ``KIND=FILE``, or ``KIND`` for standard output."""
    return tuple(_output(value) for value in values)


def _output(value: str) -> Output:
    kind, equals, file = value.partition("=")
    if kind not in KINDS:
        raise click.BadParameter(f"no kind {kind!r}; there are {', '.join(KINDS)}.")
    if equals and not file:
        raise click.BadParameter(f"no file after `{kind}=`.")
    return Output.to(kind, file or "-")


def check_outputs(outputs: Sequence[Output]) -> None:
    """Before a run, so that its reports are not lost after it.

    Raises:
        UsageError: two to one place, or a file that cannot be written.
    """
    taken: set[Path | None] = set()
    for output in outputs:
        place = output.path.resolve() if output.path else None
        if place in taken:
            shown = output.path or "standard output"
            raise UsageError(f"two reports to {shown}", "give each a file of its own")
        taken.add(place)
        if output.path:
            check_place(output.path)


def write_outputs(report: Report, outputs: Sequence[Output]) -> list[UsageError]:
    """Each is made before the first is written, and each is tried; gives what went wrong.

    Standard output comes last, for whoever reads it may have gone.
    """
    made = [(output.path, KINDS[output.kind].write(report)) for output in outputs]
    unwritten = []
    for path, content in made:
        if path:
            try:
                write_whole(path, content)
            except UsageError as error:
                unwritten.append(error)
    for path, content in made:
        if path is None:
            sys.stdout.buffer.write(content)
            sys.stdout.buffer.flush()
    return unwritten
