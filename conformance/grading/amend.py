"""Outcomes after the adapter's last word: what it did to replies once it had given them."""

from collections.abc import Iterable
from dataclasses import replace

from conformance.adapters.session import Withdrawn
from conformance.grading.outcome import Outcome


def amended(outcome: Outcome, withdrawn: Iterable[Withdrawn], numbers: range = range(0)) -> Outcome:
    """The outcome, or what counts instead if it rests on a withdrawn reply.

    ``withdrawn`` are those of the adapter that was asked, ``numbers`` those of the requests that
    were made for the outcome; the reply that the outcome keeps is recognized without them.
    """
    for found in withdrawn:
        if found.number in numbers or found.reply is outcome.reply:
            return replace(
                outcome,
                kind=found.instead.outcome,
                observed=(),
                divergence=None,
                lack=None,
                message=found.instead.message,
                stderr=found.instead.stderr,
                reply=None,
            )
    return outcome
