"""Files and folders to scenarios: the shipped suite, and paths of the user's own."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from conformance import resources
from conformance.compiled import plain_value
from conformance.errors import Problem, ScenarioFileError, UsageError
from conformance.rulebook import Rulebook
from conformance.scenarios.build import build_scenario
from conformance.scenarios.document import Document, parse_document
from conformance.scenarios.lint import lint_scenario, read_scenario, title_problems
from conformance.scenarios.model import Scenario

SUFFIXES = (".yaml", ".yml")
SPEC_SUFFIXES = (".yaml", ".json", ".md")


@dataclass(frozen=True, slots=True)
class Suite:
    """Scenarios in the order of their ids, and the digest of all files they depend on."""

    scenarios: tuple[Scenario, ...]
    digest: str


def shipped_suite() -> Suite:
    """The scenarios that come with the suite. They are linted when they are made, not here."""
    scenarios = []
    digest = hashlib.sha256()
    for path in scenario_files(resources.SCENARIOS):
        raw = path.read_bytes()
        _add(digest, path, raw)
        document = Document(str(path), plain_value(path, raw), {})
        scenarios.append(_with_digest(build_scenario(document, shipped_id(path)), raw))
    for path in sorted(resources.SPEC.rglob("*")):
        if path.suffix in SPEC_SUFFIXES:
            _add(digest, path, path.read_bytes())
    return Suite(tuple(sorted(scenarios, key=lambda s: s.id)), digest.hexdigest())


def own_suite(paths: Sequence[Path], book: Rulebook) -> Suite:
    """The scenarios at ``paths``, all of them checked before any is run.

    A path is a file, a folder, or the id (or a leading part of it) of shipped scenarios.

    Raises:
        UsageError: a path that leads to no scenario.
        ScenarioFileError: with every problem of every file.
    """
    documents: list[Document] = []
    scenarios: list[Scenario] = []
    problems: list[Problem] = []
    digest = hashlib.sha256()
    for path, scenario_id in _named(paths):
        raw = _content(path)
        _add(digest, path, raw)
        try:
            document = parse_document(raw, _shown(path))
            scenario = read_scenario(document, scenario_id)
        except ScenarioFileError as error:
            problems += error.problems
            continue
        problems += lint_scenario(document, scenario, book)
        documents.append(document)
        scenarios.append(_with_digest(scenario, raw))
    problems += title_problems(documents)
    if problems:
        raise ScenarioFileError(sorted(problems))
    return Suite(tuple(sorted(scenarios, key=lambda s: s.id)), digest.hexdigest())


def scenario_files(folder: Path) -> list[Path]:
    """All scenario files below ``folder``, in the order of their paths."""
    return sorted(path for path in folder.rglob("*") if path.suffix in SUFFIXES)


def shipped_id(path: Path) -> str:
    return path.relative_to(resources.SCENARIOS).with_suffix("").as_posix()


def _named(paths: Iterable[Path]) -> list[tuple[Path, str]]:
    found: dict[Path, str] = {}
    for path in paths:
        files = _files_at(path)
        if not files:
            raise UsageError(
                f"no scenarios at {path}",
                "give a file, a folder, or the id of a shipped scenario such as "
                "trick/discarded-king-never-beats-led-jack",
            )
        for file in files:
            resolved = file.resolve()
            if resolved.is_relative_to(resources.SCENARIOS):
                found[resolved] = shipped_id(resolved)
            else:
                found[resolved] = file.with_suffix("").as_posix()
    return list(found.items())


def _files_at(path: Path) -> list[Path]:
    if path.is_file():
        return [path]
    if path.is_dir():
        return scenario_files(path)
    shipped = resources.SCENARIOS / path
    if shipped.is_dir():
        return scenario_files(shipped)
    # An id is a path without its ending, of a shipped scenario or of one's own.
    named = (Path(f"{base}{end}") for base in (path, shipped) for end in ("", *SUFFIXES))
    return [file for file in named if file.is_file()][:1]


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise UsageError(f"cannot read {_shown(path)}: {error.strerror}") from None


def _shown(path: Path) -> str:
    """The path as the user would type it."""
    try:
        return path.relative_to(Path.cwd()).as_posix()
    except ValueError:
        return str(path)


def _with_digest(scenario: Scenario, raw: bytes) -> Scenario:
    return replace(scenario, digest=hashlib.sha256(raw).hexdigest())


def _add(digest: "hashlib._Hash", path: Path, raw: bytes) -> None:
    name = path.name.encode()
    digest.update(b"%d %s %d\n" % (len(name), name, len(raw)))
    digest.update(raw)
