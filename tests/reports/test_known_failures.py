"""Known failures: which turn a run red, how the file is read, how it is written anew."""

from dataclasses import replace

import pytest

from conformance.errors import ScenarioFileError
from conformance.known_failures import (
    TO_BE_EXPLAINED,
    Entry,
    State,
    read_entries,
    updated,
    written,
)
from conformance.reports.model import Report
from reference_engine.state import ScoringMode
from tests.conformance.making import BOOK
from tests.reports.making import CRASH, FAIL, GENERATED, HOSTILE, KNOWN, PASS, UNSUPPORTED, made

ALL = (PASS, FAIL, CRASH, UNSUPPORTED)


def _entry(scenario: str = "", clause: str = "", scoring: ScoringMode | None = None) -> Entry:
    return Entry(scenario, scoring, clause, "a reason")


def _state(report: Report) -> State:
    assert report.known is not None
    return report.known.checked[0].state


# --- what becomes of an entry --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "state"),
    [
        (_entry("draw/two"), "fails as known"),
        (_entry("draw/two", scoring="full"), "fails as known"),
        (_entry("draw/two", "draw.winner-first"), "fails as known"),
        (_entry(clause="draw.winner-first"), "fails as known"),
        (_entry(clause="draw.winner-first", scoring="full"), "fails as known"),
        (_entry("trick/three"), "fails as known"),
        (_entry("draw/one"), "passes now"),
        (_entry(clause="draw.top-card"), "passes now"),
        (_entry("draw/two", "draw.top-card"), "fails otherwise"),
        (_entry("trick/three", "trick.trump-wins"), "fails otherwise"),
        (_entry("view/four"), "not observed"),
        (_entry(clause="view.stock-top"), "not observed"),
        (_entry("draw/tow"), "matches nothing"),
        (_entry("draw/two", scoring="simplified"), "matches nothing"),
        (_entry("draw"), "matches nothing"),
        (_entry("generated/0002"), "matches nothing"),
    ],
    ids=lambda value: value.name if isinstance(value, Entry) else value,
)
def test_what_becomes_of_an_entry_in_a_run_of_the_whole_suite(entry: Entry, state: State) -> None:
    assert _state(made(*ALL, entries=(entry,))) == state


@pytest.mark.parametrize(
    ("entry", "state"),
    [
        (_entry("draw/tow"), "not asked"),
        (_entry("view/four"), "not asked"),
        (_entry("generated/0002"), "not asked"),
        (_entry("draw/one"), "passes now"),
        (_entry("draw/two"), "fails as known"),
    ],
    ids=lambda value: value.name if isinstance(value, Entry) else value,
)
def test_what_a_part_of_the_suite_leaves_out_says_nothing(entry: Entry, state: State) -> None:
    assert _state(made(*ALL, entries=(entry,), whole=False)) == state


def test_a_generated_round_can_be_known_by_its_id() -> None:
    report = made(PASS, generated=GENERATED, entries=(_entry("generated/0002"),))
    assert _state(report) == "fails as known"
    assert report.exit_status == 0


# --- the exit status -----------------------------------------------------------------------------


def test_known_failures_alone_leave_the_run_green_and_the_verdict_as_it_is() -> None:
    report = made(PASS, FAIL, KNOWN, entries=(_entry("draw/two"), _entry(clause="award.game")))
    assert (report.exit_status, report.judgement.verdict) == (0, "does-not-conform")
    assert made(PASS, FAIL, KNOWN).exit_status == 1


@pytest.mark.parametrize(
    "entries",
    [
        (_entry("draw/two"),),
        (_entry("draw/two"), _entry("award/five"), _entry("draw/one")),
        (_entry("draw/two"), _entry("award/five"), _entry("draw/tow")),
        (_entry("draw/two"), _entry("award/five", scoring="full")),
    ],
    ids=["one-is-not-known", "one-passes", "one-matches-nothing", "one-in-another-mode"],
)
def test_anything_else_turns_it_red(entries: tuple[Entry, ...]) -> None:
    assert made(PASS, FAIL, KNOWN, entries=entries).exit_status == 1


def test_a_crash_is_no_failure_under_a_clause() -> None:
    report = made(PASS, CRASH, entries=(_entry(clause="trick.trump-wins"),))
    assert report.exit_status == 1


