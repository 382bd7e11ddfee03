"""Which option of each ruling an engine follows, where it does not say so itself.

The scenarios written for a ruling tell its options apart. The option that explains most of
them is taken for the engine's reading, and the engine is then held to it throughout: one that
mixes options fails where it leaves its own reading.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from conformance.grading.claims import Claims
from conformance.grading.compare import first_difference
from conformance.grading.outcome import Expected
from conformance.protocol.messages import RunReply
from conformance.rulebook import Rulebook, with_fields
from reference_engine.rules import Rules

# The rotation depends on who wins a round, and that on ties, so it comes last.
ORDER = (
    "first_card_to",
    "trick_point_tie",
    "trick_count_tie",
    "both_reach_target",
    "dealer_rotation",
)


@dataclass(frozen=True, slots=True)
class Reading:
    """One ruling: the option an engine is held to, and how that is known.

    ``assumed`` means that nothing it showed tells the options apart.
    """

    ruling: str
    option: str
    how: Literal["declared", "inferred", "assumed"]


@dataclass(frozen=True, slots=True)
class Probe:
    """A reply to a scenario that tells the options of a ruling apart; ``expected`` gives what
    the very same request brings under any rules."""

    expected: Callable[[Rules], Expected]
    reply: RunReply


def infer_readings(
    claims: Claims, book: Rulebook, probes: Mapping[str, Iterable[Probe]]
) -> tuple[Rules, dict[str, Reading]]:
    """The rules that the engine is held to, and each ruling's reading.

    ``probes`` holds the replies by ruling, for rulings that are not declared.
    """
    rules = with_fields(Rules(), claims.rulings)
    readings = {}
    for ruling in ORDER:
        if ruling in claims.rulings:
            readings[ruling] = Reading(ruling, claims.rulings[ruling], "declared")
            continue
        options = list(book.rulings[ruling].options)
        counts = {
            option: sum(
                _explains(with_fields(rules, {ruling: option}), probe, claims)
                for probe in probes.get(ruling, ())
            )
            for option in options
        }
        best = max(options, key=lambda option: counts[option])  # the first of equals: the default
        told_apart = len(set(counts.values())) > 1
        readings[ruling] = Reading(ruling, best, "inferred" if told_apart else "assumed")
        rules = with_fields(rules, {ruling: best})
    return rules, readings


def _explains(rules: Rules, probe: Probe, claims: Claims) -> bool:
    expected = probe.expected(rules)
    if expected.shown is None:
        return False
    return first_difference(expected.match, expected.shown, probe.reply, claims) is None
