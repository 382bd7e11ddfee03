"""`cjack init`: what it writes, says and refuses."""

from pathlib import Path

import pytest

from conformance.cli.main import main
from conformance.kits import load_kits


def init(*words: str) -> int:
    with pytest.raises(SystemExit) as ended:
        main(["init", *words])
    return int(ended.value.code or 0)


def complaint(capsys: pytest.CaptureFixture[str]) -> str:
    """What was said on standard error, however it is broken into lines."""
    return " ".join(capsys.readouterr().err.split())


def files_in(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def test_the_files_of_the_kit_are_written_and_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "games" / "jack"
    assert init("python", str(folder)) == 0
    written = {
        "README.md",
        "engine.py",
        "adapter.py",
        "messages.py",
        "example/engine.py",
        "example/california_jack.py",
    }
    assert files_in(folder) == written
    said = capsys.readouterr().out
    assert all(f"  {name} " in said for name in written)


def test_the_next_commands_can_be_copied(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert init("go", "my jack") == 0
    assert capsys.readouterr().out.splitlines()[-7:-2] == [
        "Next:",
        "  cd 'my jack'",
        "  go build -o my-adapter .",
        "  cjack smoke -- ./my-adapter",
        "  cjack certify -- ./my-adapter",
    ]


def test_in_the_folder_itself_there_is_nowhere_to_go(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert init("ruby", ".") == 0
    said = capsys.readouterr().out
    assert "Next:\n  cjack smoke -- ruby adapter.rb\n" in said
    assert "engine.rb" in files_in(tmp_path)


def test_the_example_is_switched_on_and_nothing_else_differs(tmp_path: Path) -> None:
    plain, switched = tmp_path / "plain", tmp_path / "switched"
    init("javascript", str(plain))
    init("javascript", str(switched), "--example")
    differing = [name for name in files_in(plain) if _read(plain, name) != _read(switched, name)]
    assert differing == ["adapter.js"]
    assert 'serve(require("./example/engine.js"))' in _read(switched, "adapter.js")


def test_a_folder_that_holds_something_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "engine.py").write_text("mine")
    assert init("python", str(tmp_path)) == 2
    assert files_in(tmp_path) == {"engine.py"}
    assert _read(tmp_path, "engine.py") == "mine"
    assert "is not empty" in complaint(capsys)


def test_a_file_in_the_place_of_the_folder_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    taken = tmp_path / "adapter"
    taken.write_text("mine")
    assert init("python", str(taken)) == 2
    assert taken.read_text() == "mine"
    assert "cannot be written to" in complaint(capsys)


@pytest.mark.parametrize(
    ("name", "meant"), [("pyhton", "python"), ("javscript", "javascript"), ("rubby", "ruby")]
)
def test_a_language_that_is_mistyped_is_guessed(
    name: str, meant: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert init(name, str(tmp_path / "new")) == 2
    assert f"did you mean {meant}?" in complaint(capsys)
    assert not (tmp_path / "new").exists()


def test_a_language_without_a_kit_is_told_which_there_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert init("xyzzy", str(tmp_path / "new")) == 2
    said = complaint(capsys)
    assert "no kit for xyzzy" in said
    assert "did you mean" not in said
    assert f"There are: {', '.join(load_kits())}" in said


@pytest.mark.parametrize(("name", "language"), [("js", "javascript"), ("Golang", "go")])
def test_a_language_has_several_names(name: str, language: str, tmp_path: Path) -> None:
    init(name, str(tmp_path / "one"))
    init(language, str(tmp_path / "two"))
    assert files_in(tmp_path / "one") == files_in(tmp_path / "two")


@pytest.mark.parametrize("language", load_kits())
def test_what_is_said_fits_80_columns(
    language: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    init(language, "my-adapter")
    assert max(map(len, capsys.readouterr().out.splitlines())) <= 80


def _read(folder: Path, name: str) -> str:
    return (folder / name).read_text(encoding="utf-8")
