"""The compiled form of the suite's YAML: used where it fits the file, and only there."""

import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from conformance import compiled, resources
from conformance.compiled import load_plain, plain_value
from conformance.errors import ScenarioFileError

RAW = b"title: as the file says\n"
FILE = {"title": "as the file says"}
ELSE = {"title": "as compiled"}


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty suite of its own, and the place of its compiled form."""
    for name, root in (("SPEC", tmp_path / "spec"), ("SCENARIOS", tmp_path / "scenarios")):
        root.mkdir()
        monkeypatch.setattr(resources, name, root)
    path = tmp_path / "scenarios" / "compiled.json"
    monkeypatch.setattr(compiled, "COMPILED", path)
    compiled._entries.cache_clear()
    yield path
    compiled._entries.cache_clear()


def _write(store: Path, sha256: str, data: Any = ELSE) -> Path:
    """A compiled form with one entry, and the path of the file it stands for."""
    store.write_text(json.dumps({"scenarios/draw/a.yaml": {"sha256": sha256, "data": data}}))
    return store.parent / "draw" / "a.yaml"


def test_an_entry_of_the_same_bytes_is_taken_for_the_file(store: Path) -> None:
    path = _write(store, hashlib.sha256(RAW).hexdigest())
    assert plain_value(path, RAW) == ELSE


def test_an_entry_of_other_bytes_is_not_used(store: Path) -> None:
    path = _write(store, hashlib.sha256(RAW + b"# edited\n").hexdigest())
    assert plain_value(path, RAW) == FILE


def test_a_file_without_an_entry_is_read_itself(store: Path) -> None:
    _write(store, hashlib.sha256(RAW).hexdigest())
    assert plain_value(store.parent / "draw" / "b.yaml", RAW) == FILE


def test_a_file_of_the_same_name_elsewhere_has_no_entry(store: Path) -> None:
    _write(store, hashlib.sha256(RAW).hexdigest())
    assert plain_value(Path("scenarios/draw/a.yaml"), b"title: mine\n") == {"title": "mine"}


@pytest.mark.parametrize("content", [None, b"", b"{", b'{"a": 1}', b"\xff"])
def test_without_a_compiled_form_that_can_be_read_files_are_read(
    store: Path, content: bytes | None
) -> None:
    if content is not None:
        store.write_bytes(content)
    assert plain_value(store.parent / "draw" / "a.yaml", RAW) == FILE


def test_a_file_that_is_no_yaml_is_told(store: Path) -> None:
    with pytest.raises(ScenarioFileError):
        plain_value(store.parent / "draw" / "a.yaml", b"a: [")


def _main(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr(sys, "argv", ["conformance.compiled", *arguments])
    compiled._entries.cache_clear()
    return compiled.main()


def test_what_is_compiled_is_fresh_until_a_file_changes(
    store: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (store.parent.parent / "spec" / "clauses.yaml").write_text("clauses: []\n")
    scenario = store.parent / "draw" / "a.yaml"
    scenario.parent.mkdir()
    scenario.write_bytes(RAW)
    assert _main(monkeypatch, "--check") == 1

    assert _main(monkeypatch) == 0
    assert _main(monkeypatch, "--check") == 0
    assert load_plain(scenario) == FILE
    assert set(json.loads(store.read_bytes())) == {"spec/clauses.yaml", "scenarios/draw/a.yaml"}
    assert [p.name for p in store.parent.iterdir() if p.is_file()] == ["compiled.json"]

    scenario.write_bytes(RAW + b"edge: and more\n")
    assert _main(monkeypatch, "--check") == 1
    assert load_plain(scenario) == FILE | {"edge": "and more"}
    told = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in told] == [
        "compiled.json is stale",
        "compiled.json is fresh",
        "compiled.json is stale",
    ]


def test_a_file_that_is_gone_makes_it_stale(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scenario = store.parent / "a.yaml"
    scenario.write_bytes(RAW)
    _main(monkeypatch)
    scenario.unlink()
    assert _main(monkeypatch, "--check") == 1
