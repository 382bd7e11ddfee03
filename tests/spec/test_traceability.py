"""The rulebook hangs together: documents, clauses, prose, rulings, variants and engine agree."""

import json
import re
from collections import Counter
from dataclasses import fields
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest
import yaml
from jsonschema import Draft202012Validator

import reference_engine
from reference_engine import SUITS, BySeat, Round, Rules, parse_card

SPEC = Path(__file__).resolve().parents[2] / "spec"

CLAUSE_HEADING = re.compile(r"^#### (.+)$", re.MULTILINE)
CITED_BY_ENGINE = re.compile(r"``([a-z]+(?:-[a-z]+)*\.[a-z]+(?:-[a-z]+)*)``")

# Clauses that the shape of the engine's values carries out, so that no rule is there to cite them.
CARRIED_BY_SHAPE = {
    "setup.two-players": "a value by seat has a north and a south and no third",
    "match.next-round": "a match is given its rounds one after the other until it has a winner",
    "match.scoring-fixed": "a match has one way of scoring",
    "view.drawn-cards": "what is left open to both ways needs no rule",
}


def _load(name: str) -> Any:
    return yaml.safe_load((SPEC / f"{name}.yaml").read_text(encoding="utf-8"))


def _schema(name: str) -> Any:
    return json.loads((SPEC / "schemas" / f"{name}.schema.json").read_text(encoding="utf-8"))


CLAUSES: list[dict[str, Any]] = _load("clauses")["clauses"]
RULINGS: list[dict[str, Any]] = _load("rulings")["rulings"]
VARIANTS: list[dict[str, Any]] = _load("variants")["variants"]
EDITIONS: list[dict[str, Any]] = _load("sources")["editions"]
RULEBOOK = (SPEC / "rulebook.md").read_text(encoding="utf-8")

SLUGS = [clause["slug"] for clause in CLAUSES]
STATED = [clause for clause in CLAUSES if clause["status"] == "stated"]
OPEN = [clause for clause in CLAUSES if clause["status"] == "open"]
EDITION_KEYS = [edition["edition"] for edition in EDITIONS]

each_clause = pytest.mark.parametrize("clause", CLAUSES, ids=SLUGS)
each_stated = pytest.mark.parametrize("clause", STATED, ids=[c["slug"] for c in STATED])
each_edition = pytest.mark.parametrize("edition", EDITIONS, ids=EDITION_KEYS)
each_ruling = pytest.mark.parametrize("ruling", RULINGS, ids=[r["name"] for r in RULINGS])
each_variant = pytest.mark.parametrize("variant", VARIANTS, ids=[v["name"] for v in VARIANTS])


def _hello() -> Any:
    """What an adapter that speaks the protocol may say of itself."""
    return _schema("hello-reply")["oneOf"][0]["properties"]


