"""The messages of the adapter protocol, as typed values.

Decoding a reply into these validates it in microseconds. Unknown fields are allowed, as the
protocol says; what is optional in the protocol is ``UNSET`` here when it was left out.
"""

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from reference_engine.state import Reason, ScoringMode, Seat

PROTOCOL = 1

CardCode = Literal[
    "2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C", "TC", "JC", "QC", "KC", "AC",
    "2D", "3D", "4D", "5D", "6D", "7D", "8D", "9D", "TD", "JD", "QD", "KD", "AD",
    "2H", "3H", "4H", "5H", "6H", "7H", "8H", "9H", "TH", "JH", "QH", "KH", "AH",
    "2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S", "TS", "JS", "QS", "KS", "AS",
]  # fmt: skip
Cards = Annotated[list[CardCode], Meta(max_length=52)]
SuitCode = Literal["C", "D", "H", "S"]
Feature = Literal[
    "legal_plays",
    "refusals",
    "draws",
    "hands",
    "start_scores",
    "deals_from_deck",
    "validates_deals",
    "views",
]
ConformanceClass = Literal["trick-play", "full-scoring", "simplified-scoring", "match"]
Count = int


class Rulings(Struct, frozen=True, forbid_unknown_fields=True):
    """Declared options of the rulings; one that is left out is inferred."""

    trick_point_tie: Literal["nobody", "non_dealer", "dealer"] | UnsetType = UNSET
    trick_count_tie: Literal["nobody", "non_dealer", "dealer", "most_trick_points"] | UnsetType = (
        UNSET
    )
    both_reach_target: Literal["higher_score", "counting_order"] | UnsetType = UNSET
    dealer_rotation: (
        Literal["alternate", "winner_deals", "loser_deals", "same_dealer"] | UnsetType
    ) = UNSET
    first_card_to: Literal["non_dealer", "dealer"] | UnsetType = UNSET

    def declared(self) -> dict[str, str]:
        return {
            name: getattr(self, name)
            for name in self.__struct_fields__
            if getattr(self, name) is not UNSET
        }


class Implementation(Struct, frozen=True):
    """What is being certified, in its own words."""

    name: str
    version: str = ""
    language: str = ""


class HelloReply(Struct, frozen=True):
    id: str
    protocol: int
    implementation: Implementation
    scoring: list[ScoringMode]
    features: list[Feature] = []
    rulings: Rulings = Rulings()
    classes: list[ConformanceClass] | UnsetType = UNSET
    max_in_flight: int = 1


class SeatCounts(Struct, frozen=True):
    north: Count
    south: Count


class SeatCards(Struct, frozen=True):
    north: Cards
    south: Cards


class Draws(Struct, frozen=True):
    """Both seats, or neither once the stock is gone. An engine in which one seat alone draws
    can say so: that is wrong, and not a matter of form."""

    north: CardCode | UnsetType = UNSET
    south: CardCode | UnsetType = UNSET


class AwardTakers(Struct, frozen=True):
    high: Seat | None
    low: Seat | None
    jack: Seat | None
    game: Seat | None


class ReportedPlay(Struct, frozen=True):
    accepted: bool
    reason: Reason | UnsetType | None = UNSET
    legal: Cards | UnsetType = UNSET
    sees: dict[str, Any] | UnsetType = UNSET


class ReportedTrick(Struct, frozen=True):
    leader: Seat
    winner: Seat
    draws: Draws | UnsetType = UNSET


class ReportedResult(Struct, frozen=True):
    tricks: SeatCounts
    trick_points: SeatCounts
    awards: AwardTakers
    scores: SeatCounts


class ReportedRound(Struct, frozen=True):
    dealer: Seat
    leader: Seat
    trump: SuitCode
    result: ReportedResult | None
    plays: list[ReportedPlay] | UnsetType = UNSET
    tricks: list[ReportedTrick] | UnsetType = UNSET
    hands: SeatCards | UnsetType = UNSET
    dealt: SeatCards | UnsetType = UNSET


class Unsupported(Struct, frozen=True):
    feature: str
    reason: str = ""


class RefusedRequest(Struct, frozen=True):
    reason: Literal["invalid-deal"]


class AdapterFault(Struct, frozen=True):
    message: str = ""


class RunReply(Struct, frozen=True):
    """Exactly one of ``rounds`` (with ``winner``), ``unsupported``, ``refused`` and ``error``."""

    id: str | None
    rounds: list[ReportedRound] | UnsetType = UNSET
    winner: Seat | UnsetType | None = UNSET
    unsupported: Unsupported | UnsetType = UNSET
    refused: RefusedRequest | UnsetType = UNSET
    error: AdapterFault | UnsetType = UNSET

    def __post_init__(self) -> None:
        kinds = ("rounds", "unsupported", "refused", "error")
        given = [kind for kind in kinds if getattr(self, kind) is not UNSET]
        if len(given) != 1:
            found = " and ".join(given) if given else "none"
            raise ValueError(
                f"exactly one of rounds, unsupported, refused and error is given; found {found}"
            )
        if self.rounds is not UNSET and self.winner is UNSET:
            raise ValueError("Object missing required field `winner`")


class ByeReply(Struct, frozen=True):
    id: str
