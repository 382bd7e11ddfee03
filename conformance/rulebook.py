"""The clauses, rulings, variants and sources of ``spec/``, read into frozen values."""

import difflib
import functools
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from conformance import resources
from conformance.compiled import load_plain
from reference_engine.rules import Rules


@dataclass(frozen=True, slots=True)
class Source:
    """Where an edition states a clause, with a note where its wording is unclear."""

    edition: str
    line: int
    note: str = ""
    diverges: str = ""


@dataclass(frozen=True, slots=True)
class Clause:
    """One requirement. ``observed_with`` lists alternatives: the features that, together, make
    it observable; empty where the least that an adapter reports shows it."""

    slug: str
    text: str
    status: str
    classes: tuple[str, ...]
    sources: tuple[Source, ...]
    observed_with: tuple[tuple[str, ...], ...] = ()
    ruling: str | None = None
    settled: str = ""
    reading: str = ""

    def is_observed_with(self, features: frozenset[str]) -> bool:
        return not self.observed_with or any(features.issuperset(f) for f in self.observed_with)


@dataclass(frozen=True, slots=True)
class Ruling:
    name: str
    clause: str
    question: str
    default: str
    options: dict[str, str]
    why: str


@dataclass(frozen=True, slots=True)
class Variant:
    name: str
    title: str
    fields: dict[str, Any]
    departures: tuple[tuple[str, str], ...]
    """Clause and how the variant departs from it."""


@dataclass(frozen=True, slots=True)
class Rulebook:
    clauses: dict[str, Clause]
    rulings: dict[str, Ruling]
    variants: dict[str, Variant]

    def nearest(self, slug: str) -> str:
        """The clause whose slug is most like ``slug``."""
        close = difflib.get_close_matches(slug, self.clauses, n=1, cutoff=0)
        return close[0]

    def other_readings(self, rules: Rules) -> Iterator[tuple[str, Rules]]:
        """Readings that differ from ``rules`` in one ruling, then the variants, each named."""
        for ruling in self.rulings.values():
            for option in ruling.options:
                if getattr(rules, ruling.name) != option:
                    yield f"{ruling.name} {option}", with_fields(rules, {ruling.name: option})
        for variant in self.variants.values():
            yield f"the variant {variant.title}", with_fields(rules, variant.fields)


def with_fields(rules: Rules, changes: dict[str, Any]) -> Rules:
    """``rules`` with some fields changed.

    Raises:
        ValueError: a field that ``Rules`` does not have.
    """
    known = {field.name for field in fields(Rules)}
    if unknown := changes.keys() - known:
        raise ValueError(f"no such fields of Rules: {', '.join(sorted(unknown))}")
    return replace(rules, **changes)


@functools.cache
def load_rulebook(spec: Path = resources.SPEC) -> Rulebook:
    """The rulebook of the suite."""
    clauses = {c["slug"]: _clause(c) for c in load_plain(spec / "clauses.yaml")["clauses"]}
    rulings = {r["name"]: Ruling(**r) for r in load_plain(spec / "rulings.yaml")["rulings"]}
    variants = {v["name"]: _variant(v) for v in load_plain(spec / "variants.yaml")["variants"]}
    return Rulebook(clauses, rulings, variants)


def _clause(data: dict[str, Any]) -> Clause:
    settled = data.get("settled_by", {})
    return Clause(
        slug=data["slug"],
        text=data["text"],
        status=data["status"],
        classes=tuple(data["classes"]),
        sources=tuple(Source(**source) for source in data["sources"]),
        observed_with=tuple(tuple(together) for together in data.get("observed_with", ())),
        ruling=settled.get("ruling"),
        settled=settled.get("protocol", ""),
        reading=data.get("reading", ""),
    )


def _variant(data: dict[str, Any]) -> Variant:
    departures = tuple((d["clause"], d["departs"]) for d in data["departures"])
    return Variant(data["name"], data["title"], data["fields"], departures)
