"""The way out of a fault in a field: from the codec's words to advice."""

import difflib
import re
from collections.abc import Iterable
from typing import get_args

from conformance.protocol.messages import ConformanceClass, Feature
from conformance.rulebook import load_rulebook
from reference_engine.cards import parse_card
from reference_engine.state import Reason, ScoringMode

_NAMES: dict[str, tuple[str, ...]] = {
    "features": get_args(Feature),
    "scoring": get_args(ScoringMode),
    "classes": get_args(ConformanceClass),
    "reason": get_args(Reason),
    "trump": ("C", "D", "H", "S"),
}
_SEAT_FIELDS = {"dealer", "leader", "winner", "high", "low", "jack", "game"}
_CARD_FIELDS = {"legal", "hand", "hands", "dealt", "draws", "north", "south"}
_MAY_BE_NULL = {
    "winner": "null as long as nobody has won the match",
    "result": "null until the round is over",
    "high": "null where nobody takes the award",
    "low": "null where nobody takes the award",
    "jack": "null where nobody takes the award",
    "game": "null where nobody takes the award",
}


def nearest(word: str, known: Iterable[str]) -> str:
    """`did you mean …?`, or an empty text if nothing is alike."""
    by_key = {_key(name): name for name in known}
    close = difflib.get_close_matches(_key(word), by_key, n=1, cutoff=0.5)
    return f"did you mean {by_key[close[0]]}? " if close else ""


def hint_for(fault: str) -> str:
    """What to do about a fault of which the codec, or the form of a trace, speaks."""
    path = _found(r"at `\$\.?([^`]*)`", fault)
    field = re.sub(r"\[\d+\]", "", path).rpartition(".")[2]
    if "has id" in fault or path == "id":
        return (
            "give the id of the request back as it came, a text in quotes, and reply to each "
            "request once"
        )
    if missing := _found(r"missing required field `(\w+)`", fault):
        return _missing(missing)
    if announced := _found(r"the feature (\w+) is announced", fault):
        return f"report it each time, or take {announced} out of `features`"
    if unknown := _found(r"unknown field `([^`]*)`", fault):
        names = load_rulebook().rulings
        return f"{nearest(unknown, names)}The rulings are {', '.join(names)}"
    if fault.startswith("Invalid enum value"):
        return _bad_name(_found(r"Invalid enum value '?([^']*)'? - at", fault), path, field)
    if kinds := re.search(r"Expected `([^`]*)`, got `(\w+)`", fault):
        return _wrong_kind(kinds[1], kinds[2], field)
    if "speaks protocol" in fault:
        return "answer with one of the versions that `protocols` offers"
    if "claims the class" in fault:
        return "add the mode to `scoring`, or take the class out of `classes`"
    if "no scoring mode" in fault:
        return '`scoring` is a list: ["full"], ["simplified"] or ["full", "simplified"]'
    if "exactly one of rounds" in fault:
        return "reply to `run` with a trace: `rounds` and `winner` (null while nobody has won)"
    return "spec/protocol.md lists the fields of each reply, with their types"


def card_remark(word: str) -> str:
    """A remark on a card that is read but not written in the standard way; else empty."""
    try:
        card = parse_card(word)
    except ValueError:
        return ""
    return "" if card == word else f"the card {word!r} is read; write {card!r}"


def _missing(field: str) -> str:
    if field in _MAY_BE_NULL:
        return f"give `{field}` always: {_MAY_BE_NULL[field]}"
    if field == "id":
        return "repeat the id of the request; if this is a log line, write it to standard error"
    if field in ("north", "south"):
        return "name both seats, each time"
    return f"`{field}` belongs there always: see the table of the reply in spec/protocol.md"


def _bad_name(word: str, path: str, field: str) -> str:
    if path.startswith("rulings."):
        options = load_rulebook().rulings[field].options
        return f"{nearest(word, options)}The options of {field} are {', '.join(options)}"
    if field in _NAMES:
        return f"{nearest(word, _NAMES[field])}Known are {', '.join(_NAMES[field])}"
    if field in _SEAT_FIELDS:
        return 'a seat is "north" or "south", in lower case, whatever your engine calls it'
    if field in _CARD_FIELDS:
        if card_remark(word):
            return f"write {parse_card(word)!r}"
        return 'write a card as rank then suit: "AS", "TC", "2H"'
    return "spec/protocol.md lists the values of each field"


def _wrong_kind(wanted: str, found: str, field: str) -> str:
    if wanted == "array":
        return f'`{field}` is a list, even of one: ["…"]'
    if wanted == "bool":
        return "write true or false, without quotes"
    if wanted == "int":
        return "write a whole number, without quotes and without a fraction"
    if wanted.startswith("str"):
        if found == "null":
            return "null does not stand here: give the text, or leave an optional field out"
        return 'write a text, in double quotes: "2.0" and not 2.0'
    return f"`{field}` is an object: see its table in spec/protocol.md"


def _key(word: str) -> str:
    return re.sub(r"[^a-z0-9]", "", word.lower())


def _found(pattern: str, text: str) -> str:
    match = re.search(pattern, text)
    return match[1] if match else ""
