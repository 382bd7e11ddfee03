"""The HTML report, read and stepped through in a real browser."""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from conformance.adapters.in_process import InProcess
from conformance.exhaustive.tier import GeneratedRun, shipped_tier
from conformance.grading.compare import Difference
from conformance.grading.outcome import Divergence, Outcome
from conformance.grading.verdict import judge_all
from conformance.plans import Plans
from conformance.reports.html.page import html_report
from conformance.reports.html.render import json_for_html
from conformance.reports.model import Report
from conformance.runner import Options, run_suite
from conformance.scenarios.model import Scenario
from reference_engine.adapter import Announcement, handle
from reference_engine.rules import Rules
from reference_engine.state import Round, Seat
from tests.conformance.making import BOOK, all_shipped, scenario, shipped
from tests.reports.browser import CHROMIUM, chromium, opened
from tests.reports.making import HOSTILE, hostile_report

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")

Opener = Callable[..., AbstractContextManager[Page]]
DRAWS = "draw/winner-draws-first-and-loser-next"
FOLLOWS = "follow/suit-is-followed"
REFUSES = "play/unknown-card-from-the-follower"
NO_DEAL = "setup/card-in-both-hands"
WHOLE = "award/each-award-weighs-one"
SOME = [
    shipped(name) for name in (DRAWS, FOLLOWS, REFUSES, NO_DEAL, WHOLE, "view/top-of-the-stock")
]


class LoserDrawsFirst(Rules):
    def drawers(self, r: Round, winner: Seat) -> tuple[Seat, ...]:
        return super().drawers(r, winner)[::-1]


class AnythingGoes(Rules):
    def legal(self, r: Round) -> tuple[str, ...]:
        turn = self.on_turn(r)
        return r.hands[turn] if turn else ()


def report_of(
    engine: Rules,
    scenarios: Sequence[Scenario] = SOME,
    announced: Announcement = Announcement(),  # noqa: B008
) -> Report:
    plans = Plans()
    adapter = InProcess(lambda request: handle(engine, request, announced))
    run = run_suite(scenarios, lambda: adapter, BOOK, Options(), plans)
    return Report(
        suite_version="1.0.0",
        suite_digest="ab" * 32,
        command=("python3", "my adapter.py"),
        implementation=run.hello.implementation,
        claims=run.claims,
        readings=run.readings,
        outcomes=run.outcomes,
        judgement=judge_all(run.outcomes, run.claims, BOOK),
        book=BOOK,
        scenarios=tuple(scenarios),
        plans=plans,
    )


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


@pytest.fixture
def show(browser: Browser, tmp_path: Path) -> Opener:
    """Opens a report as a file, at a replay if one is named."""

    def shown(report: Report, replay: str = "", **given: Any) -> AbstractContextManager[Page]:
        file = tmp_path / "report.html"
        file.write_bytes(html_report(report))
        at = _At(file, f"replay/{replay}") if replay else file
        return opened(browser, at, **given)  # type: ignore[arg-type]

    return shown


class _At:
    """A file at a place in it."""

    def __init__(self, file: Path, place: str) -> None:
        self._uri = f"{file.as_uri()}#{place}"

    def as_uri(self) -> str:
        return self._uri


PASSING = report_of(Rules())
FAILING = report_of(LoserDrawsFirst())


def read(text: str) -> set[str]:
    """Cards as scenario files write them."""
    return set(text.split())


def cards(page: Page, place: str) -> list[str]:
    return [str(c.get_attribute("data-card")) for c in page.locator(f".replay {place} .card").all()]


def hand(page: Page, seat: str) -> set[str]:
    return set(cards(page, f".seat[data-seat={seat}] .hand"))


def legal(page: Page, seat: str) -> set[str]:
    found = page.locator(f".replay .seat[data-seat={seat}] .hand .card.legal").all()
    return {str(card.get_attribute("data-card")) for card in found}


def press(page: Page, key: str, times: int = 1) -> None:
    for _ in range(times):
        page.keyboard.press(key)


# --- the page -----------------------------------------------------------------------------------


