"""Each format, read back by a reader that is not of this suite."""

import dataclasses
import json
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from jsonschema import Draft202012Validator
from markdown_it import MarkdownIt
from markdown_it.token import Token
from tap.parser import Parser

from conformance import resources
from conformance.diagnosis.finding import Finding
from conformance.known_failures import Entry
from conformance.reports.as_markdown import code, code_block
from conformance.reports.kinds import KINDS
from conformance.reports.model import Report
from tests.reports.making import (
    FAIL,
    GENERATED,
    HOLDS,
    HOSTILE,
    KNOWN,
    PASS,
    UNSUPPORTED,
    hostile_report,
    made,
)

REPORT = hostile_report()


def _text(kind: str, report: Report = REPORT) -> str:
    return KINDS[kind].write(report).decode()


# --- all of them --------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_no_format_lets_a_control_character_through(kind: str) -> None:
    assert all(line.isprintable() for line in _decoded(kind).split("\n"))


def _decoded(kind: str) -> str:
    """What a reader shows, JSON's own escapes undone; the whole report keeps everything as it
    came, for programs, and is looked at as it is written."""
    text = _text(kind)
    if kind == "json":
        return text.replace("\ufffe", "")  # is no character, and nothing acts upon it
    return json.dumps(json.loads(text), ensure_ascii=False) if kind == "ctrf" else text


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_report_gives_the_same_bytes(kind: str) -> None:
    assert KINDS[kind].write(hostile_report()) == KINDS[kind].write(hostile_report())


@pytest.mark.parametrize("kind", KINDS)
def test_a_report_without_failures_can_be_written_too(kind: str) -> None:
    assert KINDS[kind].write(made(PASS))


# --- JSON ---------------------------------------------------------------------------------------


def test_the_json_report_fits_its_schema_with_known_failures() -> None:
    schema = json.loads((resources.SCHEMAS / "report.schema.json").read_text("utf-8"))
    value = json.loads(_text("json"))
    assert [error.message for error in Draft202012Validator(schema).iter_errors(value)] == []
    assert [entry["state"] for entry in value["known_failures"]] == ["fails as known", "passes now"]
    by_name = {told["scenario"]: told for told in value["outcomes"]}
    assert by_name["award/five"]["known"] is True
    assert "known" not in by_name["draw/two"]
    assert by_name["draw/two"]["digest"] == f"sha256:{'2' * 64}"


def test_the_json_report_can_be_read_by_a_strict_reader() -> None:
    command = ("./adapter", "\udcff")  # a name that is not UTF-8
    report = dataclasses.replace(REPORT, command=command)
    value = msgspec.json.decode(KINDS["json"].write(report))
    assert value["command"] == ["./adapter", "\\udcff"]


# --- JUnit XML ----------------------------------------------------------------------------------


def _junit(report: Report = REPORT) -> ET.Element:
    return ET.fromstring(KINDS["junit"].write(report))  # noqa: S314 - our own


def _cases(root: ET.Element) -> dict[str, ET.Element]:
    return {str(case.get("name")): case for case in root.iter("testcase")}


def test_junit_names_are_stable_and_each_replay_is_one_case() -> None:
    names = {(str(case.get("classname")), name) for name, case in _cases(_junit()).items()}
    assert names == {
        ("draw", "draw/one (full)"),
        ("draw", "draw/two (full)"),
        ("trick", "trick/three (simplified)"),
        ("view", "view/four (full)"),
        ("award", "award/five (simplified)"),
        ("generated", "generated (full)"),
        ("generated", "generated (simplified)"),
        ("known-failures", "draw/one (full scoring)"),
    }


@pytest.mark.parametrize(
    ("name", "tag", "type_"),
    [
        ("draw/two (full)", "failure", "draw.winner-first"),
        ("trick/three (simplified)", "error", "crash"),
        ("view/four (full)", "skipped", "unsupported"),
        ("award/five (simplified)", "skipped", "known-failure"),
        ("generated (full)", "failure", "draw.winner-first"),
        ("draw/one (full scoring)", "failure", "passes now"),
    ],
)
def test_junit_tells_what_came_of_each_case(name: str, tag: str, type_: str) -> None:
    results = [child for child in _cases(_junit())[name] if child.tag != "system-err"]
    assert [(child.tag, child.get("type")) for child in results] == [(tag, type_)]


def test_a_passed_case_of_junit_is_empty() -> None:
    assert list(_cases(_junit())["draw/one (full)"]) == []


def test_junit_counts_its_cases() -> None:
    root = _junit()
    counted = {key: root.get(key) for key in ("tests", "failures", "errors", "skipped")}
    assert counted == {"tests": "8", "failures": "3", "errors": "1", "skipped": "2"}
    draw = next(suite for suite in root if suite.get("name") == "draw")
    assert (draw.get("tests"), draw.get("failures")) == ("2", "1")


