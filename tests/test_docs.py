"""What the documents promise is there: links, commands, scenarios, folders, names."""

import contextlib
import json
import re
import shlex
import textwrap
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

import click
import pytest
import yaml
from click.testing import CliRunner

from conformance.cli.main import COMMANDS, cjack
from conformance.exhaustive.tier import is_name, named_tier
from conformance.faults.catalogue import all_faults
from conformance.grading.outcome import Kind
from conformance.grading.verdict import Verdict
from conformance.rulebook import load_rulebook
from conformance.scenarios.document import parse_document
from conformance.scenarios.lint import lint_scenario, read_scenario

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted(
    page
    for folder in (".", "docs", "spec", "kits", "examples/*")
    for page in ROOT.glob(f"{folder}/*.md")
)
README = (ROOT / "README.md").read_text("utf-8")
GUIDE = (ROOT / "docs" / "adapter-guide.md").read_text("utf-8")
RULINGS = (ROOT / "docs" / "rulings.md").read_text("utf-8")
FAILURES = (ROOT / "docs" / "failures.md").read_text("utf-8")
FORMAT = (ROOT / "docs" / "scenario-format.md").read_text("utf-8")

FENCE = re.compile(r"^( *)```(\w*)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#{1,6} (.+)$", re.MULTILINE)
COMMAND_LINE = re.compile(r"^(?:\$ | *again: )?(cjack .+)$", re.MULTILINE)
MAKE_LINE = re.compile(r"^(?:\$ )?make (.+)$", re.MULTILINE)


@dataclass(frozen=True)
class Found:
    """Something that stands in a page."""

    page: Path
    text: str

    def __str__(self) -> str:
        return f"{self.page.relative_to(ROOT)}: {' '.join(self.text.split())[:60]}"


def fences(page: Path, *languages: str) -> list[str]:
    """The fenced blocks of a page, in these languages or in all."""
    blocks = FENCE.findall(page.read_text("utf-8"))
    return [textwrap.dedent(body) for _, word, body in blocks if not languages or word in languages]


def links() -> list[Found]:
    """The links that lead to files of the repository."""
    return [
        Found(page, target)
        for page in PAGES
        for target in LINK.findall(FENCE.sub("", page.read_text("utf-8")))
        if "://" not in target
    ]


def lines(pattern: re.Pattern[str]) -> list[Found]:
    found = (
        Found(page, line)
        for page in PAGES
        for block in fences(page)
        for line in pattern.findall(block)
    )
    return list(dict.fromkeys(found))


def whole_scenarios(page: Path) -> list[str]:
    return [
        text for text in fences(page, "yaml") if {"title", "rounds"} <= set(yaml.safe_load(text))
    ]


def anchors(page: Path) -> set[str]:
    """The headings of a page as the end of a link names them."""
    headings = HEADING.findall(FENCE.sub("", page.read_text("utf-8")))
    plain = (re.sub(r"[^\w\- ]", "", heading.lower()) for heading in headings)
    return {heading.strip().replace(" ", "-") for heading in plain}


def section(text: str, heading: str) -> str:
    """What stands below a heading, up to the next of any level."""
    parts = re.split(r"^#{1,6} (.+)$", FENCE.sub("", text), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))[heading]


def first_cells(text: str) -> list[str]:
    """The first cells of all rows of all tables."""
    return re.findall(r"^\| (.*?) \|", text, flags=re.MULTILINE)


def coded(cells: Iterable[str]) -> set[str]:
    return {word for cell in cells for word in re.findall(r"`([^`]+)`", cell)}


def words_of(line: Found) -> list[str]:
    return shlex.split(line.text, comments=True)[1:]


def schema(name: str) -> Any:
    return json.loads((ROOT / "spec" / "schemas" / f"{name}.schema.json").read_text("utf-8"))


COMMAND_LINES = lines(COMMAND_LINE)
CHEAP = [
    line
    for line in COMMAND_LINES
    if words_of(line)[0] == "rules" or {"--help", "--version"} & set(words_of(line))
]
SCENARIOS = [Found(page, text) for page in PAGES for text in whole_scenarios(page)]


# --- links ----------------------------------------------------------------------------------


@pytest.mark.parametrize("link", links(), ids=str)
def test_a_link_leads_to_a_file_and_to_a_heading_in_it(link: Found) -> None:
    file, _, anchor = link.text.partition("#")
    target = link.page.parent / file if file else link.page
    assert target.resolve().is_relative_to(ROOT)
    assert target.exists()
    if anchor:
        assert anchor in anchors(target)


# --- commands -------------------------------------------------------------------------------


@pytest.mark.parametrize("line", COMMAND_LINES, ids=str)
def test_a_command_line_is_one_that_cjack_understands(line: Found) -> None:
    words = words_of(line)
    with click.Context(cjack, info_name="cjack") as ctx:
        name, command, rest = cjack.resolve_command(ctx, words)
        assert command is not None
        with contextlib.suppress(click.exceptions.Exit):  # by --help
            command.make_context(name, list(rest), parent=ctx)


