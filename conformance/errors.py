"""Everything that can go wrong outside of an engine under test, and how the user gets out.

Life cycle: the suite's own files are read (:class:`ScenarioFileError`), the command line is
understood (:class:`UsageError`), the adapter is started and greeted (:class:`AdapterError`).
Once it has been greeted nothing raises any more: whatever an adapter does becomes an outcome.
"""

from dataclasses import dataclass

from conformance.text import printable


class CjackError(Exception):
    """An error with a way out. ``exit_status`` is what the command line ends with."""

    exit_status = 2

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class UsageError(CjackError):
    """The command was given something that it cannot use."""


class AdapterError(CjackError):
    """The adapter cannot be started or spoken with."""

    exit_status = 3


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One fault in a file: where (line and column from 1), what, and what to do."""

    file: str
    line: int
    column: int
    message: str
    hint: str = ""

    def __str__(self) -> str:
        text = f"{printable(self.file)}:{self.line}:{self.column}: {printable(self.message)}"
        return f"{text}\n    {printable(self.hint)}" if self.hint else text


class ScenarioFileError(CjackError):
    """Files of the suite that cannot be used as they are."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = problems
