"""A scenario as frozen values: what is played, and what its author expects.

Expectations keep the shape of the file (``docs/scenario-format.md``); only cards are read.
"""

from dataclasses import dataclass, field
from typing import Any

from reference_engine.cards import Card
from reference_engine.state import BySeat, Reason, ScoringMode, Seat


@dataclass(frozen=True, slots=True)
class Try:
    """One play that the scenario asks for; ``seat`` is None for the seat on turn.

    ``refused`` tells that the author expects a refusal (with ``reason``, where given), and
    ``trick`` is the number of the trick from 1.
    """

    trick: int
    card: str
    seat: Seat | None = None
    refused: bool = False
    reason: Reason | None = None
    legal: frozenset[Card] | None = None
    sees: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class AuthoredTrick:
    """What the author expects of a completed trick; None where nothing is said."""

    winner: Seat | None = None
    draws: dict[Seat, Card] | None = None


@dataclass(frozen=True, slots=True)
class AuthoredRound:
    """One round: its deal, its plays and the author's expectations.

    Either ``hands`` and ``stock`` or ``deck`` is given, completed. Cards of an invalid deal may
    be any text.
    """

    dealer: Seat | None
    hands: BySeat[tuple[Card, ...]] | None
    stock: tuple[Card, ...]
    deck: tuple[Card, ...] | None
    tries: tuple[Try, ...]
    tricks: tuple[AuthoredTrick, ...]
    expects: dict[str, Any] = field(default_factory=dict)
    """The keys trump, leader, dealer, dealt, hands, captured and result, those that were given."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario; its ``id`` is its path, ``digest`` the SHA-256 of its file, if it has one."""

    id: str
    title: str
    clauses: tuple[str, ...]
    edge: str
    scoring: tuple[ScoringMode, ...]
    scores: BySeat[int]
    starts_from_scores: bool
    rounds: tuple[AuthoredRound, ...]
    refused: bool
    expects: dict[str, Any]
    """The keys winner and played_rounds, those that were given."""
    by_ruling: dict[str, dict[str, dict[str, Any]]]
    digest: str = ""
