"""Files, folders, ids and leading parts of ids to scenarios."""

from pathlib import Path

import pytest

from conformance import resources
from conformance.errors import ScenarioFileError, UsageError
from conformance.scenarios.load import own_suite, scenario_files, shipped_suite
from tests.conformance.making import BOOK, TRICK

SHIPPED = "trick/discarded-king-never-beats-led-jack"


def _ids(*paths: str | Path) -> list[str]:
    return [found.id for found in own_suite([Path(path) for path in paths], BOOK).scenarios]


def _write(folder: Path, name: str, title: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(TRICK.replace("A discarded king never beats the jack that was led", title))
    return path


def test_the_id_of_a_shipped_scenario_is_its_path() -> None:
    ids = [found.id for found in shipped_suite().scenarios]
    assert SHIPPED in ids
    assert ids == sorted(ids)


@pytest.mark.parametrize("given", [SHIPPED, f"{SHIPPED}.yaml"])
def test_a_shipped_scenario_is_found_by_its_id(given: str) -> None:
    assert _ids(given) == [SHIPPED]


def test_a_folder_of_ids_is_all_below_it() -> None:
    ids = _ids("draw")
    assert ids == [f"draw/{path.stem}" for path in scenario_files(resources.SCENARIOS / "draw")]
    assert len(ids) > 1


def test_a_shipped_file_given_as_a_file_keeps_its_id() -> None:
    assert _ids(resources.SCENARIOS / f"{SHIPPED}.yaml") == [SHIPPED]


def test_what_is_given_twice_is_run_once() -> None:
    assert _ids(SHIPPED, resources.SCENARIOS / f"{SHIPPED}.yaml", SHIPPED) == [SHIPPED]


def test_a_file_of_ones_own_has_its_path_for_an_id(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _write(tmp_path, "mine/tie.yaml", "A tie of my own")
    monkeypatch.chdir(tmp_path)
    assert _ids("mine/tie.yaml") == ["mine/tie"]
    assert _ids(tmp_path / "mine" / "tie.yaml") == [(tmp_path / "mine" / "tie").as_posix()]


def test_a_folder_of_ones_own_is_all_its_yaml_files_by_name(tmp_path: Path) -> None:
    _write(tmp_path, "b.yml", "The second of them")
    _write(tmp_path, "a/deep/er.yaml", "The first of them")
    (tmp_path / "notes.txt").write_text("no scenario")
    assert [Path(found).name for found in _ids(tmp_path)] == ["er", "b"]


def test_ones_own_and_shipped_ones_go_together(tmp_path: Path) -> None:
    assert set(_ids(_write(tmp_path, "a.yaml", "One of my own"), SHIPPED)) == {
        (tmp_path / "a").as_posix(),
        SHIPPED,
    }


@pytest.mark.parametrize("given", ["no/such-scenario", "draw/no-such", "tric"])
def test_a_path_that_leads_nowhere_is_told_with_what_may_be_given(given: str) -> None:
    with pytest.raises(UsageError) as caught:
        _ids(given)
    assert caught.value.message == f"no scenarios at {given}"
    assert "the id of a shipped scenario" in caught.value.hint


def test_a_folder_without_scenarios_leads_nowhere(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no scenarios at"):
        _ids(tmp_path)


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    (tmp_path / "gone.yaml").symlink_to(tmp_path / "nowhere")
    with pytest.raises(UsageError, match=r"cannot read .*: No such file or directory"):
        _ids(tmp_path)


def test_the_problems_of_all_files_are_told_together(tmp_path: Path) -> None:
    (tmp_path / "empty.yaml").write_text("")
    _write(tmp_path, "title-a.yaml", "The same title")
    _write(tmp_path, "title-b.yaml", "The same title")
    wrong = _write(tmp_path, "wrong.yaml", "A trick with a wrong winner")
    wrong.write_text(wrong.read_text().replace("winner: south", "winner: north"))
    with pytest.raises(ScenarioFileError) as caught:
        _ids(tmp_path)
    assert {Path(p.file).name for p in caught.value.problems} == {
        "empty.yaml",
        "title-b.yaml",
        "wrong.yaml",
    }


def test_problems_are_told_with_the_path_as_it_is_typed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "empty.yaml").write_text("")
    monkeypatch.chdir(tmp_path)
    for given in ("empty.yaml", ".", tmp_path):
        with pytest.raises(ScenarioFileError) as caught:
            _ids(given)
        assert [p.file for p in caught.value.problems] == ["empty.yaml"]


def test_the_digest_changes_with_any_byte_and_with_nothing_else(tmp_path: Path) -> None:
    path = _write(tmp_path, "a.yaml", "One of my own")
    before = own_suite([path], BOOK).digest
    assert own_suite([tmp_path], BOOK).digest == before
    path.write_text(path.read_text() + "# a comment\n")
    assert own_suite([path], BOOK).digest != before


def test_the_digest_of_the_suite_is_the_same_each_time() -> None:
    assert shipped_suite().digest == shipped_suite().digest