def test_the_verdict_comes_first(show: Opener) -> None:
    with show(PASSING) as page:
        told = page.locator("body").inner_text()
        assert re.search(r"Conforms as observed", told.split("Summary")[0])
        expect(page.locator("h1")).to_contain_text("reference-engine")
    with show(FAILING) as page:
        told = page.locator("body").inner_text()
        assert "Does not conform" in told.split("Summary")[0]


def test_a_clause_tells_its_text_its_sources_and_its_scenarios(show: Opener) -> None:
    with show(PASSING) as page:
        clause = page.locator("#clause-draw\\.winner-first")
        expect(clause).to_have_attribute("data-state", "passed")
        clause.locator("summary").click()
        expect(clause).to_contain_text(BOOK.clauses["draw.winner-first"].text)
        expect(clause.locator(".sources")).to_contain_text("Afrikaans lines 17, 18")
        expect(clause.locator(".scenario")).to_contain_text([DRAWS])


def test_what_was_not_observed_says_what_would_show_it(show: Opener) -> None:
    with show(report_of(Rules(), announced=Announcement(("draws",)))) as page:
        clause = page.locator("#clause-view\\.stock-top")
        expect(clause).to_have_attribute("data-state", "not observed")
        clause.locator("summary").click()
        expect(clause).to_contain_text("Would be shown with views")


def test_filters_leave_what_is_looked_for(show: Opener) -> None:
    with show(FAILING) as page:
        page.get_by_label("State").select_option("failed")
        shown = page.locator(".clause:visible")
        assert {c.get_attribute("data-state") for c in shown.all()} == {"failed"}
        found = page.locator("#scenarios .scenario:visible")
        assert DRAWS in " ".join(found.all_inner_texts())
        assert NO_DEAL not in " ".join(found.all_inner_texts())
        page.get_by_role("button", name="Show all").click()
        expect(page.locator(".clause:visible")).to_have_count(len(BOOK.clauses))

        page.get_by_label("Class").select_option("match")
        of_class = [slug for slug, clause in BOOK.clauses.items() if "match" in clause.classes]
        expect(page.locator(".clause:visible")).to_have_count(len(of_class))
        page.get_by_role("button", name="Show all").click()

        page.get_by_label("Topic").select_option("follow")
        found = page.locator("#scenarios .scenario:visible")
        expect(found).to_have_count(1)
        expect(found).to_contain_text(FOLLOWS)


def test_search_finds_by_words_in_any_order(show: Opener) -> None:
    with show(PASSING) as page:
        page.get_by_label("Search").fill("LOSER winner shows")
        found = page.locator("#scenarios .scenario:visible")
        expect(found).to_have_count(1)
        expect(found).to_contain_text(shipped(DRAWS).title)
        expect(page.locator(".filters output")).to_contain_text("1 scenarios")
        page.get_by_label("Search").fill("no such words")
        expect(page.locator("#scenarios .scenario:visible")).to_have_count(0)
        expect(page.locator(".clause:visible")).to_have_count(0)


def test_it_can_be_read_without_a_script(show: Opener) -> None:
    with show(FAILING, java_script_enabled=False) as page:
        expect(page.locator(".verdict")).to_contain_text("Does not conform")
        failure = page.locator(".failure").first
        expect(failure).to_be_visible()
        expect(failure).to_contain_text("the draws after the trick")
        expect(failure.locator(".wanted")).to_contain_text("10♥")
        clause = page.locator("#clause-draw\\.winner-first")
        clause.locator("summary").click()
        expect(clause.locator(".sources")).to_be_visible()
        expect(page.locator(".filters")).to_be_hidden()


# --- the replay ---------------------------------------------------------------------------------


