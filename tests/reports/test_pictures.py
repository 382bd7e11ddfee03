"""The fault matrix and the covered cells as pages, seen in a real browser."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from conformance.exhaustive.cells import Table
from conformance.exhaustive.coverage import Covered
from conformance.faults.matrix import Catch, Place, Row
from conformance.faults.model import Fault
from conformance.reports.html.coverage import coverage_page
from conformance.reports.html.faults import faults_page
from reference_engine.rules import Rules
from tests.conformance.making import BOOK, all_shipped
from tests.reports.browser import CHROMIUM, chromium, opened
from tests.reports.making import HOSTILE

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")

FAULTS = {
    name: Fault(name, f"wrong in {name}", "draw.winner-first", "misreading", Rules)
    for name in ("draw.a", "draw.b")
}
CATCHES = (
    Catch("draw/winner-draws-first-and-loser-next", "full", "fail", "draw.winner-first"),
    Catch("draw/winner-draws-first-and-loser-next", "simplified", "fail", "draw.winner-first"),
    Catch("award/each-award-weighs-one", "full", "fail", "draw.top-card"),
)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


def _row(page: Page, table: int, name: str) -> dict[str, str]:
    """The row called ``name`` of a table of the page, by the heads of its columns."""
    shown = page.locator("table").nth(table)
    heads = [head.strip() for head in shown.locator("thead th").all_text_contents()]
    row = shown.locator("tbody tr").filter(has_text=name)
    return dict(zip(heads, row.locator("th, td").all_text_contents(), strict=True))


def test_faults_are_counted_by_clause_and_topic(browser: Browser, tmp_path: Path) -> None:
    rows = [Row("draw.a", CATCHES), Row("draw.b", ())]
    kept = [Place("draw/one", "plain", "")]
    file = tmp_path / "faults.html"
    file.write_bytes(faults_page(rows, FAULTS, kept, all_shipped().values(), BOOK))
    with opened(browser, file) as page:
        expect(page.locator(".verdict")).to_contain_text("1 of 2 are caught")
        summed = _row(page, 0, "draw.winner-first")
        assert (summed["caught"], summed["draw"], summed["award"]) == ("1/2", "1", "1")
        assert summed["lead"] == ""
        page.get_by_role("link", name="draw.winner-first").click()
        page.locator("details summary").click()
        one, other = _row(page, 1, "draw.a"), _row(page, 1, "draw.b")
        assert (one["caught"], one["draw"], one["award"]) == ("3", "2", "1")
        assert other["caught"] == "not caught"
        framed = page.locator("table").nth(1).locator("td.cited")
        expect(framed).to_have_count(1)
        expect(framed).to_have_text("2")


def test_cells_that_are_not_covered_stand_out(browser: Browser, tmp_path: Path) -> None:
    cells = frozenset((seat, points) for seat in ("north", "south") for points in range(4))
    table = Table("trick-points", HOSTILE, cells, {"no such points": 7})
    covered = Covered(table, cells - {("south", 2)})
    file = tmp_path / "coverage.html"
    file.write_bytes(coverage_page([covered]))
    with opened(browser, file) as page:
        expect(page.locator(".verdict")).to_contain_text("7 of 8 cells")
        expect(page.locator("main")).to_contain_text("missing: south 2")
        expect(page.locator("main")).to_contain_text("7 cannot be reached: no such points")
        # South is the second row, two points the third column.
        assert page.locator("main path.none").get_attribute("d") == "M2 1h1v1h-1z"
        assert page.locator("main path.whole").get_attribute("d") == (
            "M0 0h4v1h-4zM0 1h2v1h-2zM3 1h1v1h-1z"
        )
