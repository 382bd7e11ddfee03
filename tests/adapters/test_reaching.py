"""The commands with `--connect` and `--python`: the same verdict, the same way shown again."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from conformance.cli.main import main
from tests.adapters.engines import ROOT, child_of, serving

OBJECT = "tests.adapters.engines:OBJECTS.{}"
TWO = ("trick/discarded-king-never-beats-led-jack", "trick/higher-card-of-the-suit-wins")


def _ended(*words: str) -> int:
    with pytest.raises(SystemExit) as ended:
        main(list(words))
    return int(ended.value.code or 0)


def _report(tmp_path: Path, *words: str) -> Any:
    file = tmp_path / "report.json"
    file.unlink(missing_ok=True)
    command, *others = words
    _ended(command, "--json", str(file), *others)
    return json.loads(file.read_bytes())


def test_a_failure_is_shown_again_by_the_way_that_was_used(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with serving("faulty", "tcp", tmp_path) as url:
        report = _report(tmp_path, "run", *TWO, "--scoring", "full", "--connect", url)
    assert report["command"] == ["--connect", url]
    again = f"cjack run {TWO[0]} --scoring full --connect {url}"
    assert report["outcomes"][0]["reproduce"] == again
    assert f"again: {again}\n" in capsys.readouterr().out


def test_the_ways_differ_in_a_report_by_the_command_alone(tmp_path: Path) -> None:
    asked = ("run", *TWO)
    by_object = _report(tmp_path, *asked, "--python", OBJECT.format("faulty"))
    with serving("faulty", "http", tmp_path) as url:
        by_http = _report(tmp_path, *asked, "--connect", url)
    assert by_object.pop("command") == ["--python", OBJECT.format("faulty")]
    assert by_http.pop("command") == ["--connect", url]
    for report in (by_object, by_http):
        for outcome in report["outcomes"]:
            assert outcome.pop("reproduce")
    assert by_object == by_http
    assert by_object["verdict"] == "does-not-conform"


@pytest.mark.parametrize("scheme", ["tcp", "unix", "http", "http/1.0"])
def test_smoke_finds_a_sound_server_well_made(
    scheme: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with serving("sound", scheme, tmp_path) as url:
        status = _ended("smoke", "--connect", url)
    told = capsys.readouterr().out
    assert status == 0, told
    assert "FAIL" not in told
    assert "cjack certify --connect" in told


def test_smoke_finds_a_sound_object_well_made(capsys: pytest.CaptureFixture[str]) -> None:
    assert _ended("smoke", "--python", OBJECT.format("sound")) == 0
    assert "skip  an unreadable line" in capsys.readouterr().out


def test_the_adapter_of_the_page_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = (ROOT / "docs" / "connect.md").read_text("utf-8")
    (shown,) = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    (tmp_path / "my_adapter.py").write_text(shown)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend("")
    assert _ended("smoke", "--python", "my_adapter:engine") == 0, capsys.readouterr().out


@pytest.mark.parametrize("command", ["certify", "run", "smoke", "identify"])
@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "the adapter is missing: give its command after `--`, or --connect, or --python."),
        (
            ("--python", "a:b", "--", "node"),
            "give one of a command after `--`, --connect and --python.",
        ),
        (
            ("--python", "a:b", "--connect", "unix:a"),
            "give one of a command after `--`, --connect and --python.",
        ),
        (("--allow-remote", "--", "node"), "--allow-remote needs --connect."),
    ],
)
def test_exactly_one_way_is_wanted(
    command: str, words: tuple[str, ...], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = ("draw",) if command == "run" else ()
    assert _ended(command, *paths, *words) == 2
    assert told in " ".join(capsys.readouterr().err.split())


def test_an_object_has_no_jobs(capsys: pytest.CaptureFixture[str]) -> None:
    assert _ended("run", "draw", "--jobs", "2", "--python", OBJECT.format("sound")) == 2
    assert "--jobs is for processes and servers" in capsys.readouterr().err


def test_a_server_can_be_asked_over_several_connections(tmp_path: Path) -> None:
    with serving("sound", "tcp", tmp_path) as url:
        assert _ended("run", "trick", "--jobs", "3", "--connect", url, "--quiet") == 0


def test_what_is_no_way_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert _ended("run", "draw", "--connect", "tcp://203.0.113.9:1") == 2
    assert "is not this machine's own loopback address" in capsys.readouterr().err


def test_a_server_that_is_gone_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with serving("sound", "http", tmp_path) as url:
        pass
    assert _ended("smoke", "--connect", url) == 3
    assert "Connection refused" in capsys.readouterr().out


def test_a_command_is_told_as_ever(tmp_path: Path) -> None:
    words = child_of("faulty")
    report = _report(tmp_path, "run", TWO[0], "--scoring", "full", "--", *words)
    assert report["command"] == list(words)
    again = f"cjack run {TWO[0]} --scoring full -- {words[0]} "
    assert report["outcomes"][0]["reproduce"].startswith(again)
