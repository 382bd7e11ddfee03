"""One engine behind every way gives the same outcomes, and reports of the same bytes."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from conformance.adapters.session import NoReply, Session
from conformance.grading.outcome import Kind, Outcome
from conformance.plans import Plans
from conformance.reports.as_json import report_json
from conformance.reports.model import Report
from conformance.rulebook import load_rulebook
from conformance.runner import Options, Run, run_suite
from conformance.scenarios.load import own_suite
from tests.adapters.engines import DONE, child_of, serving

WAYS = ("child", "object", "tcp", "unix", "http", "http/1.0")
BOOK = load_rulebook()
PLANS = Plans()
TWO = own_suite(
    [
        Path("trick/discarded-king-never-beats-led-jack"),
        Path("trick/higher-card-of-the-suit-wins"),
    ],
    BOOK,
).scenarios
PATIENCE = 20.0
"""Seconds: never waited for in full."""
SHORT = 0.3
"""Seconds, where a reply is waited for in vain."""


@pytest.fixture(scope="module", autouse=True)
def _done() -> Iterator[None]:
    yield
    DONE.set()


@contextlib.contextmanager
def reached(name: str, way: str, folder: Path) -> Iterator[tuple[str, ...]]:
    """The words that name the engine."""
    if way == "child":
        yield child_of(name)
    elif way == "object":
        yield ("--python", f"tests.adapters.engines:OBJECTS.{name}")
    else:
        with serving(name, way, folder) as url:
            yield ("--connect", url)


def run(name: str, way: str, folder: Path, timeout: float = PATIENCE) -> Run:
    """Two scenarios in both scoring modes: full, simplified, full, simplified."""
    with reached(name, way, folder) as found:
        return run_suite(TWO, lambda: Session(found, timeout), BOOK, Options(), PLANS)


def report(found: Run) -> bytes:
    return report_json(
        Report(
            suite_version="1.0.0",
            suite_digest="ab" * 32,
            command=("engine",),
            implementation=found.hello.implementation,
            claims=found.claims,
            readings=found.readings,
            outcomes=found.outcomes,
            judgement=found.judgement(BOOK),
            book=BOOK,
        )
    )


def kinds(outcomes: tuple[Outcome, ...]) -> list[Kind]:
    return [outcome.kind for outcome in outcomes]


def in_between(kind: Kind) -> list[Kind]:
    """What comes where simplified scoring alone goes wrong, and nothing else is touched."""
    return ["pass", kind, "pass", kind]


@pytest.mark.parametrize("way", WAYS)
def test_a_sound_engine_passes(way: str, tmp_path: Path) -> None:
    assert kinds(run("sound", way, tmp_path).outcomes) == ["pass"] * 4


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("wrong_id", "protocol"),
        ("no_object", "protocol"),
        ("huge", "protocol"),
        ("erring", "error"),
        ("ends", "crash"),
    ],
)
def test_a_misbehaviour_has_the_same_outcome_whatever_the_way(
    name: str, kind: Kind, way: str, tmp_path: Path
) -> None:
    assert kinds(run(name, way, tmp_path).outcomes) == in_between(kind)


@pytest.mark.parametrize("way", WAYS)
def test_a_late_reply_is_taken_for_no_other(way: str, tmp_path: Path) -> None:
    assert kinds(run("waits", way, tmp_path, SHORT).outcomes) == in_between("timeout")


@pytest.mark.parametrize("way", [way for way in WAYS if way != "object"])
@pytest.mark.parametrize("name", ["garbage", "half"])
def test_what_is_no_json_is_no_reply(name: str, way: str, tmp_path: Path) -> None:
    assert kinds(run(name, way, tmp_path).outcomes) == in_between("protocol")


@pytest.mark.parametrize("way", [way for way in WAYS if way != "object"])
def test_a_reply_that_drips_meets_the_limit_of_the_whole(way: str, tmp_path: Path) -> None:
    assert kinds(run("drips", way, tmp_path, SHORT).outcomes) == in_between("timeout")


@pytest.mark.parametrize("name", ["sound", "faulty", "wrong_id", "no_object", "erring", "huge"])
def test_reports_have_the_same_bytes_whatever_the_way(name: str, tmp_path: Path) -> None:
    first, *others = (report(run(name, way, tmp_path)) for way in WAYS)
    assert all(other == first for other in others)
    if name == "faulty":
        assert b"does-not-conform" in first


# --- HTTP alone -----------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["http", "http/1.0"])
@pytest.mark.parametrize(
    ("status", "kind", "told"),
    [
        ("500", "crash", 'no reply: HTTP status 500 Internal Server Error; it said {"id": "1"}'),
        ("503", "crash", 'no reply: HTTP status 503 Service Unavailable; it said {"id": "1"}'),
        ("302", "protocol", "HTTP status 302 Found; redirects are not followed"),
        ("307", "protocol", "HTTP status 307 Temporary Redirect; redirects are not followed"),
        ("404", "protocol", 'HTTP status 404 Not Found; it said {"id": "1"}'),
        ("201", "protocol", 'HTTP status 201 Created; it said {"id": "1"}'),
    ],
)
def test_another_status_than_200_is_no_reply(
    status: str, kind: Kind, told: str, way: str, tmp_path: Path
) -> None:
    outcomes = run(status, way, tmp_path).outcomes
    assert kinds(outcomes) == in_between(kind)
    assert outcomes[1].message == told


def test_headers_that_drip_meet_the_limit_of_the_whole(tmp_path: Path) -> None:
    outcomes = run("drips_headers", "http", tmp_path, SHORT).outcomes
    assert kinds(outcomes) == in_between("timeout")


def test_a_server_may_close_a_connection_that_it_kept(tmp_path: Path) -> None:
    """Even when the next message is on its way: it is sent once more."""
    assert kinds(run("one_each", "http", tmp_path).outcomes) == ["pass"] * 4


@pytest.mark.parametrize("way", ["tcp", "unix", "http"])
def test_a_server_that_goes_away_is_given_up_after_three_attempts(way: str, tmp_path: Path) -> None:
    """The first request loses the connection, the later ones are not even sent."""
    request = {"scoring": "simplified"}
    with serving("ends", way, tmp_path) as url:
        session = Session(("--connect", url), PATIENCE)
        session.greet()
    told = [session.run(request) for _ in range(2)]
    session.close()
    assert all(isinstance(found, NoReply) and found.outcome == "crash" for found in told)
    assert isinstance(told[1], NoReply)
    gone = f"cannot connect to {url}: Connection refused"
    assert told[1].message == f"not asked: 3 starts in a row failed; {gone}"