def test_buttons_and_arrow_keys_step_through_the_plays(show: Opener) -> None:
    with show(PASSING, DRAWS) as page:
        south, north = read("AD 4D 8C TC 3H 6S"), read("9D 2D JC KC 7H QS")
        assert (hand(page, "S"), hand(page, "N")) == (south, north)
        assert cards(page, ".stock") == ["TH"]
        expect(page.locator(".replay .stock")).to_contain_text("stock 40")
        step = page.locator(".replay .step")
        expect(step).to_have_attribute("aria-live", "polite")

        page.get_by_role("button", name="On one step").click()
        assert hand(page, "S") == south - {"AD"}
        assert cards(page, ".trick") == ["AD"]
        expect(step).to_have_text("Trick 1: south leads the ace of diamonds.")
        press(page, "ArrowRight")
        assert cards(page, ".trick") == ["AD", "9D"]
        expect(step).to_contain_text("South wins the trick.")
        press(page, "ArrowRight")
        assert hand(page, "S") == south - {"AD"} | {"TH"}
        assert hand(page, "N") == north - {"9D"} | {"5S"}
        assert cards(page, ".seat[data-seat=S] .pile") == ["AD", "9D"]
        assert cards(page, ".stock") == ["KD"]
        expect(page.locator(".replay .stock")).to_contain_text("stock 38")

        press(page, "ArrowLeft", 3)
        assert hand(page, "S") == south
        press(page, "ArrowDown", 2)
        assert hand(page, "S") == read("4D TC 3H 6S TH 2C")
        assert hand(page, "N") == read("2D JC 7H QS 5S KD")
        assert cards(page, ".seat[data-seat=N] .pile") == ["8C", "KC"]
        page.get_by_role("button", name="Back one trick").click()
        assert cards(page, ".stock") == ["KD"]
        press(page, "Home")
        assert hand(page, "N") == north
        press(page, "End")
        assert hand(page, "N") == read("2D JC 7H QS 5S KD")


def test_legal_cards_are_marked(show: Opener) -> None:
    with show(PASSING, FOLLOWS) as page:
        assert legal(page, "S") == read("9H JC 2D 7D KS 3S")
        assert legal(page, "N") == set()
        press(page, "ArrowRight")
        assert legal(page, "N") == {"5H", "QH", "AH"}
        assert legal(page, "S") == set()
        described = page.locator(".replay .seat[data-seat=N] .card[data-card=TC]")
        expect(described).to_have_attribute("aria-label", "10 of clubs, not legal")


def test_a_refused_play_is_shown_and_changes_nothing(show: Opener) -> None:
    with show(PASSING, REFUSES) as page:
        press(page, "ArrowRight", 2)
        expect(page.locator(".replay .tried")).to_contain_text("XX")
        expect(page.locator(".replay .step")).to_contain_text("South may not play “XX”")
        expect(page.locator(".replay .step")).to_contain_text("there is no such card")
        assert hand(page, "S") == read("QC 3C KH 5S 6C TS")
        assert legal(page, "S") == {"QC", "3C", "6C"}
        expect(page.locator(".replay .sheet .refused")).to_have_count(3)


def test_a_deal_that_must_be_refused_is_laid_out(show: Opener) -> None:
    with show(PASSING, NO_DEAL) as page:
        assert hand(page, "N") & hand(page, "S") == {"JC"}
        assert len(cards(page, ".trick .spread")) == 40
        expect(page.locator(".replay .step")).to_contain_text("must be refused")


def test_the_result_of_a_round_is_told(show: Opener) -> None:
    with show(PASSING, f"{WHOLE}/full") as page:
        press(page, "End")
        heads, north, south = (
            row.split("\t") for row in page.locator(".replay .result tr").all_inner_texts()
        )
        assert dict(zip(heads[1:], zip(north[1:], south[1:], strict=True), strict=True)) == {
            "tricks": ("12", "14"),
            "trick points": ("34", "46"),
            "high": ("1", "–"),
            "low": ("–", "1"),
            "jack": ("–", "1"),
            "game": ("–", "1"),
            "score": ("1", "3"),
        }
        assert len(cards(page, ".seat[data-seat=S] .pile")) == 28


