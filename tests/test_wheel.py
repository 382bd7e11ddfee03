"""The wheel carries all that the suite needs: installed anywhere, it runs from any folder."""

import importlib.util
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = {"conformance", "reference_engine", "california_jack_conformance"}


def _pip(*arguments: str | Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pip", "--disable-pip-version-check", *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout; built without the network where hatchling is installed."""
    folder = tmp_path_factory.mktemp("wheel")
    isolation = ["--no-build-isolation"] if importlib.util.find_spec("hatchling") else []
    _pip("wheel", "--no-deps", "--quiet", *isolation, "--wheel-dir", folder, ROOT)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with nothing but the installed wheel."""
    folder = tmp_path_factory.mktemp("site")
    _pip("install", "--no-deps", "--quiet", "--no-compile", "--target", folder, wheel)
    return folder


def _python(installed: Path, cwd: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """Run Python with the installed wheel before anything else, the checkout included."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(installed)},
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )


def test_the_wheel_holds_the_packages_and_their_data_and_nothing_else(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    top = {name.partition("/")[0].partition("-")[0] for name in names}
    assert top == FOLDERS
    data = "conformance/_data"
    for name in (
        f"{data}/spec/clauses.yaml",
        f"{data}/spec/protocol.md",
        f"{data}/spec/schemas/scenario.schema.json",
        f"{data}/spec/schemas/report.schema.json",
        f"{data}/scenarios/trick/discarded-king-never-beats-led-jack.yaml",
        "conformance/reports/html/report.html.j2",
        "conformance/reports/html/report.js",
        "conformance/reports/html/style.css",
        "reference_engine/py.typed",
        "conformance/py.typed",
    ):
        assert name in names
    assert not [name for name in names if "__pycache__" in name or name.endswith(".tmp")]


def test_every_scenario_of_the_checkout_is_in_the_wheel(wheel: Path) -> None:
    inside = "conformance/_data/scenarios/"
    carried = {
        name.removeprefix(inside)
        for name in zipfile.ZipFile(wheel).namelist()
        if name.startswith(inside)
    }
    here = ROOT / "scenarios"
    assert {path.relative_to(here).as_posix() for path in here.rglob("*.yaml")} <= carried


def test_the_installed_suite_finds_its_own_data(installed: Path, tmp_path: Path) -> None:
    source = (
        "from conformance import resources; import reference_engine\n"
        "print(resources.SPEC, resources.SCENARIOS, reference_engine.__file__, sep='\\n')"
    )
    done = _python(installed, tmp_path, "-c", source)
    assert done.returncode == 0, done.stderr
    found = [Path(line) for line in done.stdout.splitlines()]
    assert len(found) == 3
    assert all(path.is_relative_to(installed.resolve()) for path in found)
    assert all(path.exists() for path in found)


def test_the_installed_suite_certifies_from_another_folder(installed: Path, tmp_path: Path) -> None:
    done = _python(
        installed,
        tmp_path,
        "-m",
        "conformance",
        "certify",
        "--no-exhaustive",
        "--",
        sys.executable,
        "-m",
        "reference_engine",
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "CONFORMS: every clause of each claimed class was observed" in done.stdout


def test_the_installed_suite_shows_its_rules(installed: Path, tmp_path: Path) -> None:
    done = _python(installed, tmp_path, "-m", "conformance", "rules", "draw.winner-first")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("draw.winner-first\n")
    assert "draw/winner-draws-first-and-loser-next" in done.stdout


def test_the_command_is_installed(installed: Path) -> None:
    (entry_points,) = installed.glob("*.dist-info/entry_points.txt")
    told = entry_points.read_text("utf-8")
    assert "cjack = conformance.cli.main:main" in told
    assert "[pytest11]\ncjack = conformance.pytest_plugin" in told
