"""What a check finds."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Result:
    """One check: ``ok`` is None where it was skipped or not reached. ``hint`` tells the
    implementer what to do; where all is well it is a remark, or empty."""

    name: str
    ok: bool | None
    message: str = ""
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """All checks in order, and whether the adapter could be started and answered ``hello``."""

    results: tuple[Result, ...]
    answered: bool

    @property
    def failed(self) -> int:
        return sum(result.ok is False for result in self.results)

    @property
    def exit_status(self) -> int:
        """0 all well, 1 some fault of form, 3 nobody there to speak with."""
        if not self.answered:
            return 3
        return 1 if self.failed else 0


class FormFault(Exception):  # noqa: N818 - a finding about the adapter, not an error of ours
    """A fault of form, and the way out."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class NoAnswer(FormFault):
    """Nothing came that could be taken for a reply."""


class NotAsked(Exception):  # noqa: N818 - no error at all
    """The check does not concern this adapter; the text says why."""
