"""A document held against its JSON Schema, each fault told with its position."""

import difflib
import functools
import json
from collections.abc import Iterator
from typing import Any

from conformance.errors import Problem
from conformance.resources import SCHEMAS
from conformance.scenarios.document import Document

GUIDE = "docs/scenario-format.md lists the keys"


def schema_problems(
    document: Document, schema: str = "scenario", guide: str = GUIDE
) -> list[Problem]:
    """All faults of form, in the order of the file; ``guide`` is the hint where there is no
    better one."""
    # A set: the validator comes once for each missing key, and each time all are told.
    return sorted(
        {
            problem
            for error in _validator(schema).iter_errors(document.data)
            for problem in _problems(document, error, guide)
        }
    )


@functools.cache
def _validator(name: str) -> Any:
    import jsonschema  # heavy: files and lint only  # noqa: PLC0415

    schema = json.loads((SCHEMAS / f"{name}.schema.json").read_text("utf-8"))
    return jsonschema.Draft202012Validator(schema)


def _problems(document: Document, error: Any, guide: str) -> Iterator[Problem]:
    if error.validator == "anyOf" and error.context:
        # The branch that the author meant is the one of the same type; its faults say more.
        meant = [e for e in error.context if not (e.validator == "type" and not e.relative_path)]
        if meant and len({e.schema_path[0] for e in meant}) == 1:
            for inner in meant:
                yield from _problems(document, inner, guide)
            return
    path = tuple(error.absolute_path)
    where = ".".join(map(str, path)) or "the document"
    if error.validator == "additionalProperties":
        known = list(error.schema.get("properties", ()))
        for key in error.instance:
            if key not in known:
                yield document.problem((*path, key), f"unknown key `{key}`", _nearest(key, known))
    elif error.validator == "required":
        for key in error.validator_value:
            if key not in error.instance:
                yield document.problem(path, f"`{key}` is missing in {where}", guide)
    elif error.validator == "enum":
        options = [_written(option) for option in error.validator_value]
        hint = _nearest(str(error.instance), options)
        yield document.problem(path, f"{where}: {_written(error.instance)} is not allowed", hint)
    elif error.validator == "anyOf":
        yield document.problem(path, _no_way(where, error), guide)
    else:
        yield document.problem(path, f"{where}: {_shortened(error.message)}", guide)


def _no_way(where: str, error: Any) -> str:
    ways = error.validator_value
    if all(way.keys() == {"required"} for way in ways):
        keys = " or ".join(f"`{key}`" for way in ways for key in way["required"])
        return f"{keys} is missing in {where}"
    return f"{where}: {_written(error.instance)} does not fit"


def _nearest(word: str, known: list[str]) -> str:
    close = difflib.get_close_matches(word, known, n=1)
    if close:
        return f"did you mean `{close[0]}`?"
    return "allowed: " + ", ".join(known)


def _written(value: Any) -> str:
    return _shortened(json.dumps(value, ensure_ascii=False))


def _shortened(text: str, limit: int = 120) -> str:
    return text if len(text) <= limit else text[:limit] + "…"
