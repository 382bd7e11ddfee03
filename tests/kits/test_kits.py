"""Each kit from `cjack init` to a verdict: its stub is well made but wrong, its example right."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from conformance.cli.main import main
from conformance.kits import Kit, load_kits

KITS = load_kits()
# The written scenarios suffice here; the generated rounds would take most of the time.
CERTIFY = ("certify", "--quiet", "--no-exhaustive")
# Beside this interpreter stands a python3 that is new enough.
PATH = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
BUILD_ENVIRONMENT = {
    **os.environ,
    "PATH": PATH,
    # What is compiled or fetched once serves all tests and later runs.
    "GOCACHE": str(Path(tempfile.gettempdir()) / "cjack-test-kits-go"),
    "npm_config_cache": str(Path(tempfile.gettempdir()) / "cjack-test-kits-npm"),
    "npm_config_prefer_offline": "true",
    "npm_config_audit": "false",
    "npm_config_update_notifier": "false",
    # No kit is built with a warning.
    "CFLAGS": "-O1 -Wall -Wextra -Werror",
    "JDK_JAVAC_OPTIONS": "-Xlint:all -Werror",
}
LIBRARIES = {
    "c": ("jansson", "cc -E -include jansson.h -x c /dev/null"),
    "java": ("Gson", "test -f /usr/share/java/gson.jar"),
}
"""The library that a kit needs, and a command that succeeds where it is installed."""


def needed(kit: Kit) -> pytest.MarkDecorator:
    """Skips where the language or a library is not installed."""
    library, look = LIBRARIES.get(kit.language, ("", ""))
    tools = [line.split()[0] for line in (kit.build, kit.command, look) if line]
    missing = [it for it in tools if not it.startswith("./") and not shutil.which(it, path=PATH)]
    if look and not missing:
        found = subprocess.run(look.split(), capture_output=True, check=False)
        missing = [library] if found.returncode else []
    return pytest.mark.skipif(bool(missing), reason=f"{', '.join(missing)} is not installed")


@pytest.fixture(
    scope="module",
    params=[pytest.param(kit, id=name, marks=needed(kit)) for name, kit in KITS.items()],
)
def kit(request: pytest.FixtureRequest) -> Kit:
    found = request.param
    assert isinstance(found, Kit)
    return found


@pytest.fixture(scope="module")
def stub(kit: Kit, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return project(kit, tmp_path_factory.mktemp("kits") / "adapter")


@pytest.fixture(scope="module")
def example(kit: Kit, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return project(kit, tmp_path_factory.mktemp("kits") / "adapter", "--example")


def project(kit: Kit, folder: Path, *options: str) -> Path:
    """The kit as `cjack init` writes it, and built."""
    assert cjack("init", kit.language, str(folder), *options) == 0
    if kit.build:
        built = subprocess.run(
            kit.build.split(),
            cwd=folder,
            env=BUILD_ENVIRONMENT,
            check=False,
            timeout=300,
            stderr=subprocess.PIPE,
            text=True,
        )
        if "npm" in kit.build and " network " in built.stderr:
            pytest.skip("the packages that the kit is built with cannot be fetched")
        assert built.returncode == 0, built.stderr
    return folder


def cjack(*words: str) -> int:
    with pytest.raises(SystemExit) as ended:
        main(list(words))
    return int(ended.value.code or 0)


def put_to(monkeypatch: pytest.MonkeyPatch, kit: Kit, folder: Path, *words: str) -> int:
    """The command of the suite, given in the folder as `cjack init` tells to."""
    monkeypatch.chdir(folder)
    monkeypatch.setenv("PATH", PATH)
    return cjack(*words, "--", *kit.command.split())


def test_a_fresh_kit_is_well_made(
    kit: Kit, stub: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert put_to(monkeypatch, kit, stub, "smoke") == 0
    assert "FAIL" not in capsys.readouterr().out


def test_a_fresh_kit_does_not_conform(
    kit: Kit, stub: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    report = tmp_path / "report.json"
    assert put_to(monkeypatch, kit, stub, *CERTIFY, "--json", str(report)) == 1
    told = json.loads(report.read_text())
    assert told["verdict"] == "does-not-conform"
    # It is the game that is wrong, never the form.
    assert set(told["counts"]) <= {"pass", "fail", "unsupported"}


def test_the_example_of_a_kit_conforms(
    kit: Kit, example: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    report = tmp_path / "report.json"
    assert put_to(monkeypatch, kit, example, "smoke") == 0
    assert put_to(monkeypatch, kit, example, *CERTIFY, "--json", str(report)) == 0
    told = json.loads(report.read_text())
    assert told["verdict"] in ("conforms", "conforms-as-observed")
    assert told["implementation"]["name"] == f"example-{kit.language}"


@pytest.mark.parametrize("kit", KITS.values(), ids=KITS)
def test_a_kit_lists_each_of_its_files(kit: Kit) -> None:
    there = {
        path.relative_to(kit.folder).as_posix()
        for path in kit.folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert set(kit.files) == there - {"kit.toml"}


@pytest.mark.parametrize("kit", KITS.values(), ids=KITS)
def test_one_line_chooses_the_engine(kit: Kit) -> None:
    text = (kit.folder / kit.switch.file).read_text(encoding="utf-8")
    assert text.count(kit.switch.stub) == 1
    assert kit.switch.example not in text
    readme = (kit.folder / "README.md").read_text(encoding="utf-8")
    assert kit.switch.example.strip() in readme
    assert f"$ cjack certify -- {kit.command}\n" in readme