def _sections() -> dict[str, str]:
    """The prose of the rulebook by the slug that heads it."""
    parts = re.split(r"^#{1,4} (.+)$", RULEBOOK, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def _cited_lines(edition: str) -> set[int]:
    return {
        source["line"]
        for clause in CLAUSES
        for source in clause["sources"]
        if source["edition"] == edition
    }


# --- shape --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["clauses", "rulings", "variants", "sources"])
def test_a_spec_file_is_valid_against_its_schema(name: str) -> None:
    schema = _schema(name)
    Draft202012Validator.check_schema(schema)
    errors = Draft202012Validator(schema).iter_errors(_load(name))
    assert [f"{error.json_path}: {error.message}" for error in errors] == []


@pytest.mark.parametrize(
    "names",
    [SLUGS, EDITION_KEYS, [r["name"] for r in RULINGS], [v["name"] for v in VARIANTS]],
    ids=["clauses", "editions", "rulings", "variants"],
)
def test_no_name_is_given_twice(names: list[str]) -> None:
    assert [name for name, times in Counter(names).items() if times > 1] == []


# --- clauses and documents ----------------------------------------------------------------------


@each_stated
def test_a_stated_clause_cites_every_edition_or_explains_its_reading(
    clause: dict[str, Any],
) -> None:
    cited = {source["edition"] for source in clause["sources"]}
    assert cited
    assert cited == set(EDITION_KEYS) or "reading" in clause


@each_clause
def test_a_citation_points_at_a_line_that_is_there_and_is_made_once(
    clause: dict[str, Any],
) -> None:
    length = {edition["edition"]: edition["lines"] for edition in EDITIONS}
    cited = [(source["edition"], source["line"]) for source in clause["sources"]]
    assert [(key, line) for key, line in cited if line not in range(1, length[key] + 1)] == []
    assert len(cited) == len(set(cited))


@each_stated
def test_a_clause_does_not_rest_on_diverging_editions_alone(clause: dict[str, Any]) -> None:
    assert any("diverges" not in source for source in clause["sources"])


@each_edition
def test_every_line_is_cited_or_said_to_ask_for_nothing(edition: dict[str, Any]) -> None:
    dismissed = {row["line"] for row in edition["non_normative"]}
    every_line = set(range(1, edition["lines"] + 1))
    assert _cited_lines(edition["edition"]) | dismissed == every_line


@each_edition
def test_a_line_is_both_only_where_it_is_said_which_part_asks_for_nothing(
    edition: dict[str, Any],
) -> None:
    dismissed = [row["line"] for row in edition["non_normative"]]
    in_part = {row["line"] for row in edition["non_normative"] if "part" in row}
    assert dismissed == sorted(set(dismissed))
    assert _cited_lines(edition["edition"]) & set(dismissed) == in_part


def test_the_faults_of_the_editions_that_readers_stumble_on_are_marked() -> None:
    marked = {
        (clause["slug"], source["edition"], source["line"], kind)
        for clause in CLAUSES
        for source in clause["sources"]
        for kind in ("note", "diverges")
        if kind in source
    }
    assert marked >= {
        ("deal.one-at-a-time", "hi", 11, "diverges"),  # six at one time
        ("trump.lasts-the-round", "af", 12, "note"),  # until the next agreement
        ("trump.lasts-the-round", "sw", 12, "note"),
        ("draw.winner-first", "fil", 17, "note"),  # "then" is missing
        ("draw.winner-first", "uk", 18, "note"),
        ("draw.top-card", "fil", 17, "note"),  # the highest card
        ("trick-points.card-values", "hi", 25, "note"),  # footnote debris
        ("match.target-ten", "uk", 38, "note"),  # "wins" is missing
        ("award.most-tricks", "uk", 40, "diverges"),  # tricks became cards
    }


# --- clauses and prose --------------------------------------------------------------------------


def test_the_rulebook_has_each_clause_once_in_the_order_of_the_clauses() -> None:
    assert CLAUSE_HEADING.findall(RULEBOOK) == SLUGS


@each_clause
def test_the_rulebook_says_something_under_each_clause(clause: dict[str, Any]) -> None:
    assert _sections()[clause["slug"]].strip()


@each_clause
def test_the_rulebook_marks_the_open_clauses_and_no_others(clause: dict[str, Any]) -> None:
    section = _sections()[clause["slug"]].strip()
    assert section.startswith("**Open.**") == (clause["status"] == "open")


@each_ruling
def test_the_rulebook_names_the_ruling_and_its_options_under_its_clause(
    ruling: dict[str, Any],
) -> None:
    named = set(re.findall(r"`([a-z_]+)`", _sections()[ruling["clause"]]))
    assert named == {ruling["name"], *ruling["options"]}


@each_ruling
def test_the_rulebook_lists_the_ruling_with_its_default_in_bold(ruling: dict[str, Any]) -> None:
    table = _sections()["The open points together"]
    row = next(line for line in table.splitlines() if line.startswith(f"| `{ruling['name']}` "))
    options = row.strip("| ").split(" | ")[-1]
    assert re.findall(r"`([a-z_]+)`", options) == list(ruling["options"])
    assert re.findall(r"\*\*`([a-z_]+)`\*\*", options) == [ruling["default"]]


@each_variant
def test_the_rulebook_tells_of_the_variant(variant: dict[str, Any]) -> None:
    assert f"- **{variant['title']}.**" in _sections()["Variants"]


def test_the_engine_takes_the_tricks_of_the_rulebook_as_the_rulebook_does() -> None:
    rows = re.findall(
        r"^\| (\S+) \| (\S+) \| the (leader|second player) \|", RULEBOOK, flags=re.MULTILINE
    )
    assert len(rows) == 6
    empty: BySeat[tuple[str, ...]] = BySeat((), ())
    position = Round("north", "south", "H", empty, (), leader="south")
    taken = {
        (led, answer): Rules().trick_winner(position, parse_card(led), parse_card(answer))
        for led, answer, _ in rows
    }
    told = {"leader": "south", "second player": "north"}
    assert taken == {(led, answer): told[taker] for led, answer, taker in rows}


# --- rulings ------------------------------------------------------------------------------------


def test_rulings_and_the_open_clauses_they_settle_name_each_other() -> None:
    from_clauses = {
        clause["settled_by"]["ruling"]: clause["slug"]
        for clause in OPEN
        if "ruling" in clause["settled_by"]
    }
    assert from_clauses == {ruling["name"]: ruling["clause"] for ruling in RULINGS}


@each_ruling
def test_the_engine_has_the_ruling_with_the_same_options_and_default(
    ruling: dict[str, Any],
) -> None:
    options = get_args(get_type_hints(Rules)[ruling["name"]])
    assert tuple(ruling["options"]) == options
    assert ruling["default"] == options[0] == getattr(Rules(), ruling["name"])


def test_scenarios_can_tell_every_option_of_every_ruling_apart() -> None:
    by_ruling = _schema("scenario")["properties"]["by_ruling"]["properties"]
    options = {ruling["name"]: set(ruling["options"]) for ruling in RULINGS}
    assert {name: set(shape["properties"]) for name, shape in by_ruling.items()} == options
    assert {name: set(shape["required"]) for name, shape in by_ruling.items()} == options


def test_adapters_can_declare_every_option_of_every_ruling() -> None:
    declared = _hello()["rulings"]["properties"]
    options = {ruling["name"]: set(ruling["options"]) for ruling in RULINGS}
    assert {name: set(shape["enum"]) for name, shape in declared.items()} == options


def test_clauses_are_observed_with_features_that_adapters_can_announce() -> None:
    announced = set(_hello()["features"]["items"]["enum"])
    needed = {
        feature
        for clause in CLAUSES
        for together in clause.get("observed_with", [])
        for feature in together
    }
    assert needed
    assert needed <= announced


# --- variants -----------------------------------------------------------------------------------


@each_variant
def test_a_variant_departs_from_known_clauses_of_which_one_is_stated(
    variant: dict[str, Any],
) -> None:
    departed = {departure["clause"] for departure in variant["departures"]}
    assert departed <= set(SLUGS)
    assert departed & {clause["slug"] for clause in STATED}


@each_variant
def test_the_engine_can_play_the_variant_and_not_by_default(variant: dict[str, Any]) -> None:
    hints = get_type_hints(Rules)
    for name, value in variant["fields"].items():
        assert _is_legal(value, hints[name]), f"{name}: {value}"
        assert value != getattr(Rules(), name), f"{name}: {value} is no departure"


def test_each_field_of_the_engine_is_a_ruling_or_a_departure_of_some_variant() -> None:
    departures = {name for variant in VARIANTS for name in variant["fields"]}
    told = " ".join(d["departs"] for variant in VARIANTS for d in variant["departures"])
    others = {field.name for field in fields(Rules)} - {ruling["name"] for ruling in RULINGS}
    assert {name for name in others - departures if name not in told} == set()


def _is_legal(value: object, hint: Any) -> bool:
    if get_origin(hint) is Literal:
        return value in get_args(hint)
    if hint is int:
        return isinstance(value, int) and value > 0
    return value in tuple(SUITS)


# --- clauses and the engine ---------------------------------------------------------------------


def _cited_by_engine() -> set[str]:
    folder = Path(reference_engine.__file__).parent
    return {
        slug
        for module in folder.glob("*.py")
        for slug in CITED_BY_ENGINE.findall(module.read_text(encoding="utf-8"))
        if not slug.endswith((".py", ".md", ".yaml", ".json"))
    }


def test_the_engine_cites_no_clause_that_the_rulebook_does_not_have() -> None:
    assert _cited_by_engine() - set(SLUGS) == set()


def test_the_engine_cites_every_clause_that_takes_a_rule_to_carry_out() -> None:
    assert set(SLUGS) - _cited_by_engine() == set(CARRIED_BY_SHAPE)
