"""The mutants of a module: mutmut's operators, applied one at a time.

mutmut itself drives pytest; only its operators are used here. Left out is what no run can show:

- annotations, type aliases, decorators and imports: nothing of them is asked at run time;
- docstrings, and texts for people (those with a space in them, and what is raised with them):
  no reply is compared by its wording.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import libcst as cst
from libcst import matchers as m
from libcst.metadata import MetadataWrapper
from mutmut.mutation.mutators import mutation_operators

import reference_engine

ENGINE = Path(reference_engine.__file__).parent
MODULES = ("cards", "state", "rules", "play", "replay", "adapter")
"""All but ``__main__``, the command line."""
ALIASES_IN_USE = frozenset({"ScoringMode", "Feature"})
"""Type aliases whose values the engine reads at run time (``get_args``)."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change to one module: ``line`` is what ``becomes`` another text, both stripped (and
    several lines joined); ``function`` is the innermost function or class around it."""

    module: str
    function: str
    line: str
    becomes: str
    source: str

    def __str__(self) -> str:
        return f"{self.module}.py, {self.function or 'top level'}: {self.line}  →  {self.becomes}"


def mutants_of(module: str) -> list[Mutant]:
    """The mutants of a module of the engine, no two alike."""
    source = (ENGINE / f"{module}.py").read_text("utf-8")
    seen = {_meaning(source)}
    found = []
    for function, changed in _changed(source):
        meaning = _meaning(changed)
        if meaning is not None and meaning not in seen:
            seen.add(meaning)
            line, becomes = _difference(source, changed)
            found.append(Mutant(module, function, line, becomes, changed))
    return found


def _changed(source: str) -> Iterator[tuple[str, str]]:
    tree = MetadataWrapper(cst.parse_module(source)).module
    walk = _Places()
    tree.visit(walk)
    for function, node, instead in walk.found:
        changed = tree.deep_replace(node, instead)
        assert isinstance(changed, cst.Module)
        yield function, changed.code


class _Places(cst.CSTVisitor):
    """Every node that an operator changes, and what it changes it to."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, cst.CSTNode, cst.CSTNode]] = []
        self._within: list[str] = []

    def on_visit(self, node: cst.CSTNode) -> bool:
        if isinstance(node, cst.FunctionDef | cst.ClassDef):
            self._within.append(node.name.value)
        if _is_not_run(node) or _is_for_people(node):
            return False
        for kind, operator in mutation_operators:
            if isinstance(node, kind):
                where = ".".join(self._within)
                self.found += [(where, node, changed) for changed in operator(node)]
        return True

    def on_leave(self, original_node: cst.CSTNode) -> None:
        if isinstance(original_node, cst.FunctionDef | cst.ClassDef):
            self._within.pop()


def _is_not_run(node: cst.CSTNode) -> bool:
    if isinstance(node, cst.Annotation | cst.Decorator | cst.Import | cst.ImportFrom):
        return True
    alias = m.Subscript(value=m.Name("Literal")) | m.Call(func=m.Name("TypeVar"))
    if m.matches(node, m.Assign(value=alias)):
        name = cst.ensure_type(cst.ensure_type(node, cst.Assign).targets[0].target, cst.Name)
        return name.value not in ALIASES_IN_USE
    return False


def _is_for_people(node: cst.CSTNode) -> bool:
    if isinstance(node, cst.SimpleString | cst.FormattedString):
        return " " in cst.Module([]).code_for_node(node)
    # The feature that an UnsupportedError names is compared; words raised with others are not.
    return isinstance(node, cst.Raise) and not m.matches(
        node, m.Raise(exc=m.Call(func=m.Name("UnsupportedError")))
    )


def _meaning(source: str) -> str | None:
    """Equal for sources that run alike; None for one that is no Python."""
    try:
        return ast.dump(ast.parse(source))
    except SyntaxError:
        return None


def _difference(source: str, changed: str) -> tuple[str, str]:
    old, new = source.splitlines(), changed.splitlines()
    same = 0
    while same < min(len(old), len(new)) and old[same] == new[same]:
        same += 1
    after = 0
    while after < min(len(old), len(new)) - same and old[-1 - after] == new[-1 - after]:
        after += 1

    def joined(lines: list[str]) -> str:
        return " ".join(line.strip() for line in lines[same : len(lines) - after])

    return joined(old), joined(new)
