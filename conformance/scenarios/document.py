"""YAML documents as plain values, with the position of each of them.

Scenario files are untrusted: only mappings, sequences and plain scalars are read, a key
stands once, and neither anchors nor aliases are needed.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import yaml

from conformance.errors import Problem, ScenarioFileError

Path = tuple[str | int, ...]
MAX_BYTES = 256 * 1024
MAX_DEPTH = 20

_BaseLoader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_TRUE = {"true", "True", "TRUE"}


@dataclass(frozen=True)
class Document:
    """A parsed file: its value, and line and column (from 1) of the value at each path."""

    file: str
    data: Any
    positions: dict[Path, tuple[int, int]]

    def problem(self, path: Iterable[str | int], message: str, hint: str = "") -> Problem:
        """A problem at ``path``, or at its nearest ancestor that stands in the file."""
        at = tuple(path)
        while at not in self.positions and at:
            at = at[:-1]
        line, column = self.positions.get(at, (1, 1))
        return Problem(self.file, line, column, message, hint)


def parse_document(raw: bytes, file: str) -> Document:
    """Parse one YAML document.

    Raises:
        ScenarioFileError: with file, line and column, if this is not one plain YAML document.
    """
    if len(raw) > MAX_BYTES:
        raise _error(
            file,
            f"the file has {len(raw):,} bytes; the limit is {MAX_BYTES:,}",
            hint="one file shows one thing: split it",
        )
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        line = raw[: fault.start].count(b"\n") + 1
        raise _error(file, "the file is not UTF-8", line=line, hint="save it as UTF-8") from None
    try:
        node = _compose(text)
    except yaml.MarkedYAMLError as fault:
        mark = fault.problem_mark or fault.context_mark
        what = " ".join(part for part in (fault.context, fault.problem) if part)
        raise _error(file, f"not valid YAML: {what}", *_where(mark)) from None
    except yaml.YAMLError as fault:
        raise _error(file, f"not valid YAML: {fault}") from None
    except RecursionError:
        raise _error(file, "the document is nested too deeply") from None
    if node is None:
        raise _error(file, "the file is empty", hint="docs/scenario-format.md shows an example")
    positions: dict[Path, tuple[int, int]] = {}
    return Document(file, _Builder(file, positions).build(node, ()), positions)


def _compose(text: str) -> Any:
    # Events come one by one, so that a bomb or a deep nest is found before it is built.
    depth = 0
    for event in yaml.parse(text, Loader=_BaseLoader):
        mark: Any = event.start_mark
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise yaml.MarkedYAMLError(
                problem="anchors and aliases are not used here; write the value out",
                problem_mark=mark,
            )
        if tag := getattr(event, "tag", None):
            raise yaml.MarkedYAMLError(problem=f"the tag {tag} is not used here", problem_mark=mark)
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            if depth > MAX_DEPTH:
                raise yaml.MarkedYAMLError(
                    problem=f"nested more than {MAX_DEPTH} deep", problem_mark=mark
                )
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
    return yaml.compose(text, Loader=_BaseLoader)


class _Builder:
    def __init__(self, file: str, positions: dict[Path, tuple[int, int]]) -> None:
        self.file = file
        self.positions = positions

    def build(self, node: Any, path: Path) -> Any:
        self.positions[path] = _where(node.start_mark)
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node, path)
        if isinstance(node, yaml.SequenceNode):
            return [self.build(item, (*path, at)) for at, item in enumerate(node.value)]
        return self._scalar(node)

    def _mapping(self, node: Any, path: Path) -> dict[str, Any]:
        data: dict[str, Any] = {}
        for key_node, value_node in node.value:
            where = _where(key_node.start_mark)
            if not isinstance(key_node, yaml.ScalarNode):
                raise _error(self.file, "a key must be a plain word", *where)
            key = key_node.value
            if key in data:
                raise _error(
                    self.file, f"the key `{key}` stands twice", *where, hint="keep one of them"
                )
            data[key] = self.build(value_node, (*path, key))
            self.positions[(*path, key)] = where
        return data

    def _scalar(self, node: Any) -> Any:
        kind = node.tag.rpartition(":")[2]
        if kind == "null":
            return None
        if kind == "bool":
            return node.value in _TRUE
        if kind == "int" and node.value.lstrip("+-").isdecimal() and len(node.value) < 10:
            return int(node.value)
        return node.value


def _where(mark: Any) -> tuple[int, int]:
    return (mark.line + 1, mark.column + 1) if mark else (1, 1)


def _error(
    file: str, message: str, line: int = 1, column: int = 1, hint: str = ""
) -> ScenarioFileError:
    return ScenarioFileError([Problem(file, line, column, message, hint)])