def test_junit_explains_a_failure_and_keeps_the_standard_error() -> None:
    cases = _cases(_junit())
    told = cases["draw/two (full)"].find("failure")
    assert told is not None
    assert told.text is not None
    assert "expected  north 5S" in told.text
    assert "cjack run draw/two --scoring full -- node my-adapter.js" in told.text
    said = cases["trick/three (simplified)"].findtext("system-err", "")
    assert said.startswith("first line\n")
    assert r"\x1b[31mred\x00\x07 <script>alert(1)</script>" in said


def test_one_case_stands_for_all_generated_rounds_of_a_mode() -> None:
    told = _cases(_junit())["generated (full)"].find("failure")
    assert told is not None
    assert str(told.get("message")).startswith(
        "1 of 2 generated rounds fail; generated/0002: the draws after the trick"
    )


# --- CTRF ---------------------------------------------------------------------------------------

_TEXT = {"type": "string"}
_COUNT = {"type": "integer", "minimum": 0}
_COUNTED = ("tests", "passed", "failed", "skipped", "pending", "other", "start", "stop")


def _object(required: tuple[str, ...], **properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "required": list(required),
        "additionalProperties": False,
        "properties": properties,
    }


# After the specification on ctrf.io: what it requires, and of the rest what is used here.
CTRF = _object(
    ("reportFormat", "specVersion", "results"),
    reportFormat={"const": "CTRF"},
    specVersion={"type": "string", "pattern": r"^\d+\.\d+\.\d+$"},
    generatedBy=_TEXT,
    results=_object(
        ("tool", "summary", "tests"),
        tool=_object(("name",), name=_TEXT, version=_TEXT),
        summary=_object(_COUNTED, suites=_COUNT, **dict.fromkeys(_COUNTED, _COUNT)),
        environment=_object((), appName=_TEXT, appVersion=_TEXT, extra={"type": "object"}),
        tests={
            "type": "array",
            "items": _object(
                ("name", "status", "duration"),
                name={"type": "string", "minLength": 1},
                status={"enum": ["passed", "failed", "skipped", "pending", "other"]},
                duration=_COUNT,
                suite={"type": "array", "minItems": 1, "items": _TEXT},
                message=_TEXT,
                trace=_TEXT,
                rawStatus=_TEXT,
                tags={"type": "array", "items": _TEXT},
                labels={"type": "object", "additionalProperties": _TEXT},
                type=_TEXT,
                stderr={"type": "array", "items": _TEXT},
            ),
        },
    ),
)


def test_ctrf_is_as_its_specification_says() -> None:
    value = json.loads(_text("ctrf"))
    assert [error.message for error in Draft202012Validator(CTRF).iter_errors(value)] == []


def test_ctrf_tells_and_counts_each_case() -> None:
    results = json.loads(_text("ctrf"))["results"]
    states = {test["name"]: (test["status"], test["rawStatus"]) for test in results["tests"]}
    assert states == {
        "draw/one (full)": ("passed", "pass"),
        "draw/two (full)": ("failed", "fail"),
        "trick/three (simplified)": ("failed", "crash"),
        "view/four (full)": ("skipped", "unsupported"),
        "award/five (simplified)": ("other", "fail"),
        "generated (full)": ("failed", "fail"),
        "generated (simplified)": ("passed", "pass"),
        "draw/one (full scoring)": ("failed", "passes now"),
    }
    summary = {key: results["summary"][key] for key in _COUNTED[:6]}
    assert summary == dict(zip(_COUNTED, (8, 2, 4, 1, 0, 1), strict=False))


# --- TAP ----------------------------------------------------------------------------------------


def _tap(report: Report = REPORT) -> list[Any]:
    return list(Parser().parse_text(_text("tap", report)))


def test_tap_is_read_line_for_line_by_a_parser() -> None:
    lines = _tap()
    assert [line.category for line in lines] == ["version", "plan", *["test"] * 8]
    assert (lines[0].version, lines[1].expected_tests) == (14, 8)
    assert [int(line.number) for line in lines[2:]] == list(range(1, 9))


def test_tap_tells_passes_failures_skips_and_known_failures() -> None:
    told = {line.description: (line.ok, line.skip, line.todo) for line in _tap()[2:]}
    assert told == {
        "- draw/one (full)": (True, False, False),
        "- draw/two (full)": (False, False, False),
        "- trick/three (simplified)": (False, False, False),
        "- view/four (full)": (True, True, False),
        "- award/five (simplified)": (False, False, True),
        "- generated (full)": (False, False, False),
        "- generated (simplified)": (True, False, False),
        "- draw/one (full scoring)": (False, False, False),
    }