def test_every_scenario_ends_as_its_author_says(show: Opener) -> None:
    """The last position of each replay against the hands and captured cards of the files."""
    found = [
        s for s in all_shipped().values() if {"hands", "captured"} & s.rounds[-1].expects.keys()
    ]
    assert len(found) > 20
    with show(report_of(Rules(), found)) as page:
        for each in found:
            page.evaluate("id => { location.hash = `replay/${id}`; }", each.id)
            expect(page.locator("#r-title")).to_have_text(each.title)
            if len(each.rounds) > 1:
                page.get_by_role("button", name=f"Round {len(each.rounds)}").click()
            press(page, "End")
            expects = each.rounds[-1].expects
            for seat, north_or_south in (("N", "north"), ("S", "south")):
                if "hands" in expects:
                    wanted = set(expects["hands"][north_or_south])
                    assert hand(page, seat) == wanted, each.id
                if "captured" in expects:
                    pile = set(cards(page, f".seat[data-seat={seat}] .pile"))
                    assert pile == set(expects["captured"][north_or_south]), each.id


# --- divergences --------------------------------------------------------------------------------


def test_a_replay_opens_where_it_first_differs(show: Opener) -> None:
    with show(FAILING) as page:
        page.get_by_role("link", name="Watch the replay").first.click()
        differs = page.locator(".replay .differs")
        expect(page.locator(".replay .step")).to_contain_text("First divergence here")
        expect(page.locator(".replay .felt .diverges")).to_have_class(re.compile("stock"))
        assert cards(page, ".differs .wanted") == ["TH", "5S"]
        assert sorted(cards(page, ".differs .got")) == ["5S", "TH"]
        expect(differs).to_contain_text("draw.winner-first")
        expect(page.locator(".replay .sheet .bad")).to_contain_text("9")
        press(page, "Home")
        expect(page.locator(".replay .felt .diverges")).to_have_count(0)
        differs.get_by_role("button", name="Go there").click()
        expect(page.locator(".replay .felt .diverges")).to_have_count(1)


@pytest.mark.parametrize(
    ("field", "play", "part", "step"),
    [
        ("legal", 2, "seat", "Trick 1: south leads the ace of diamonds."),
        ("accepted", 1, "trick", "Trick 1: south leads the ace of diamonds."),
        ("trick.winner", 4, "trick", "north follows with the king of clubs."),
        ("draws", 4, "stock", "North draws the king of diamonds, then south draws the 2 of clubs."),
        ("trump", None, "trump", "hearts are trumps"),
        ("hands", None, "seat", "North draws the king of diamonds"),
        ("winner", None, "felt", "North draws the king of diamonds"),
    ],
)
def test_each_kind_of_divergence_has_its_place(
    show: Opener, field: str, play: int | None, part: str, step: str
) -> None:
    seat: Seat = "north"
    difference = Difference(field, "this", "that", 1, 1 if play else None, play, seat, "9D")
    outcome = replace(
        next(o for o in PASSING.outcomes if o.scenario == DRAWS and o.scoring == "full"),
        kind="fail",
        divergence=Divergence(difference, "draw.top-card"),
    )
    with show(replace(PASSING, outcomes=(outcome,)), DRAWS) as page:
        expect(page.locator(".replay .step")).to_contain_text(step)
        expect(page.locator(".replay .diverges")).to_have_class(re.compile(part))


def test_a_failed_generated_round_can_be_watched(show: Opener) -> None:
    tier = shipped_tier()
    first = tier.rounds[0]
    difference = Difference("trick.winner", "north", "south", 1, 1, 2, first.plays[1].seat)
    failed = Outcome(
        "generated/0001",
        "Generated round 1, whole",
        "full",
        "fail",
        (),
        divergence=Divergence(difference, "trick.trump-wins"),
    )
    report = replace(PASSING, tier=tier, generated=GeneratedRun((failed,), 0, "cd" * 32))
    with show(report, "generated/0001") as page:
        expect(page.locator(".replay .step")).to_contain_text("First divergence here")
        assert cards(page, ".trick") == [first.plays[0].card, first.plays[1].card]


# --- for everybody ------------------------------------------------------------------------------


def test_a_keyboard_is_enough(show: Opener) -> None:
    with show(FAILING) as page:
        link = page.get_by_role("link", name="Watch the replay").first
        link.focus()
        press(page, "Enter")
        expect(page.locator("dialog.replay")).to_be_visible()
        press(page, "Tab")
        assert page.evaluate("document.querySelector('.replay').contains(document.activeElement)")
        press(page, "Escape")
        expect(page.locator("dialog.replay")).to_be_hidden()
        expect(link).to_be_focused()


