"""Outputs that cannot be written: a plain message and a status, never half a file."""

import os
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.interruption.making import ADAPTER, FEW, Place

ENGINE = ("--", sys.executable, str(ADAPTER))
SHIPPED = "trick/discarded-king-never-beats-led-jack"
READER_GONE = 141
COMMANDS = {
    "rules": ("rules",),
    "rule": ("rules", "draw.winner-first"),
    "lint": ("lint",),
    "run": ("run", SHIPPED, *ENGINE),
    "run-quiet": ("run", SHIPPED, "--quiet", *ENGINE),
    "run-json": ("run", SHIPPED, "--json", "-", *ENGINE),
    "smoke": ("smoke", *ENGINE),
    "apart": ("apart", "trick_point_tie=nobody", "trick_point_tie=dealer"),
    "faults": ("faults", "--list"),
    "help": ("certify", "--help"),
}


full_device = pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
each_command = pytest.mark.parametrize("words", list(COMMANDS.values()), ids=list(COMMANDS))


def _run(place: Place, words: tuple[str, ...], stdout: Any) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "conformance", *words],
        cwd=place.folder,
        env=place.environment,
        stdin=subprocess.DEVNULL,
        stdout=stdout,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        check=False,
        timeout=120,
    )


@each_command
def test_an_output_that_nobody_reads_is_no_error_of_the_command(
    tmp_path: Path, words: tuple[str, ...]
) -> None:
    """As with `| head`, which goes away."""
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = _run(Place(tmp_path), words, writing)
    finally:
        os.close(writing)
    assert "Traceback" not in done.stderr
    assert "BrokenPipe" not in done.stderr
    assert done.returncode == READER_GONE, done.stderr


@full_device
@each_command
def test_a_full_output_is_told(tmp_path: Path, words: tuple[str, ...]) -> None:
    with Path("/dev/full").open("w") as full:
        done = _run(Place(tmp_path), words, full)
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr
    assert "No space left on device" in done.stderr
    assert done.returncode == 2


def test_a_report_that_does_not_fit_on_the_disk_is_not_left_by_halves(tmp_path: Path) -> None:
    place = Place(tmp_path)
    before = tmp_path / "report.json"
    before.write_text("the last one")

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))

    words = ("certify", *FEW, "--json", "report.json", *ENGINE)
    done = place.cjack(*words, preexec_fn=limited)
    assert done.returncode == 2
    assert "cannot write" in done.stderr
    assert before.read_text() == "the last one"
    assert {path.name for path in tmp_path.iterdir()} == {"report.json", "pids", "asked", "state"}


@full_device
def test_what_could_not_be_written_is_written_later_and_nothing_is_asked_again(
    tmp_path: Path,
) -> None:
    place = Place(tmp_path)
    done = place.cjack("certify", *FEW, "--json", "/dev/full", *ENGINE)
    assert done.returncode == 2
    assert "CONFORMS AS OBSERVED" in done.stdout
    assert "cannot write /dev/full: No space left on device" in " ".join(done.stderr.split())
    asked = place.asked
    again = place.cjack("certify", *FEW, "--json", "report.json", "--resume", *ENGINE)
    assert again.returncode == 0
    assert place.report["verdict"] == "conforms-as-observed"
    assert place.asked == asked


def test_a_folder_that_is_not_to_be_written_is_told_before_the_run(tmp_path: Path) -> None:
    place = Place(tmp_path)
    done = place.cjack("run", SHIPPED, "--json", "no/such/report.json", *ENGINE)
    assert done.returncode == 2
    assert "there is no folder no/such" in done.stderr
    assert not (tmp_path / "asked").exists()


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may write everywhere")
def test_a_folder_without_rights_is_told_before_the_run(tmp_path: Path) -> None:
    place = Place(tmp_path)
    shut = tmp_path / "shut"
    shut.mkdir(mode=0o500)
    done = place.cjack("run", SHIPPED, "--json", "shut/report.json", *ENGINE)
    assert done.returncode == 2
    assert "cannot write" in done.stderr
    assert not (tmp_path / "asked").exists()


def test_a_pipe_is_written_to_and_stays_one(tmp_path: Path) -> None:
    place = Place(tmp_path)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        done = place.cjack("run", SHIPPED, "--json", "pipe", *ENGINE)
        content = os.read(reading, 1 << 16)
    finally:
        os.close(reading)
    assert done.returncode == 0
    assert content.startswith(b'{\n  "format": 1')
    assert pipe.is_fifo()


def test_a_link_is_followed(tmp_path: Path) -> None:
    place = Place(tmp_path)
    (tmp_path / "there").mkdir()
    (tmp_path / "link.json").symlink_to("there/report.json")
    assert place.cjack("run", SHIPPED, "--json", "link.json", *ENGINE).returncode == 0
    assert (tmp_path / "link.json").is_symlink()
    assert (tmp_path / "there" / "report.json").read_bytes().startswith(b"{")
