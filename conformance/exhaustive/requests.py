"""The requests of the tier, each under an id under which it can be made again.

=====================================  ======================================================
``generated/0421``                     a generated round with its refused attempts, as a trace
``generated/scores/07-09/0421``        the same from 7–9 (north first), the result alone
``generated/relabelled/0421-DHSC``     with other suits for C, D, H and S, and seats exchanged
``generated/repeat/3``                 several requests asked twice (:mod:`.invariance`)
=====================================  ======================================================
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations
from typing import Literal

from conformance.exhaustive.cells import MODES, award_takers, running_scores
from conformance.exhaustive.rounds import GeneratedRound
from conformance.exhaustive.scores import Index
from conformance.grading.claims import Claims
from conformance.scenarios.model import Scenario
from reference_engine.cards import SUITS, Card
from reference_engine.replay import Attempt, MatchInput
from reference_engine.state import SEATS, BySeat, Deal, ScoringMode, other

PREFIX = "generated"


@dataclass(frozen=True, slots=True)
class Asked:
    """One request: ``made`` is the round that it is made of. With the detail ``result`` the
    adapter need not show the trace, which is several times cheaper."""

    id: str
    title: str
    made: GeneratedRound
    match: MatchInput
    detail: Literal["trace", "result"] = "trace"

    @property
    def scoring(self) -> ScoringMode:
        return self.match.scoring

    @property
    def scenario(self) -> Scenario:
        """As a scenario that cites no clause: what differs is attributed all the same."""
        return uncited(self.id, self.title)


def uncited(scenario_id: str, title: str) -> Scenario:
    """A scenario that cites no clause and has no rounds of its own."""
    return Scenario(
        id=scenario_id,
        title=title,
        clauses=(),
        edge="",
        scoring=MODES,
        scores=BySeat(0, 0),
        starts_from_scores=False,
        rounds=(),
        refused=False,
        expects={},
        by_ruling={},
    )


def modes_asked(claims: Claims, scoring: ScoringMode | None) -> tuple[ScoringMode, ...]:
    """The modes that are announced, or the one of them that is wanted."""
    return tuple(m for m in MODES if m in claims.scoring and scoring in (None, m))


def mode_of(number: int, modes: tuple[ScoringMode, ...]) -> ScoringMode:
    """Rounds go by turns through the modes."""
    return modes[(number - 1) % len(modes)]


def whole_rounds(
    rounds: tuple[GeneratedRound, ...], claims: Claims, modes: tuple[ScoringMode, ...]
) -> Iterator[Asked]:
    """Every round once, with its refused attempts if refusals are announced."""
    refusals = "refusals" in claims.features
    for made in rounds:
        match = made.match(mode_of(made.number, modes), refusals=refusals)
        yield Asked(
            f"{PREFIX}/{made.number:04}", f"Generated round {made.number}, whole", made, match
        )


def from_scores(
    rounds: tuple[GeneratedRound, ...],
    index: Index,
    claims: Claims,
    modes: tuple[ScoringMode, ...],
) -> Iterator[Asked]:
    """Every fall of the awards from every pair of scores, in each mode. The dealers change from
    cell to cell and are exchanged in the other mode."""
    started = "start_scores" in claims.features and claims.matches
    for mode in modes:
        plays: dict[int, MatchInput] = {}
        for north, south in running_scores() if started else [(0, 0)]:
            for at, takers in enumerate(award_takers()):
                dealers = SEATS if (north + south + at) % 2 else SEATS[::-1]
                number = index[mode, dealers[MODES.index(mode)], takers]
                made = rounds[number - 1]
                if number not in plays:
                    plays[number] = made.match(mode, refusals=False)
                base = plays[number]
                yield Asked(
                    f"{PREFIX}/scores/{north:02}-{south:02}/{number:04}",
                    f"Generated round {number}, played from {north}–{south}",
                    made,
                    MatchInput(mode, base.dealer, base.rounds, BySeat(north, south)),
                    "result",
                )


def relabelled_rounds(
    rounds: tuple[GeneratedRound, ...], claims: Claims, modes: tuple[ScoringMode, ...]
) -> Iterator[Asked]:
    """A round for each renaming of the suits, every other one with the seats exchanged: the
    rules know no suit by name, and no seat."""
    refusals = "refusals" in claims.features
    for at, suits in enumerate(permutations(SUITS)):
        made = rounds[at * len(rounds) // 24]
        swap = at % 2 == 1
        match = relabelled(made, suits, swap=swap).match(mode_of(at + 1, modes), refusals=refusals)
        name = f"{''.join(suits)}{'-swapped' if swap else ''}"
        yield Asked(
            f"{PREFIX}/relabelled/{made.number:04}-{name}",
            f"Generated round {made.number} with {' '.join(suits)} for C D H S"
            + (" and the seats exchanged" if swap else ""),
            made,
            match,
        )


def relabelled(made: GeneratedRound, suits: tuple[str, ...], *, swap: bool) -> GeneratedRound:
    """The round with ``suits`` for C D H S, and each seat's cards with the other if ``swap``."""
    renamed = dict(zip(SUITS, suits, strict=True))

    def card(old: Card) -> Card:
        return old[0] + renamed[old[1]]

    north, south = (tuple(map(card, hand)) for _, hand in made.deal.hands.items())
    hands = BySeat(south, north) if swap else BySeat(north, south)
    return GeneratedRound(
        made.number,
        other(made.dealer) if swap else made.dealer,
        Deal(hands, tuple(map(card, made.deal.stock))),
        tuple(
            Attempt(other(right.seat) if swap else right.seat, card(right.card))
            for right in made.plays
        ),
        {at: card(wrong) for at, wrong in made.attempts.items()},
    )