def test_keys_go_on_after_a_click_on_the_felt(show: Opener) -> None:
    with show(PASSING, DRAWS) as page:
        page.locator(".replay .trick").click()
        press(page, "ArrowRight")
        assert cards(page, ".trick") == ["AD"]


def test_arrow_keys_on_the_slider_step_once(show: Opener) -> None:
    with show(PASSING, DRAWS) as page:
        page.get_by_label("Step", exact=True).focus()
        press(page, "ArrowRight")
        assert cards(page, ".trick") == ["AD"]


@pytest.mark.parametrize("place", ["", WHOLE])
def test_a_phone_shows_everything_without_scrolling_sideways(show: Opener, place: str) -> None:
    with show(FAILING, place, viewport={"width": 360, "height": 740}) as page:
        for details in page.locator("details").all():
            details.evaluate("it => { it.open = true; }")
        press(page, "End")
        for part in ("html", ".replay") if place else ("html",):
            wide, visible = page.evaluate(
                "p => (e => [e.scrollWidth, e.clientWidth])(document.querySelector(p))", part
            )
            assert wide <= visible


def test_it_is_dark_where_dark_is_wanted(show: Opener) -> None:
    seen = {}
    for scheme in ("light", "dark"):
        with show(PASSING, color_scheme=scheme) as page:
            style = "getComputedStyle(document.body)"
            colours = [page.evaluate(f"{style}.{name}") for name in ("backgroundColor", "color")]
            seen[scheme] = [sum(map(int, re.findall(r"\d+", colour)[:3])) for colour in colours]
    (light_paper, light_ink), (dark_paper, dark_ink) = seen["light"], seen["dark"]
    assert max(light_ink, dark_paper) < 200
    assert min(light_paper, dark_ink) > 600


def test_paper_gets_the_text_alone(show: Opener) -> None:
    with show(FAILING) as page:
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        page.emulate_media(media="print")
        expect(page.locator(".filters")).to_be_hidden()
        expect(page.locator("#clause-draw\\.winner-first .sources")).to_be_visible()
        for failure in page.locator(".failure").all():
            expect(failure).to_be_visible()


# --- hostile texts ------------------------------------------------------------------------------


def test_texts_from_outside_are_text(show: Opener) -> None:
    """A dialog, a request or an error on the console fails when the page is closed."""
    with show(hostile_report()) as page:
        expect(page.locator("h1")).to_contain_text("<script>alert(1)</script>")
        expect(page.locator(".failure .got").first).to_contain_text("<script>alert(1)</script>")
        assert page.locator("script").count() == 2
        assert "\u202e" not in page.content()


def test_a_scenario_that_is_named_after_a_tag_is_text(show: Opener) -> None:
    name = "x/</script><script>alert(1)</script>'\"&#/full"
    text = """
        title: "</script><img src=x onerror=alert(1)> \\" ' & title"
        clauses: [play.illegal-refused]
        rounds:
          - dealer: north
            south: JC 4C 9H 2D 7S 8S
            north: KD QD 3H 5S 6S TS
            stock: 5H 9D
            tricks:
              - refused:
                  - {card: "</script><b>", reason: unknown-card}
                lead: JC
                follow: KD
        """
    hostile = scenario(text, name)
    report = report_of(Rules(), [hostile])
    with show(report) as page:
        page.locator("#scenarios .topic summary").click()
        page.locator("#scenarios .scenario a").click()
        expect(page.locator("#r-title")).to_have_text(hostile.title)
        press(page, "ArrowRight", 2)
        assert cards(page, ".trick") == ["JC", "</script><b>"]


def test_no_tag_can_end_in_json() -> None:
    told = json_for_html({"<!--": "</script>&\u2028\ud800"})
    assert not set("<>&\u2028\ud800") & set(told)


def test_the_same_report_gives_the_same_bytes() -> None:
    assert html_report(FAILING) == html_report(FAILING)
    assert HOSTILE.encode("utf-8", "ignore") not in html_report(hostile_report())
