"""The catalogue of deliberately wrong engines."""

from collections import Counter

import pytest

from conformance.faults.catalogue import TOPICS, all_faults
from conformance.faults.model import Fault, add
from conformance.rulebook import load_rulebook
from reference_engine.rules import Rules

FAULTS = all_faults()
KINDS = {"misreading", "condition", "state", "bug", "view"}


def test_there_are_at_least_150_faults_of_every_kind() -> None:
    kinds = Counter(fault.kind for fault in FAULTS.values())
    assert sum(kinds.values()) >= 150
    assert set(kinds) == KINDS


def test_each_fault_breaks_a_clause_of_the_rulebook() -> None:
    clauses = load_rulebook().clauses
    assert [f.id for f in FAULTS.values() if f.clause not in clauses] == []


def test_each_stated_clause_has_a_fault() -> None:
    broken = {fault.clause for fault in FAULTS.values()}
    stated = {c.slug for c in load_rulebook().clauses.values() if c.status == "stated"}
    assert stated - broken == set()


def test_each_open_clause_that_a_ruling_settles_has_a_fault() -> None:
    broken = {fault.clause for fault in FAULTS.values()}
    settled = {c.slug for c in load_rulebook().clauses.values() if c.ruling}
    assert settled - broken == set()


def test_texts_are_one_sentence_and_told_once() -> None:
    texts = Counter(fault.text for fault in FAULTS.values())
    assert [text for text, count in texts.items() if count > 1] == []
    assert [text for text in texts if text.endswith(".") or "\n" in text or not text] == []


def test_ids_name_a_topic() -> None:
    topics = {topic.replace("_", "-") for topic in TOPICS} | {"round"}
    assert {fault.id.partition(".")[0] for fault in FAULTS.values()} <= topics


@pytest.mark.parametrize("fault", list(FAULTS.values())[::25], ids=lambda fault: fault.id)
def test_each_engine_starts_afresh(fault: Fault) -> None:
    first, second = fault.rules(), fault.rules()
    assert isinstance(first, Rules)
    assert type(first) is type(second)


def test_an_id_is_taken_once() -> None:
    taken = next(iter(FAULTS.values()))
    with pytest.raises(ValueError, match=taken.id):
        add(taken)
