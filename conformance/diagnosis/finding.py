"""What a diagnosis says, as a plain value for reports."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """One known engine, or two together, that behave like the failing one.

    ``known`` holds their ids, ``clauses`` what they break or read otherwise; they behave as
    observed in ``explained`` of ``failing`` failing replays. ``exact`` tells that they explain
    all of them and contradict no passing one.
    """

    text: str
    known: tuple[str, ...]
    clauses: tuple[str, ...]
    explained: int
    failing: int
    exact: bool


NOTHING_KNOWN = "behaves like none of the known faults, readings and variants"
