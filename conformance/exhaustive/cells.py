"""What there is to cover: tables of cells, and which of them a replay covers.

A cell is one decision or one event of the game that an engine could get wrong by itself. Each
table knows every cell that can be reached, and why the others of its kind cannot.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from reference_engine.cards import DECK, SUITS, suit_of
from reference_engine.replay import MatchInput, MatchShown, PlayShown, RoundShown
from reference_engine.state import SEATS, RoundResult, ScoringMode, Seat

Cell = tuple[Any, ...]
Composition = tuple[int, int, int, int]
"""How many cards of each suit a hand holds, in the order C D H S."""

Takers = tuple[Seat | None, ...]
"""Who takes high, low, jack and game."""

HAND_SIZE, TRICKS, POINTS, TARGET = 6, 26, 80, 10
HIGHEST_SCORE = 12
"""Ten or more and equal goes on; 10–10 and 12–12 are reached from below by an even round, 11–11
from 9–9. Ever higher ties could follow, which are no other decision."""
MODES: tuple[ScoringMode, ...] = ("full", "simplified")


@dataclass(frozen=True, slots=True)
class Table:
    """``unreachable`` maps each reason to the number of cells that it rules out."""

    key: str
    title: str
    cells: frozenset[Cell]
    unreachable: dict[str, int]


def all_tables() -> tuple[Table, ...]:
    """Every table of the tier, in the order in which they are shown."""
    return (
        _tricks(),
        *_decisions(),
        _trick_numbers(),
        _captures(),
        _trick_points(),
        _awards(),
        _scores(),
    )


def observed(match: MatchInput, shown: MatchShown) -> Iterator[tuple[str, Cell]]:
    """The cells that one replay covers, each with the key of its table."""
    scores = match.scores
    for played in shown.rounds:
        yield from _observed_plays(played)
        yield from _observed_tricks(played)
        if played.result:
            yield from _observed_result(match.scoring, played, played.result)
            yield "scores", (match.scoring, scores.north, scores.south, *takers_of(played.result))
            scores = played.result.scores


# --- tricks and decisions -------------------------------------------------------------------


def _tricks() -> Table:
    """Any two cards can make a trick, led by either seat, under any trump. If the second is of
    another suit, deal its player a hand without the suit led; nothing else is asked for."""
    pairs = [(lead, follow) for lead, follow in product(DECK, DECK) if lead != follow]
    cells = frozenset((*pair, t, seat) for pair in pairs for t in SUITS for seat in SEATS)
    same = {"a card does not follow itself": len(DECK) * len(SUITS) * len(SEATS)}
    return Table("tricks", "Lead, follow, trump, leading seat", cells, same)


def _decisions() -> Iterator[Table]:
    """What the follower holds of each suit, the suit led, trump. While there is a stock the
    follower holds six cards (tricks 1 to 20), then six to one (tricks 21 to 26).

    Every class can be reached: the hand asked for takes at most six cards of a suit, so that
    one is left to be led and one to be turned up, and what else is held is free.
    """
    with_stock = frozenset(_classes([HAND_SIZE]))
    without = frozenset(_classes(range(1, HAND_SIZE + 1)))
    for when, classes in (("with a stock", with_stock), ("without", without)):
        key = "with-stock" if classes is with_stock else "without-stock"
        yield Table(f"follows-{key}", f"Follow decisions {when}", classes, {})
        refusable = frozenset(cell for cell in classes if can_be_refused(*cell))
        why = {
            "no card of the suit led: every card is legal": sum(
                held[SUITS.index(led)] == 0 for held, led, _ in classes
            ),
            "no other suit: every card is legal": sum(
                held[SUITS.index(led)] == sum(held) for held, led, _ in classes
            ),
        }
        yield Table(f"refusals-{key}", f"Refused follows {when}", refusable, why)


def _classes(sizes: Sequence[int]) -> Iterator[tuple[Composition, str, str]]:
    for size in sizes:
        for c, d, h, s in product(range(size + 1), repeat=4):
            if c + d + h + s == size:
                for led, trump in product(SUITS, SUITS):
                    yield (c, d, h, s), led, trump


def can_be_refused(held: Composition, led: str, trump: str) -> bool:
    """Does a hand of this class hold an illegal card: the suit led, and another one?"""
    return 0 < held[SUITS.index(led)] < sum(held)


def follow_class(shown: PlayShown, trump: str) -> tuple[Composition, str, str] | None:
    """The class of a decision to follow; None where the seat on turn leads, or nobody is."""
    led = shown.sees["trick"]
    if not led:
        return None
    suits = [suit_of(card) for card in shown.sees["hand"]]
    clubs, diamonds, hearts, spades = (suits.count(suit) for suit in SUITS)
    return (clubs, diamonds, hearts, spades), suit_of(led[0]), trump


def _observed_plays(played: RoundShown) -> Iterator[tuple[str, Cell]]:
    for shown in played.plays:
        decision = follow_class(shown, played.trump)
        if decision:
            key = "with-stock" if shown.sees["stock_count"] else "without-stock"
            if shown.accepted:
                yield f"follows-{key}", decision
            elif "must-follow-suit" in shown.reasons:
                yield f"refusals-{key}", decision


# --- what happens to tricks and cards -------------------------------------------------------


def _trick_numbers() -> Table:
    cells = frozenset(product(range(1, TRICKS + 1), ("leader wins", "follower wins"), SEATS))
    return Table("trick-numbers", "Trick number, leader or follower wins, its seat", cells, {})


def _captures() -> Table:
    cells = frozenset(product(DECK, SEATS, SUITS))
    return Table("captures", "Card captured, by which seat, trump", cells, {})


def _trick_points() -> Table:
    """Every total from 0 to 80: the shipped rounds reach each of them."""
    return Table(
        "trick-points",
        "Trick points of a seat in a round",
        frozenset(product(SEATS, range(POINTS + 1))),
        {},
    )


def _observed_tricks(played: RoundShown) -> Iterator[tuple[str, Cell]]:
    for number, trick in enumerate(played.tricks, start=1):
        yield "tricks", (trick.lead, trick.follow, played.trump, trick.leader)
        how = "leader wins" if trick.winner == trick.leader else "follower wins"
        yield "trick-numbers", (number, how, trick.winner)
    for seat, cards in played.captured.items():
        for card in cards:
            yield "captures", (card, seat, played.trump)


# --- what a round brings --------------------------------------------------------------------


def award_takers() -> list[Takers]:
    """The 24 ways in which high, low, jack and game can fall; only game can be nobody's."""
    return list(product(SEATS, SEATS, SEATS, (*SEATS, None)))


