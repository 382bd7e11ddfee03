"""An adapter through its whole life. After every misbehaviour the next request is answered by a
fresh process, and none of the old ones is left."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from conformance.adapters.session import NoReply, Session
from conformance.errors import AdapterError
from conformance.protocol.messages import RunReply
from tests.conformance.hostile import Hostile, hostile_in

LONG = 30.0
"""Seconds: never waited for in full."""
SHORT = 1.0
"""Seconds: long enough for an answer, and waited for in full where none comes."""


@pytest.fixture
def hostile(tmp_path: Path) -> Iterator[Hostile]:
    with hostile_in(tmp_path) as adapter:
        yield adapter


def _session(hostile: Hostile, timeout: float = LONG) -> Session:
    return Session(hostile.command(), timeout)


def _pid(session: Session) -> str:
    """The process that answers now."""
    reply = session.run({"do": "answer"})
    assert isinstance(reply, RunReply)
    assert reply.error
    return reply.error.message


def test_it_is_greeted_once_and_lives_for_the_whole_run(hostile: Hostile) -> None:
    session = _session(hostile)
    assert session.greet().implementation.name == "hostile"
    assert session.greet() is session.greet()
    assert _pid(session) == _pid(session)
    session.close()


def test_it_is_started_by_the_first_request_too(hostile: Hostile) -> None:
    session = _session(hostile)
    assert _pid(session)
    session.close()


def test_closing_twice_or_before_it_was_started_is_no_harm(hostile: Hostile) -> None:
    session = _session(hostile)
    session.close()
    session.greet()
    session.close()
    session.close()


@pytest.mark.parametrize(
    ("do", "outcome", "says", "timeout"),
    [
        ("never_answer", "timeout", "no reply within 1 s", SHORT),
        ("flood_stderr_for_ever", "timeout", "no reply within 1 s", SHORT),
        ("fork_and_die", "timeout", "no reply within 1 s", SHORT),
        ("exit_at_once", "crash", "no reply: it exited with status 3", LONG),
        ("exit_in_the_middle", "crash", "no reply: it exited with status 0", LONG),
        ("die_of_a_signal", "crash", "no reply: it was killed by signal SIGSEGV", LONG),
        ("close_output", "crash", "no reply: it closed its standard output", LONG),
        ("garbage", "protocol", r"the line was \xfftrick taken!", LONG),
        ("wrong_id", "protocol", "the reply has id '9999'; the request had '", LONG),
        ("no_id", "protocol", "could not read the request: what was that?", LONG),
        ("wrong_field", "protocol", "$.rounds[0].dealer", LONG),
        ("endless_line", "protocol", "a reply of more than 4,194,304 bytes", LONG),
    ],
)
def test_the_request_after_a_failure_is_answered_by_a_fresh_process(
    hostile: Hostile, do: str, outcome: str, says: str, timeout: float
) -> None:
    session = _session(hostile, timeout)
    before = _pid(session)
    failed = session.run({"do": do})
    assert isinstance(failed, NoReply)
    assert failed.outcome == outcome
    assert says in failed.message
    assert _pid(session) != before
    session.close()


def test_a_second_answer_spoils_the_first_and_is_taken_for_no_other(hostile: Hostile) -> None:
    session = _session(hostile)
    before = _pid(session)
    spoiled = session.run({"do": "answer_twice"})
    assert isinstance(spoiled, NoReply)
    assert spoiled.outcome == "protocol"
    assert "it wrote more" in spoiled.message
    assert _pid(session) != before
    session.close()


def test_one_that_closed_its_input_is_answered_for_by_a_fresh_process(hostile: Hostile) -> None:
    session = _session(hostile, SHORT)
    before = _pid(session)
    assert isinstance(session.run({"do": "close_input"}), RunReply)
    deaf = session.run({"do": "answer"})
    assert isinstance(deaf, NoReply)
    assert deaf.outcome == "timeout"
    assert _pid(session) != before
    session.close()


@pytest.mark.parametrize("do", ["flood_stderr", "ignore_sigterm", "fork_and_answer"])
def test_what_does_not_concern_the_reply_does_no_harm_and_leaves_nothing(
    hostile: Hostile, do: str
) -> None:
    session = _session(hostile)
    before = _pid(session)
    assert isinstance(session.run({"do": do}), RunReply)
    if do == "flood_stderr":
        assert _pid(session) == before
    session.close()


def test_standard_error_is_kept_for_the_failure_and_made_safe(hostile: Hostile) -> None:
    session = _session(hostile)
    failed = session.run({"do": "fail_with_words"})
    assert isinstance(failed, NoReply)
    assert failed.stderr == r"\x1b[31mno such trick\x1b[0m"
    session.close()


# --- starting and greeting ----------------------------------------------------------------------


def _refusal(command: tuple[str, ...], start_timeout: float = LONG) -> AdapterError:
    session = Session(command, LONG, start_timeout)
    with pytest.raises(AdapterError) as caught:
        session.greet()
    session.close()
    assert caught.value.exit_status == 3
    return caught.value


@pytest.mark.parametrize(
    ("greeting", "says"),
    [
        ("exit_at_once", "did not answer `hello`: it exited with status 3"),
        ("die_of_a_signal", "did not answer `hello`: it was killed by signal SIGSEGV"),
        ("garbage", "gave a wrong answer to `hello`: not a JSON message"),
        ("wrong_id", "gave a wrong answer to `hello`"),
        ("answer", "gave a wrong answer to `hello`"),
        ("endless_line", "answered `hello` with more than 4,194,304 bytes in one line"),
        ("no_scoring", "it announces no scoring mode"),
        ("next_protocol", "it speaks protocol 2, the suite speaks 1"),
        ("class_without_mode", "it claims the class simplified-scoring without the scoring mode"),
    ],
)
def test_a_wrong_greeting_is_told_with_the_command(
    hostile: Hostile, greeting: str, says: str
) -> None:
    error = _refusal(hostile.command(greeting))
    assert says in error.message
    assert "hostile.py" in error.message
    assert "cjack smoke" in error.hint


def test_a_greeting_that_does_not_come_hints_at_the_buffer(hostile: Hostile) -> None:
    error = _refusal(hostile.command("never_answer"), start_timeout=0.5)
    assert "did not answer `hello` within 0.5 s" in error.message
    assert "does it flush its output" in error.hint


def test_the_end_of_standard_error_is_shown_made_safe(hostile: Hostile) -> None:
    error = _refusal(hostile.command("fail_with_words"))
    assert "its standard error ends:\n    \\x1b[31mno such trick\\x1b[0m" in error.message


@pytest.mark.parametrize(
    ("command", "says", "hint"),
    [
        (("/no/such/adapter",), "No such file or directory", "right from this folder"),
        (("no-such-adapter-on-the-path",), "No such file or directory", "No shell is used"),
        (("/",), "Permission denied", "make the file executable"),
        (("adapter\0",), "embedded null byte", "separate words"),
    ],
)
def test_a_program_that_cannot_be_started(command: tuple[str, ...], says: str, hint: str) -> None:
    error = _refusal(command)
    assert "cannot start `" in error.message
    assert says in error.message
    assert hint in error.hint


def test_one_that_cannot_be_started_again_is_given_up_and_asked_no_more(
    hostile: Hostile, tmp_path: Path
) -> None:
    session = _session(hostile)
    session.greet()
    (tmp_path / "hostile.py").write_text("raise SystemExit(7)\n")
    assert isinstance(session.run({"do": "exit_at_once"}), NoReply)
    for _ in range(2):
        given_up = session.run({"do": "answer"})
        assert isinstance(given_up, NoReply)
        assert given_up.outcome == "crash"
        assert "it exited with status 7" in given_up.message
    session.close()
