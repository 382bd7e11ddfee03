"""One child process: lines in and out within a time, whatever it does to its pipes."""

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from conformance.adapters.child import Child
from conformance.adapters.peer import (
    KEPT_STDERR,
    Exit,
    LinesEndedError,
    LineTimeoutError,
    LineTooLongError,
)
from tests.conformance.hostile import Hostile, hostile_in

LONG = 30.0
"""Seconds: never waited for in full."""


@pytest.fixture
def hostile(tmp_path: Path) -> Iterator[Hostile]:
    with hostile_in(tmp_path) as adapter:
        yield adapter


@pytest.fixture
def child(hostile: Hostile) -> Iterator[Child]:
    started = Child(hostile.command())
    yield started
    started.kill()


def _request(do: str, more: str = "") -> bytes:
    return f'{{"cmd": "run", "id": "1", "do": "{do}", "more": "{more}"}}\n'.encode()


def _python(source: str) -> Child:
    return Child([sys.executable, "-S", "-c", source])


def test_each_line_is_answered_with_the_next_line(child: Child) -> None:
    first = child.exchange(_request("answer"), LONG)
    assert first.startswith(b'{"id": "1"')
    assert child.exchange(_request("answer"), LONG) == first
    assert not first.endswith(b"\n")


def test_no_line_within_the_time(child: Child) -> None:
    with pytest.raises(LineTimeoutError):
        child.exchange(_request("never_answer"), 0.05)


def test_half_a_line_is_no_line(child: Child) -> None:
    with pytest.raises(LinesEndedError):
        child.exchange(_request("exit_in_the_middle"), LONG)
    assert child.exit_state(LONG) == Exit(0)


def test_a_line_without_end_is_given_up(child: Child) -> None:
    with pytest.raises(LineTooLongError):
        child.exchange(_request("endless_line"), LONG)


def test_a_line_that_nobody_asked_for_is_taken_for_the_next_reply(child: Child) -> None:
    child.exchange(_request("answer_twice"), LONG)
    line = child.exchange(_request("wrong_id"), LONG)
    assert line.startswith(b'{"id": "1"')


def test_a_long_line_each_way_locks_nobody_out(child: Child) -> None:
    reply = child.exchange(_request("answer_before_reading_on", more="y" * 1_000_000), LONG)
    assert len(reply) > 1_000_000


def test_a_flood_of_standard_error_is_read_and_its_end_kept(child: Child) -> None:
    child.exchange(_request("flood_stderr"), LONG)
    text = child.stderr_text()
    assert len(text) == KEPT_STDERR
    assert text.endswith("moan \n")


def test_an_endless_flood_of_standard_error_is_no_reply(child: Child) -> None:
    with pytest.raises(LineTimeoutError):
        child.exchange(_request("flood_stderr_for_ever"), 0.2)
    assert len(child.stderr_text()) == KEPT_STDERR


def test_output_that_is_closed_ends_the_wait(child: Child) -> None:
    with pytest.raises(LinesEndedError):
        child.exchange(_request("close_output"), LONG)
    assert str(child.exit_state(0)) == "it closed its standard output and went on running"


def test_input_that_is_closed_is_found_when_no_answer_comes(child: Child) -> None:
    assert child.exchange(_request("close_input"), LONG)
    with pytest.raises(LineTimeoutError):
        child.exchange(_request("answer"), 0.05)


@pytest.mark.parametrize(
    ("do", "told"),
    [
        ("exit_at_once", "it exited with status 3"),
        ("die_of_a_signal", "it was killed by signal SIGSEGV"),
    ],
)
def test_how_it_ended(child: Child, do: str, told: str) -> None:
    with pytest.raises(LinesEndedError):
        child.exchange(_request(do), LONG)
    assert str(child.exit_state(LONG)) == told


def test_a_signal_without_a_name_is_told_by_number() -> None:
    assert str(Exit(-250)) == "it was killed by signal 250"


def test_killing_ends_what_it_started_too(hostile: Hostile, child: Child) -> None:
    child.exchange(_request("fork_and_answer"), LONG)
    child.kill()
    assert hostile.all_gone()


def test_what_a_dead_child_left_behind_is_ended(hostile: Hostile, child: Child) -> None:
    # Its own child holds the output open, so the exit alone is no end of file.
    with pytest.raises(LineTimeoutError):
        child.exchange(_request("fork_and_die"), 0.2)
    child.kill()
    assert hostile.all_gone()


def test_stopping_lets_it_end_by_itself(hostile: Hostile) -> None:
    child = Child(hostile.command())
    child.exchange(_request("answer"), LONG)
    child.stop()
    assert child.exit_state(0) == Exit(0)


def test_stopping_ends_one_that_ignores_the_polite_signal(hostile: Hostile) -> None:
    child = Child(hostile.command())
    child.exchange(_request("ignore_sigterm"), LONG)
    child.stop()
    assert child.exit_state(0) == Exit(-signal.SIGKILL)


def test_it_has_a_process_group_of_its_own() -> None:
    child = _python("import os; print(os.getpgid(0), flush=True); input()")
    assert int(child.exchange(b"", LONG)) != os.getpgid(0)
    child.kill()


def test_no_shell_is_between() -> None:
    source = "import sys; print(sys.argv[1], flush=True)"
    child = Child([sys.executable, "-S", "-c", source, "$HOME; echo *"])
    assert child.exchange(b"", LONG) == b"$HOME; echo *"
    child.kill()


def test_a_program_that_is_not_there_cannot_be_started() -> None:
    with pytest.raises(FileNotFoundError):
        Child(["/no/such/program"])
