"""The worked exchanges are valid, the reference engine's adapter gives them, and the page
that shows them shows them truly. Their values come from the rulebook, not from the engine."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from reference_engine.adapter import FEATURES

ROOT = Path(__file__).parents[2]
SPEC = ROOT / "spec"
FILES = {path.stem: path for path in sorted((SPEC / "exchanges").glob("*.json"))}
EXCHANGES = {name: json.loads(path.read_text("utf-8")) for name, path in FILES.items()}
PAGE = (SPEC / "protocol.md").read_text("utf-8")
IN_FILES_ALONE = {
    "whole-round",
    "end-of-stock",
    "match",
    "round-over",
    "not-announced",
    "no-sense",
}
"""Too long for the page, which links them."""

Message = dict[str, Any]


def schema(name: str) -> Draft202012Validator:
    path = SPEC / "schemas" / f"{name}.schema.json"
    return Draft202012Validator(json.loads(path.read_text("utf-8")))


def complaints(message: Message, schema_name: str) -> list[str]:
    return [error.message for error in schema(schema_name).iter_errors(message)]


def pairs(cmd: str | None = None) -> Iterator[tuple[str, Message, Message]]:
    """File, request and reply of each exchange (those of one command)."""
    for name, file in EXCHANGES.items():
        for pair in file["exchange"]:
            if "request" in pair and cmd in (None, pair["request"]["cmd"]):
                yield name, pair["request"], pair["reply"]


def talk(lines: list[str], *options: str) -> tuple[list[Message], int]:
    """The replies of an adapter process to these lines, and its exit status."""
    done = subprocess.run(
        [sys.executable, "-m", "reference_engine", *options],
        input="".join(line + "\n" for line in lines).encode(),
        stdout=subprocess.PIPE,
        cwd=ROOT,
        timeout=30,
        check=False,
    )
    return [json.loads(line) for line in done.stdout.splitlines()], done.returncode


def comparable(value: Any, field: str = "") -> Any:
    """Sets of cards in one order, and without the texts that each adapter words for itself."""
    if isinstance(value, dict):
        kept = {key: item for key, item in value.items() if (field, key) not in OWN_WORDS}
        inner = {key: field if field in ("hands", "dealt") else key for key in kept}
        return {key: comparable(item, inner[key]) for key, item in kept.items()}
    if isinstance(value, list):
        items = [comparable(item, field) for item in value]
        return sorted(items) if field in ("legal", "hand", "hands", "dealt") else items
    return value


OWN_WORDS = {("unsupported", "reason"), ("error", "message")}


def test_there_is_an_exchange_of_each_kind() -> None:
    replies = [pair["reply"] for file in EXCHANGES.values() for pair in file["exchange"]]
    kinds = {kind for reply in replies for kind in reply}
    assert {"protocol", "rounds", "unsupported", "refused", "error"} <= kinds
    assert {request["cmd"] for _, request, _ in pairs()} == {"hello", "run", "bye"}
    shown = {feature for file in EXCHANGES.values() for feature in file["features"]}
    assert shown == set(FEATURES)


@pytest.mark.parametrize("cmd", ["hello", "run", "bye"])
def test_messages_are_valid(cmd: str) -> None:
    for name, request, reply in pairs(cmd):
        assert complaints(request, f"{cmd}-request") == [], name
        assert complaints(reply, f"{cmd}-reply") == [], name


def test_the_reply_to_an_unreadable_line_is_valid() -> None:
    [pair] = EXCHANGES["unreadable-line"]["exchange"]
    assert complaints(pair["reply"], "run-reply") == []
    assert complaints(pair["reply"], "hello-reply") == []


@pytest.mark.parametrize("name", FILES)
def test_the_reference_adapter_answers_like_this(name: str) -> None:
    file = EXCHANGES[name]
    lines = [pair.get("line") or json.dumps(pair["request"]) for pair in file["exchange"]]
    left_out = [f"--without={feature}" for feature in FEATURES if feature not in file["features"]]
    replies, status = talk(lines, *left_out)
    assert comparable(replies) == comparable([pair["reply"] for pair in file["exchange"]])
    assert status == 0


def test_every_exchange_is_shown_or_linked() -> None:
    linked = set(re.findall(r"\(exchanges/([\w-]+)\.json\)", PAGE))
    assert linked == set(FILES)


@pytest.mark.parametrize("name", sorted(set(FILES) - IN_FILES_ALONE))
def test_the_page_shows_the_exchange_of_the_file(name: str) -> None:
    section = next(part for part in PAGE.split("\n### ") if f"(exchanges/{name}.json)" in part)
    blocks = re.findall(r"^```(\w+)\n(.*?)\n```$", section, re.MULTILINE | re.DOTALL)
    shown = [text if kind == "text" else json.loads(text) for kind, text in blocks]
    expected = [
        message
        for pair in EXCHANGES[name]["exchange"]
        for message in (pair.get("line") or pair["request"], pair["reply"])
    ]
    assert shown == expected


# --- the schemas turn down what the protocol does ---------------------------------------------


def only(name: str) -> tuple[Message, Message]:
    """A fresh copy of the request and the reply of an exchange."""
    [pair] = json.loads(FILES[name].read_text("utf-8"))["exchange"]
    return pair["request"], pair["reply"]


def test_unknown_fields_are_welcome_everywhere() -> None:
    for cmd, name in (("hello", "hello"), ("run", "views"), ("bye", "bye")):
        request, reply = only(name)
        assert complaints({**request, "later": 1}, f"{cmd}-request") == []
        assert complaints({**reply, "later": 1}, f"{cmd}-reply") == []
    _, reply = only("views")
    reply["rounds"][0]["plays"][0]["sees"]["opponent_cards"] = 6
    assert complaints(reply, "run-reply") == []


@pytest.mark.parametrize("field", ["id", "protocol", "implementation", "scoring"])
def test_a_greeting_needs(field: str) -> None:
    _, reply = only("hello")
    del reply[field]
    assert complaints(reply, "hello-reply")


@pytest.mark.parametrize(
    "change",
    [
        {"protocol": 2},
        {"scoring": []},
        {"scoring": ["rubber"]},
        {"features": ["legal-plays"]},
        {"rulings": {"trick_point_tie": "both"}},
        {"rulings": {"misdeal": "penalty"}},
        {"classes": ["everything"]},
        {"max_in_flight": 0},
    ],
)
def test_a_greeting_may_not_say(change: Message) -> None:
    _, reply = only("hello")
    assert complaints({**reply, **change}, "hello-reply")


@pytest.mark.parametrize("field", ["cmd", "id", "scoring", "detail", "start", "rounds"])
def test_a_run_request_needs(field: str) -> None:
    request, _ = only("trick")
    del request[field]
    assert complaints(request, "run-request")


def test_a_round_of_a_request_is_whole() -> None:
    for field in ("stock", "hands", "deck", "dealer", "plays"):
        request, _ = only("trick")
        del request["rounds"][0][field]
        assert complaints(request, "run-request"), field


@pytest.mark.parametrize("field", ["dealer", "leader", "trump", "result"])
def test_a_round_of_a_reply_needs(field: str) -> None:
    _, reply = only("trick")
    del reply["rounds"][0][field]
    assert complaints(reply, "run-reply")


def test_draws_name_both_seats_or_nobody() -> None:
    _, reply = only("trick")
    draws = reply["rounds"][0]["tricks"][0]["draws"]
    del draws["south"]
    assert complaints(reply, "run-reply")
    del draws["north"]
    assert complaints(reply, "run-reply") == []


def test_a_reply_is_of_one_kind() -> None:
    _, reply = only("trick")
    assert complaints({**reply, "error": {"message": "and yet"}}, "run-reply")
    assert complaints({"id": "1"}, "run-reply")


@pytest.mark.parametrize("card", ["10C", "tc", "T♣", "TC"])
def test_cards_of_a_reply_may_be_written(card: str) -> None:
    _, reply = only("trick")
    reply["rounds"][0]["plays"][0]["legal"] = [card]
    assert complaints(reply, "run-reply") == []


@pytest.mark.parametrize("card", ["0C", "1H", "CT", "TCC", "", " "])
def test_texts_of_a_reply_that_are_no_cards(card: str) -> None:
    _, reply = only("trick")
    reply["rounds"][0]["plays"][0]["legal"] = [card]
    assert complaints(reply, "run-reply")