def test_a_run_that_shows_nothing_is_red_with_an_empty_list_too() -> None:
    assert made(UNSUPPORTED, entries=()).exit_status == 1


# --- the file ------------------------------------------------------------------------------------

FILE = b"""\
# ours
- scenario: draw/two
  scoring: full
  clause: draw.winner-first
  reason: "the other way round: #7"
  issue: https://example.org/7
- {clause: award.game, reason: no trick points yet}
"""


def test_a_file_is_read_with_the_line_of_each_entry() -> None:
    assert read_entries(FILE, "known.yaml", BOOK) == (
        Entry(
            "draw/two",
            "full",
            "draw.winner-first",
            "the other way round: #7",
            "https://example.org/7",
            "known.yaml",
            2,
        ),
        Entry("", None, "award.game", "no trick points yet", "", "known.yaml", 7),
    )


@pytest.mark.parametrize("raw", [b"", b"# none left\n", b"[]\n"])
def test_a_file_without_entries_is_one(raw: bytes) -> None:
    assert read_entries(raw, "known.yaml", BOOK) == ()


@pytest.mark.parametrize(
    ("raw", "told"),
    [
        (b"- reason: x\n", "known.yaml:1:3: `scenario` or `clause` is missing in 0"),
        (b"- scenario: a\n", "known.yaml:1:3: `reason` is missing in 0"),
        (b"- {scenario: a, reason: x, until: may}\n", "known.yaml:1:28: unknown key `until`"),
        (
            b"- {clause: draw.winner-frist, reason: x}\n",
            "known.yaml:1:4: no clause draw.winner-frist\n    did you mean `draw.winner-first`?",
        ),
        (
            b"- {scenario: a, reason: x}\n- {scenario: a, reason: y}\n",
            "known.yaml:2:3: the same as entry 1",
        ),
        (b"- {scenario: a, reason: x, issue: 'javascript:x'}\n", "known.yaml:1:28: 0.issue: "),
        (b"scenario: a\n", "known.yaml:1:1: the document: "),
        (b"- &a {scenario: a, reason: x}\n- *a\n", "known.yaml:1:3: not valid YAML: anchors"),
        (b"- [\n", "known.yaml:2:1: not valid YAML"),
    ],
)
def test_what_is_no_list_of_known_failures_is_told_with_its_place(raw: bytes, told: str) -> None:
    with pytest.raises(ScenarioFileError) as caught:
        read_entries(raw, "known.yaml", BOOK)
    assert str(caught.value).startswith(told)


def test_an_update_keeps_what_holds_drops_what_is_gone_and_adds_what_is_new() -> None:
    gone = _entry("draw/one")
    holds = Entry("award/five", None, "", "the reason we know", "https://example.org/5")
    both = (FAIL, replace(FAIL, scoring="simplified"))
    report = made(PASS, *both, CRASH, KNOWN, entries=(gone, holds))
    assert report.known is not None
    entries = updated(report.known, report.failures)
    assert entries == (
        holds,
        Entry("draw/two", None, "draw.winner-first", TO_BE_EXPLAINED),
        Entry("trick/three", "simplified", "", TO_BE_EXPLAINED),
    )
    assert made(PASS, *both, CRASH, KNOWN, entries=entries).exit_status == 0


def test_an_update_from_a_part_of_the_suite_keeps_what_was_not_asked() -> None:
    entry = _entry("play/elsewhere")
    report = made(PASS, entries=(entry,), whole=False)
    assert report.known is not None
    assert updated(report.known, ()) == (entry,)


def test_what_is_written_is_read_again_as_it_was() -> None:
    entries = (
        Entry("draw/two", "full", "draw.winner-first", "yes: #1 'a' \"b\" ♥\nand more"),
        Entry("", "simplified", "award.game", "2024-01-01", "https://example.org/?a=b#c"),
        Entry("generated/0002", None, "", HOSTILE.encode("ascii", "ignore").decode().strip()),
    )
    read = read_entries(written(entries), "known.yaml", BOOK)
    assert [(e.scenario, e.scoring, e.clause, e.reason, e.issue) for e in read] == [
        (e.scenario, e.scoring, e.clause, e.reason, e.issue) for e in entries
    ]
    assert read_entries(written(()), "known.yaml", BOOK) == ()
