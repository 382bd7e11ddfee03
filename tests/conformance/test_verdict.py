"""From outcomes to clauses, classes and the verdict."""

from typing import Any

import pytest

from conformance.grading.claims import Claims, Lack
from conformance.grading.compare import Difference
from conformance.grading.outcome import Divergence, Outcome
from conformance.grading.verdict import ClauseResult, Judgement, judge_all
from tests.conformance.making import ALL, BOOK, claims

TRICKS = claims(scoring=["full"], classes=["trick-play"])
OF_TRICKS = [slug for slug, clause in BOOK.clauses.items() if "trick-play" in clause.classes]


def _outcome(kind: Any, *clauses: str, **given: Any) -> Outcome:
    return Outcome("draw/a", "A title", "full", kind, clauses, **given)


def _passed(*clauses: str) -> Outcome:
    return _outcome("pass", *clauses, observed=clauses)


def _failed(clause: str) -> Outcome:
    return _outcome("fail", clause, divergence=Divergence(Difference("draws", {}, {}, 1), clause))


def _clause(judgement: Judgement, slug: str) -> ClauseResult:
    return next(clause for clause in judgement.clauses if clause.slug == slug)


def _judged(*outcomes: Outcome, of: Claims = TRICKS) -> Judgement:
    return judge_all(outcomes, of, BOOK)


def test_an_engine_conforms_where_each_clause_of_its_classes_was_observed() -> None:
    judgement = _judged(_passed(*OF_TRICKS))
    assert judgement.verdict == "conforms"
    assert [clause.slug for clause in judgement.clauses] == OF_TRICKS
    assert judgement.classes == {
        "trick-play": "passed",
        "full-scoring": "not claimed",
        "simplified-scoring": "not claimed",
        "match": "not claimed",
    }


def test_it_conforms_as_observed_where_one_was_not() -> None:
    judgement = _judged(_passed(*OF_TRICKS[1:]))
    assert judgement.verdict == "conforms-as-observed"
    assert judgement.classes["trick-play"] == "passed as observed"
    assert judgement.clauses[0] == ClauseResult(OF_TRICKS[0], "not observed", 0)


def test_one_failure_is_enough() -> None:
    judgement = _judged(_passed(*OF_TRICKS), _failed("draw.winner-first"))
    assert judgement.verdict == "does-not-conform"
    assert judgement.classes["trick-play"] == "failed"
    assert _clause(judgement, "draw.winner-first").state == "failed"
    assert _clause(judgement, "draw.top-card").state == "passed"


@pytest.mark.parametrize("kind", ["error", "crash", "timeout", "protocol"])
def test_a_replay_without_a_trace_is_enough_too(kind: str) -> None:
    judgement = _judged(_passed(*OF_TRICKS), _outcome(kind, "draw.top-card", message="gone"))
    assert judgement.verdict == "does-not-conform"
    assert _clause(judgement, "draw.top-card").state == "passed"


def test_nothing_observed_is_no_conformance() -> None:
    assert _judged().verdict == "does-not-conform"
    lacking = _outcome("unsupported", "draw.top-card", lack=Lack("draws", "not announced"))
    assert _judged(lacking).verdict == "does-not-conform"


def test_a_clause_counts_the_replays_that_show_it() -> None:
    shown, twice = _passed("draw.top-card"), _passed("draw.top-card", "draw.winner-first")
    judgement = _judged(shown, twice)
    assert _clause(judgement, "draw.top-card") == ClauseResult("draw.top-card", "passed", 2)
    assert _clause(judgement, "draw.winner-first").scenarios == 1


def test_a_clause_that_was_not_observed_names_what_would_show_it() -> None:
    lacking = [
        _outcome("unsupported", "view.stock-top", lack=Lack("views", "not announced")),
        _outcome("unsupported", "view.stock-top", lack=Lack("scoring", "not announced")),
    ]
    judgement = _judged(_passed("draw.top-card"), *lacking)
    assert _clause(judgement, "view.stock-top").shown_by == ("scoring", "views")


def test_a_clause_that_another_replay_showed_lacks_nothing() -> None:
    lacking = _outcome("unsupported", "draw.top-card", lack=Lack("refusals", "not announced"))
    judgement = _judged(_passed("draw.top-card"), lacking)
    assert _clause(judgement, "draw.top-card") == ClauseResult("draw.top-card", "passed", 1)


def test_a_failure_outside_the_claimed_classes_is_not_lost() -> None:
    judgement = _judged(_passed(*OF_TRICKS), _failed("match.target-ten"))
    assert _clause(judgement, "match.target-ten").state == "failed"
    assert judgement.verdict == "does-not-conform"


def test_outcomes_are_counted_by_kind() -> None:
    judgement = _judged(_passed("draw.top-card"), _failed("draw.top-card"), _passed(), of=ALL)
    assert judgement.counts == {"fail": 1, "pass": 2}
