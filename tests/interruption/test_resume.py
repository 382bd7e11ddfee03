"""A run that was killed goes on with ``--resume``, and comes to the same report."""

import os
import signal
import sys
from pathlib import Path

import pytest

from conformance.journal.file import Journal
from conformance.journal.identity import Header, Identity
from tests.interruption.making import ADAPTER, Place


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Place:
    """An uninterrupted run."""
    place = Place(tmp_path_factory.mktemp("whole"))
    assert place.certify(armed=False).returncode == 0
    return place


def _same(place: Place, whole: Place) -> bool:
    return place.report_bytes == whole.report_bytes


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_resumed_run_comes_to_the_same_bytes(
    tmp_path: Path, whole: Place, number: int, jobs: str
) -> None:
    place = Place(tmp_path)
    place.certify("--jobs", jobs, at=100, number=number)
    assert len(place.journals) == 1
    before = place.asked
    done = place.certify("--jobs", jobs, "--resume", armed=False)
    assert done.returncode == 0
    assert "going on with a run whose journal holds" in done.stderr
    assert place.asked - before < whole.asked - 90
    assert _same(place, whole)
    assert place.journals == []


def test_a_certificate_of_a_resumed_run_is_that_of_a_whole_one(tmp_path: Path) -> None:
    place = Place(tmp_path)
    whole = tmp_path / "whole.json"
    part = tmp_path / "part.json"
    assert place.certify("--certificate", str(whole)).returncode == 0
    place.certify("--certificate", str(part), at=100, number=signal.SIGKILL)
    assert not part.exists()
    assert place.certify("--certificate", str(part), "--resume", armed=False).returncode == 0
    assert part.read_bytes() == whole.read_bytes()
    assert place.cjack("verify", str(part)).returncode == 0


def test_what_is_drawn_by_chance_is_drawn_once(tmp_path: Path) -> None:
    """Without a seed, the deals held out are those of the run that is gone on with."""
    place = Place(tmp_path)
    place.arm(200, signal.SIGKILL)
    command = (sys.executable, str(ADAPTER))
    words = ("certify", "--no-exhaustive", "--held-out", "2", "--json", "report.json")
    assert place.cjack(*words, "--", *command).returncode == -signal.SIGKILL
    header = place.journals[0].read_bytes().splitlines()[0]
    assert place.cjack(*words, "--resume", "--", *command).returncode == 0
    drawn = place.report["generated"]["held_out"]
    assert drawn["rounds"] == 2
    assert b'"held_out":{"seed":%d,"rounds":2}' % drawn["seed"] in header


def test_a_torn_last_line_is_asked_again(tmp_path: Path, whole: Place) -> None:
    place = Place(tmp_path)
    place.certify(at=100, number=signal.SIGKILL)
    (journal,) = place.journals
    content = journal.read_bytes()
    journal.write_bytes(content[:-40])
    done = place.certify("--resume", armed=False)
    assert done.returncode == 0
    assert _same(place, whole)


@pytest.mark.parametrize("damage", [b"\0" * 300, b'{"request":{}}\n' * 2, b"\xff\xfe\n"])
def test_what_stands_behind_a_damaged_line_is_asked_again(
    tmp_path: Path, whole: Place, damage: bytes
) -> None:
    place = Place(tmp_path)
    place.certify(at=100, number=signal.SIGKILL)
    (journal,) = place.journals
    lines = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(b"".join([*lines[:50], damage, *lines[50:]]))
    assert place.certify("--resume", armed=False).returncode == 0
    assert _same(place, whole)


def test_a_journal_of_other_options_is_not_used(tmp_path: Path) -> None:
    place = Place(tmp_path)
    place.certify(at=100, number=signal.SIGKILL)
    before = place.asked
    options = ("--resume", "--timeout", "400")
    done = place.certify(*options, armed=False)
    told = " ".join(done.stderr.split())
    assert "the journal is of another run: --timeout differs; this run starts afresh" in told
    assert done.returncode == 0
    assert place.asked - before > 250


def test_a_journal_of_an_adapter_that_was_edited_is_not_used(tmp_path: Path) -> None:
    place = Place(tmp_path)
    place.arm(50, signal.SIGKILL)
    own = tmp_path / "adapter.py"
    own.write_bytes(ADAPTER.read_bytes())
    words = ("certify", "--no-exhaustive", "--scoring", "full")
    command = ("--", sys.executable, "adapter.py")
    place.cjack(*words, *command)
    own.write_bytes(own.read_bytes() + b"\n")
    done = place.cjack(*words, "--resume", *command)
    assert "another run: a file of the command differs; this run starts afresh" in " ".join(
        done.stderr.split()
    )


def test_a_journal_of_another_announcement_is_not_used(tmp_path: Path, whole: Place) -> None:
    place = Place(tmp_path)
    place.certify(at=100, number=signal.SIGKILL)
    (tmp_path / "name").write_text("another-engine")
    before = place.asked
    done = place.certify("--resume", armed=False)
    assert "the journal is of another announcement" in done.stderr
    assert done.returncode == 0
    assert place.asked - before == whole.asked
    assert place.report["implementation"]["name"] == "another-engine"
    assert place.journals == []


def test_with_nothing_to_go_on_with_a_run_starts_afresh(tmp_path: Path, whole: Place) -> None:
    place = Place(tmp_path)
    done = place.certify("--resume", armed=False)
    assert "there is no journal of this command in this folder" in done.stderr
    assert _same(place, whole)


def test_no_journal_is_kept_if_none_is_wanted(tmp_path: Path) -> None:
    place = Place(tmp_path)
    place.certify("--no-journal", at=100, number=signal.SIGKILL)
    assert place.journals == []


def test_where_no_journal_can_be_written_the_run_goes_on(tmp_path: Path, whole: Place) -> None:
    place = Place(tmp_path)
    (tmp_path / "state").write_text("no folder")
    done = place.certify(armed=False)
    assert "no journal is kept" in done.stderr
    assert done.returncode == 0
    assert _same(place, whole)


# --- several runs at once -----------------------------------------------------------------------

RUN = Identity("1.0.0", "d" * 64, "", ("a",), "/here", (None,), None, 5.0, None, 25)


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path / "cjack"


def test_runs_at_the_same_time_have_journals_of_their_own(state: Path) -> None:
    one, two = (Journal.new(Header(1, RUN, None)) for _ in range(2))
    assert one.path != two.path
    assert one.path.parent == state
    assert Journal.of(RUN) is None  # both are held
    two.close()
    found = Journal.of(RUN)
    assert found is not None
    assert found.path == two.path
    assert Journal.of(RUN) is None  # the one is held, and now the other is too
    for journal in (one, found):
        journal.remove()
    assert os.listdir(state) == []


def test_a_fresh_run_removes_what_nobody_went_on_with(state: Path) -> None:
    held, left = (Journal.new(Header(1, RUN, None)) for _ in range(2))
    left.close()
    fresh = Journal.new(Header(1, RUN, None))
    assert {path.name for path in state.iterdir()} == {held.path.name, fresh.path.name}
    for journal in (held, fresh):
        journal.remove()