def test_tap_carries_the_divergence_as_yaml() -> None:
    failure = next(line for line in _tap()[2:] if line.description == "- draw/two (full)")
    assert failure.yaml_block["outcome"] == "fail"
    assert failure.yaml_block["clause"] == "draw.winner-first"
    assert "  expected  north 5S" in failure.yaml_block["detail"]
    crash = next(line for line in _tap()[2:] if line.description == "- trick/three (simplified)")
    assert crash.yaml_block["stderr"][0] == "first line"
    assert crash.yaml_block["stderr"][-1] == "last line"


# --- Markdown -----------------------------------------------------------------------------------

_OURS = ("<details><summary>", "</details>")


def _markdown(text: str) -> list[Token]:
    """All tokens, inline ones too, as a reader of GitHub's tables and HTML sees them."""
    reader = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    return list(_flat(reader.parse(text)))


def _flat(tokens: list[Token]) -> Iterator[Token]:
    for token in tokens:
        if token.type != "inline":
            yield token
        yield from _flat(token.children or [])


def test_markdown_holds_no_markup_but_its_own() -> None:
    tokens = _markdown(_text("markdown"))
    html = [token.content.strip() for token in tokens if token.type.startswith("html")]
    assert html
    assert all(found.startswith(_OURS) for found in html)
    assert "image" not in {token.type for token in tokens}
    links = [token.attrs["href"] for token in tokens if token.type == "link_open"]
    assert links == ["https://example.org/7"]


def test_what_comes_from_outside_stands_as_code_in_markdown() -> None:
    tokens = _markdown(_text("markdown"))
    elsewhere = " ".join(token.content for token in tokens if token.type == "text")
    for word in ("script", "everyone", "evil", "warning::", "bold"):
        assert word not in elsewhere
        assert any(word in t.content for t in tokens if t.type in ("code_inline", "fence"))


def test_markdown_tells_verdict_classes_clauses_and_known_failures() -> None:
    tokens = _markdown(_text("markdown"))
    texts = [token.content for token in tokens if token.type in ("text", "code_inline")]
    assert "❌ California Jack: does not conform" in texts
    assert {"trick-play", "full-scoring", "simplified-scoring", "match"} <= set(texts)
    assert "draw.winner-first" in texts
    assert "the wrong total" in texts
    assert any(
        text.startswith("known failure draw/one (full scoring) passes now") for text in texts
    )
    assert "<details><summary>1 known failure</summary>" in _text("markdown")
    assert "<details><summary>All failures (3)</summary>" in _text("markdown")


def test_markdown_says_what_was_probably_misread() -> None:
    finding = Finding("behaves like _draw_: the loser draws first", ("draw",), (), 2, 2, True)
    tokens = _markdown(_text("markdown", dataclasses.replace(REPORT, diagnosis=(finding,))))
    assert f"Diagnosis: {finding.text}" in [t.content for t in tokens if t.type == "text"]


def test_each_details_is_closed() -> None:
    text = _text("markdown")
    assert text.count("<details>") == text.count("\n</details>\n") > 0


@pytest.mark.parametrize("text", ["a", "`", "``", "` `", " a ", "a`b``c", "\\", "a\\`", HOSTILE])
def test_a_code_span_holds_any_text(text: str) -> None:
    spans = [t for t in _markdown(f"- x {code(text)} y") if t.type == "code_inline"]
    assert len(spans) == 1
    assert [t.content for t in _markdown(f"{code(text)} y") if t.type == "text"] == [" y"]


@pytest.mark.parametrize("text", ["a", "```", "````\n~~~\n`````", HOSTILE])
def test_a_code_block_holds_any_text(text: str) -> None:
    tokens = _markdown("\n".join(code_block(text)) + "\nafter\n")
    found = [(token.type, token.content) for token in tokens if token.content]
    assert [type_ for type_, _ in found] == ["fence", "text"]
    assert found[1][1] == "after"


def test_a_comment_stays_short_however_much_fails() -> None:
    many = [dataclasses.replace(FAIL, scenario=f"draw/{n}") for n in range(400)]
    text = _text("markdown", made(*many))
    assert len(text) < 65_536
    assert "All failures (400, 100 of them shown)" in text


# --- GitHub -------------------------------------------------------------------------------------


def _commands(report: Report = REPORT) -> list[tuple[str, dict[str, str], str]]:
    """The commands as the runner reads them: name, properties, message."""
    found = []
    for line in _text("github", report).splitlines():
        _, head, message = line.split("::", 2)
        name, _, given = head.partition(" ")
        pairs = (pair.split("=", 1) for pair in given.split(","))
        found.append((name, {key: _undone(value) for key, value in pairs}, _undone(message)))
    return found