@pytest.mark.parametrize("line", [x for x in COMMAND_LINES if words_of(x)[0] == "run"], ids=str)
def test_the_scenarios_of_a_run_are_shipped_or_the_readers_own(line: Found) -> None:
    run = cjack.get_command(click.Context(cjack), "run")
    assert run is not None
    paths: tuple[str, ...] = run.make_context("run", words_of(line)[1:]).params["paths"]
    for path in paths:
        if is_name(path):  # generated, or held out
            assert named_tier((path,))
        elif not path.endswith(".yaml"):
            shipped = ROOT / "scenarios" / path
            assert shipped.is_dir() or shipped.with_name(f"{shipped.name}.yaml").is_file()


@pytest.mark.parametrize("line", CHEAP, ids=str)
def test_a_command_that_only_tells_something_works(line: Found) -> None:
    result = CliRunner().invoke(cjack, words_of(line))
    assert result.exit_code == 0
    assert result.output


@pytest.mark.parametrize("page", [p for p in PAGES if "cjack lint my.yaml" in p.read_text("utf-8")])
def test_the_first_scenario_of_a_page_is_one_that_its_lint_command_accepts(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("my.yaml").write_text(whole_scenarios(page)[0], "utf-8")
    result = CliRunner().invoke(cjack, ["lint", "my.yaml"])
    assert result.output == "1 scenario, no problems\n"


@pytest.mark.parametrize("line", lines(MAKE_LINE), ids=str)
def test_a_make_target_is_in_the_makefile(line: Found) -> None:
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    words = shlex.split(line.text, comments=True)
    assert {word for word in words if "=" not in word} <= set(targets)


# --- scenarios ------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", SCENARIOS, ids=str)
def test_a_whole_scenario_of_a_page_has_no_problems(scenario: Found) -> None:
    document = parse_document(scenario.text.encode(), scenario.page.name)
    read = read_scenario(document, "example")
    assert list(map(str, lint_scenario(document, read, load_rulebook()))) == []


def test_the_scenario_format_shows_scenarios_of_several_kinds() -> None:
    shown = [
        yaml.safe_load(found.text) for found in SCENARIOS if found.page.name.startswith("scen")
    ]
    assert len(shown) >= 3
    assert any("refused" in data for data in shown)
    assert any("by_ruling" in data for data in shown)


def test_the_scenario_format_explains_each_key_of_the_schema() -> None:
    scenario = schema("scenario")
    trick = next(form for form in scenario["$defs"]["trick"]["anyOf"] if "properties" in form)
    expected = {
        "The whole file": set(scenario["properties"]),
        "A round": set(scenario["$defs"]["round"]["properties"]),
        "Tricks": set(trick["properties"]),
    }
    explained = {
        heading: coded(first_cells(section(FORMAT, heading))) - {"key"} for heading in expected
    }
    assert explained == expected


# --- tables ---------------------------------------------------------------------------------


def test_the_readme_names_folders_that_are_there() -> None:
    named = LINK.findall("\n".join(first_cells(section(README, "What is where"))))
    assert {"spec", "reference_engine", "scenarios", "tests"} <= set(named)
    assert [folder for folder in named if not (ROOT / folder).is_dir()] == []


def test_the_readme_lists_each_command() -> None:
    listed = [
        cell.split()[1] for cell in coded(first_cells(section(README, "Commands"))) if " " in cell
    ]
    assert sorted(listed) == sorted(COMMANDS)


def test_the_readme_says_what_each_dependency_is_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    required = [*project["dependencies"], *project["optional-dependencies"]["dev"]]
    names = {re.split(r"[^\w-]", entry)[0].lower() for entry in required}
    told = section(README, "What it is built with").lower()
    assert {name for name in names if name not in told and not name.startswith("types-")} == set()


def test_the_adapter_guide_explains_each_feature_and_verdict() -> None:
    features = schema("hello-reply")["oneOf"][0]["properties"]["features"]["items"]["enum"]
    assert coded(first_cells(section(GUIDE, "4. Show more"))) == set(features)
    assert coded(first_cells(section(GUIDE, "5. The verdict"))) == set(get_args(Verdict))


def test_each_outcome_is_explained() -> None:
    assert coded(first_cells(section(FAILURES, "Outcomes"))) == set(get_args(Kind))


def test_where_to_look_is_told_for_each_clause_that_a_fault_breaks() -> None:
    told = coded(first_cells(section(FAILURES, "Where to look")))
    broken = {fault.clause for fault in all_faults().values()}
    assert told <= set(load_rulebook().clauses)
    assert broken - told <= {"setup.two-players"}  # met in none but made-up engines


def test_each_ruling_is_told_with_its_options() -> None:
    rows = re.findall(r"^\| (`.*?) \|$", section(RULINGS, "The five rulings"), re.MULTILINE)
    told = [re.findall(r"`(\w+)`", row) for row in rows]
    rulings = load_rulebook().rulings
    assert {row[0]: (row[1], set(row[1:])) for row in told} == {
        name: (ruling.default, set(ruling.options)) for name, ruling in rulings.items()
    }
