"""The options `--known-failures` and `--update-known-failures`."""

from pathlib import Path

from conformance.errors import UsageError
from conformance.grading.verdict import Judgement
from conformance.known_failures import (
    Entry,
    KnownFailures,
    check,
    read_entries,
    updated,
    written,
)
from conformance.reports.files import check_place, write_whole
from conformance.rulebook import Rulebook
from conformance.runner import Run


def read_known(path: Path, book: Rulebook, *, update: bool) -> tuple[Entry, ...]:
    """The entries of a file, which need not be there yet if it is to be updated.

    Raises:
        UsageError: it cannot be read, or could not be written.
        ScenarioFileError: it holds no list of known failures.
    """
    if update:
        check_place(path)
        if not path.exists():
            return ()
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise UsageError(
            f"cannot read {path}: {error.strerror}", "--update-known-failures writes a first one"
        ) from None
    return read_entries(raw, path.as_posix(), book)


def check_known(
    entries: tuple[Entry, ...], run: Run, judgement: Judgement, *, whole: bool
) -> KnownFailures:
    """The entries held against a run; ``whole`` if it was of the whole suite in both modes."""
    generated = run.generated
    return check(
        entries,
        (*run.outcomes, *(generated.outcomes if generated else ())),
        judgement.clauses,
        whole=whole,
        generated=whole and generated is not None and not generated.left_out,
    )


def update_known(path: Path, known: KnownFailures, run: Run) -> tuple[Entry, ...]:
    """Write the file anew: the entries that hold, and one for each failure that is new.

    Raises:
        UsageError: the file cannot be written.
    """
    generated = run.generated.failures if run.generated else ()
    failures = [*(outcome for outcome in run.outcomes if outcome.failed), *generated]
    entries = updated(known, failures)
    write_whole(path, written(entries))
    return entries