def _undone(text: str) -> str:
    for code_, char in (("%0A", "\n"), ("%0D", "\r"), ("%3A", ":"), ("%2C", ","), ("%25", "%")):
        text = text.replace(code_, char)
    return text


def test_each_clause_that_failed_is_one_annotation() -> None:
    commands = _commands()
    assert [name for name, _, _ in commands] == ["error", "error", "error", "warning", "notice"]
    failed = commands[2]
    assert failed[1]["file"] == "my-adapter.js"
    clause = REPORT.book.clauses["draw.winner-first"]
    assert failed[1]["title"] == f"draw.winner-first: {clause.text}"
    assert failed[2].startswith("draw/two (full) and 1 more: ")


def test_a_known_failure_warns_and_one_that_is_gone_is_shown_in_its_file() -> None:
    commands = _commands()
    assert commands[0][1] == {
        "file": "known.yaml",
        "line": "7",
        "title": "A known failure is gone",
    }
    assert commands[3][1]["title"].startswith("known: award.game: ")


def test_no_line_begins_a_command_that_is_not_ours() -> None:
    for line in _text("github").splitlines():
        assert line.startswith(("::error ", "::warning ", "::notice "))


@pytest.mark.parametrize(
    ("command", "file"),
    [
        (("node", "src/adapter.mjs"), "src/adapter.mjs"),
        (("./adapter",), None),
        (("/usr/bin/python3.11", "-m", "adapter"), None),
        (("python3.11", "../adapter.py"), None),
        (("java", "-Dx=y.txt", "Adapter.java"), "Adapter.java"),
    ],
)
def test_the_annotated_file_is_one_of_the_repository(
    command: tuple[str, ...], file: str | None
) -> None:
    report = dataclasses.replace(made(FAIL), command=command)
    assert _commands(report)[0][1].get("file") == file


# --- the badge ----------------------------------------------------------------------------------

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize(
    ("report", "message", "colour"),
    [
        (made(FAIL), "does not conform", "b3261e"),
        (made(PASS), "conforms as observed", "4d6b1e"),
    ],
)
def test_the_badge_says_the_verdict_in_its_colour(
    report: Report, message: str, colour: str
) -> None:
    assert json.loads(_text("badge-json", report)) == {
        "schemaVersion": 1,
        "label": "California Jack",
        "message": message,
        "color": colour,
    }
    picture = ET.fromstring(_text("badge-svg", report))  # noqa: S314 - our own
    assert [text.text for text in picture.iter(f"{SVG}text")] == ["California Jack", message]
    assert [rect.get("fill") for rect in picture.iter(f"{SVG}rect")][-1] == f"#{colour}"


def test_the_badge_has_a_title_for_those_who_cannot_see_it() -> None:
    picture = ET.fromstring(_text("badge-svg"))  # noqa: S314 - our own
    title = picture.find(f"{SVG}title")
    assert title is not None
    assert picture.get("role") == "img"
    assert picture.get("aria-labelledby") == title.get("id")
    assert title.text is not None
    assert "<script>" in title.text  # as text: the picture has no element but its own
    assert "does not conform, suite 1.0.0" in title.text
    assert {element.tag.removeprefix(SVG) for element in picture.iter()} == {
        "svg", "title", "clipPath", "rect", "g", "text",
    }  # fmt: skip


def test_white_letters_can_be_read_on_each_colour() -> None:
    """Contrast 4.5 to 1, as WCAG asks of small text."""

    def luminance(colour: str) -> float:
        parts = (int(colour[at : at + 2], 16) / 255 for at in (0, 2, 4))
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    for colour in ("444444", "2e7d32", "4d6b1e", "b3261e"):
        assert 1.05 / (luminance(colour) + 0.05) >= 4.5


# --- known failures in all of them ---------------------------------------------------------------


def test_what_fails_as_known_is_no_failure_in_any_format() -> None:
    report = made(PASS, KNOWN, UNSUPPORTED, generated=GENERATED[:1], entries=(HOLDS,))
    assert report.exit_status == 0
    assert report.judgement.verdict == "does-not-conform"
    assert (_junit(report).get("failures"), _junit(report).get("errors")) == ("0", "0")
    assert json.loads(_text("ctrf", report))["results"]["summary"]["failed"] == 0
    assert all(line.ok or line.todo for line in _tap(report)[2:])
    assert "### Failures" not in _text("markdown", report)
    assert {name for name, _, _ in _commands(report)} == {"warning", "notice"}


def test_generated_rounds_that_are_all_known_are_known_as_one() -> None:
    entry = Entry("", None, "draw.winner-first", "both ways", "", "", 0)
    report = made(PASS, generated=GENERATED, entries=(entry,))
    case = _cases(_junit(report))["generated (full)"]
    assert [child.get("type") for child in case] == ["known-failure"]
