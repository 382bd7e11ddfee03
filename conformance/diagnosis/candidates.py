"""The known engines that an implementation may behave like: faults, readings, variants."""

from collections.abc import Iterator
from dataclasses import dataclass, fields, make_dataclass, replace
from typing import Any, Literal, get_args

from conformance.adapters.in_process import InProcess
from conformance.faults.catalogue import all_faults
from conformance.faults.model import Fault
from conformance.faults.serve import engine
from conformance.grading.claims import Claims
from conformance.protocol.messages import Feature
from conformance.rulebook import Rulebook, with_fields
from reference_engine.adapter import Announcement
from reference_engine.rules import Rules


@dataclass(frozen=True, slots=True)
class Candidate:
    """A known engine: what it does, and the clause that it breaks or reads otherwise.

    ``remembers`` tells that what it does depends on the requests before.
    """

    id: str
    text: str
    clause: str
    kind: Literal["fault", "reading", "variant"]
    remembers: bool = False
    fault: Fault | None = None
    departs: tuple[tuple[str, Any], ...] = ()

    def rules(self, held_to: Rules) -> Rules:
        """A fresh engine's rules, under the reading ``held_to`` where this one has no other."""
        base = held_to
        if self.fault:
            base = replace(self.fault.rules(), **changed_fields(held_to))
        return with_fields(base, dict(self.departs))


def candidates(book: Rulebook) -> Iterator[Candidate]:
    """All known engines, the faults first."""
    for fault in all_faults().values():
        remembers = fault.kind == "state"
        yield Candidate(fault.id, fault.text, fault.clause, "fault", remembers, fault)
    for ruling in book.rulings.values():
        for option, meaning in ruling.options.items():
            text = meaning.rstrip(".")
            departs: tuple[tuple[str, Any], ...] = ((ruling.name, option),)
            yield Candidate(
                f"{ruling.name}={option}", text, ruling.clause, "reading", departs=departs
            )
    for variant in book.variants.values():
        clause, _ = variant.departures[0]
        text = f"the rules of {variant.title}"
        departs = tuple(variant.fields.items())
        yield Candidate(variant.name, text, clause, "variant", departs=departs)


def serve(rules: Rules, claims: Claims) -> InProcess:
    """An engine in this process that announces what the implementation announced."""
    known: tuple[Feature, ...] = get_args(Feature)
    features = tuple(feature for feature in known if feature in claims.features)
    return engine(rules, Announcement(features))


def both(first: Rules, second: Rules) -> Rules | None:
    """One engine with the departures of both; None where they cannot be joined."""
    try:
        cls = make_dataclass("Both", [], bases=(type(first), type(second)), frozen=True)
    except TypeError:  # one is a special case of the other
        return None
    given = {**_values(second), **changed_fields(second), **_values(first), **changed_fields(first)}
    made: Rules = cls(**given)
    return made


def changed_fields(rules: Rules) -> dict[str, Any]:
    """The fields of ``Rules`` that are not those of the documented rules."""
    documented = Rules()
    return {
        f.name: getattr(rules, f.name)
        for f in fields(Rules)
        if getattr(rules, f.name) != getattr(documented, f.name)
    }


def _values(rules: Rules) -> dict[str, Any]:
    """The fields that a subclass adds."""
    own = {f.name for f in fields(Rules)}
    return {f.name: getattr(rules, f.name) for f in fields(rules) if f.init and f.name not in own}
