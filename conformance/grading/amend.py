"""Outcomes after the adapter's last word: what it did to replies once it had given them."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from conformance.adapters.session import Withdrawn
from conformance.grading.outcome import Outcome


def amended(outcomes: Iterable[Outcome], withdrawn: Iterable[Withdrawn]) -> Iterator[Outcome]:
    """The outcomes, those of withdrawn replies as what counts instead."""
    instead = {id(found.reply): found.instead for found in withdrawn}
    for outcome in outcomes:
        given = instead.get(id(outcome.reply))
        if given is None:
            yield outcome
            continue
        yield replace(
            outcome,
            kind=given.outcome,
            observed=(),
            divergence=None,
            lack=None,
            message=given.message,
            stderr=given.stderr,
            reply=None,
        )