def running_scores() -> list[tuple[int, int]]:
    """The 103 pairs of scores, up to 12, from which a match goes on."""
    pairs = product(range(HIGHEST_SCORE + 1), repeat=2)
    return [(n, s) for n, s in pairs if max(n, s) < TARGET or n == s]


def _awards() -> Table:
    cells = frozenset((m, d, *takers) for m, d, takers in product(MODES, SEATS, award_takers()))
    title = "Scoring mode, dealer, who takes high, low, jack, game"
    some = len(MODES) * len(SEATS) * (3**4 - len(award_takers()))
    why = {"ace, two and jack of trumps always fall in a trick": some}
    return Table("awards", title, cells, why)


def _scores() -> Table:
    pairs, takers = running_scores(), award_takers()
    cells = frozenset((m, *pair, *t) for m, pair, t in product(MODES, pairs, takers))
    won = ((HIGHEST_SCORE + 1) ** 2 - len(pairs)) * len(takers) * len(MODES)
    title = "Scoring mode, scores before a round, its awards"
    return Table("scores", title, cells, {"the match is won: no round is played": won})


def takers_of(result: RoundResult) -> Takers:
    return tuple(taker for _, taker in result.awards.items())


def _observed_result(
    scoring: ScoringMode, played: RoundShown, result: RoundResult
) -> Iterator[tuple[str, Cell]]:
    yield "awards", (scoring, played.dealer, *takers_of(result))
    for seat in SEATS:
        yield "trick-points", (seat, result.trick_points[seat])
