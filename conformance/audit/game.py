"""A logged line as a game that can be replayed: cards read, the first dealer known."""

import functools
from dataclasses import dataclass, replace

from msgspec import UNSET, UnsetType

from conformance.audit.format import (
    Cards,
    LoggedDraws,
    LoggedMatch,
    LoggedPlay,
    LoggedResult,
    LoggedRound,
    LoggedTrick,
)
from reference_engine.cards import KNOWN_CARDS, Card, Suit, parse_card
from reference_engine.rules import HAND_SIZE
from reference_engine.state import BySeat, Deal, Reason, ScoringMode, Seat, other


class GameError(ValueError):
    """A line that is no game. ``field`` is its place in the line; empty for the whole line."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(f"{field}: {message}" if field else message)
        self.field = field


@dataclass(frozen=True, slots=True)
class GamePlay:
    """One play. ``seat`` is None for whoever was on turn; ``legal`` is None where not logged."""

    seat: Seat | None
    card: str
    refused: bool
    reason: Reason | None
    legal: tuple[Card, ...] | None


@dataclass(frozen=True, slots=True)
class GameTrick:
    """What the log says of a completed trick; None where it says nothing. No draws: ``{}``."""

    leader: Seat | None
    winner: Seat | None
    draws: dict[Seat, Card] | None


@dataclass(frozen=True, slots=True)
class GameRound:
    """One round. The replay deals from ``deck`` where there is one, else from ``deal``; with a
    deck ``hands`` are what the implementation dealt from it, if logged.

    ``result`` is UNSET where it was not logged, None where the log says that there is none.
    """

    plays: tuple[GamePlay, ...]
    deal: Deal | None
    deck: tuple[Card, ...] | None
    hands: BySeat[tuple[Card, ...]] | None
    stock: tuple[Card, ...] | None
    dealer: Seat | None
    leader: Seat | None
    trump: Suit | None
    tricks: tuple[GameTrick, ...]
    result: LoggedResult | UnsetType | None

    @property
    def first_lead(self) -> Seat | None:
        """The seat that made the first accepted play, where plays have seats."""
        return next((play.seat for play in self.plays if not play.refused), None)

    @property
    def dealer_by_lead(self) -> Seat | None:
        """The dealer as told, or else the seat opposite whoever led first."""
        lead = self.leader or self.first_lead
        return self.dealer or (other(lead) if lead else None)


@dataclass(frozen=True, slots=True)
class Game:
    """One match, or a part of one. ``number`` counts the games of the log from 1.

    ``winner`` is UNSET where it was not logged.
    """

    number: int
    line: int
    name: str
    scoring: ScoringMode
    dealer: Seat
    scores: BySeat[int]
    rulings: dict[str, str]
    rounds: tuple[GameRound, ...]
    winner: Seat | UnsetType | None


def build_game(
    logged: LoggedMatch, number: int, line: int, default_scoring: ScoringMode | None = None
) -> Game:
    """The game of a line.

    Raises:
        GameError: a card that is none, no deal, no first dealer, no scoring mode.
    """
    scoring = default_scoring if logged.scoring is UNSET else logged.scoring
    if scoring is None:
        raise GameError("scoring", "is missing; name it here or with --scoring")
    rounds = tuple(_round(told, f"rounds[{at}]") for at, told in enumerate(logged.rounds))
    dealer = _first_dealer(logged, rounds[0])
    first = replace(rounds[0], dealer=_seat(logged.dealer) or rounds[0].dealer)
    scores = BySeat(0, 0)
    if logged.start is not UNSET:
        scores = BySeat(logged.start.scores.north, logged.start.scores.south)
    return Game(
        number=number,
        line=line,
        name=logged.id,
        scoring=scoring,
        dealer=dealer,
        scores=scores,
        rulings=logged.rulings.declared(),
        rounds=(first, *rounds[1:]),
        winner=logged.winner,
    )


def _first_dealer(logged: LoggedMatch, first: GameRound) -> Seat:
    named = _seat(logged.dealer)
    if named and first.dealer and named != first.dealer:
        raise GameError("dealer", f"is {named}, and rounds[0].dealer is {first.dealer}")
    dealer = named or first.dealer_by_lead
    if dealer is None:
        raise GameError("dealer", "is missing, and neither `leader` nor a seat tells who dealt")
    return dealer


def _round(told: LoggedRound, path: str) -> GameRound:
    hands, stock, deck, deal = None, None, None, None
    if told.hands is not UNSET:
        north = _cards(told.hands.north, f"{path}.hands.north")
        hands = BySeat(north, _cards(told.hands.south, f"{path}.hands.south"))
    if told.stock is not UNSET:
        stock = _cards(told.stock, f"{path}.stock")
    if told.deck is not UNSET:
        deck = _cards(told.deck, f"{path}.deck")
    elif hands is None or stock is None:
        raise GameError(path, "`hands` and `stock`, or `deck`, must tell the deal")
    else:
        deal = Deal(hands, stock)
    if len(told.legal) > len(told.plays):
        raise GameError(f"{path}.legal", "has more entries than `plays`")
    return GameRound(
        plays=_plays(told, path),
        deal=deal,
        deck=deck,
        hands=hands,
        stock=stock,
        dealer=_seat(told.dealer),
        leader=_seat(told.leader),
        trump=None if told.trump is UNSET else told.trump,
        tricks=tuple(_trick(t, f"{path}.tricks[{at}]") for at, t in enumerate(told.tricks)),
        result=told.result,
    )


def _plays(told: LoggedRound, path: str) -> tuple[GamePlay, ...]:
    legal = [*told.legal, *[None] * (len(told.plays) - len(told.legal))]
    return tuple(
        _play(play, None if cards is None else _cards(cards, f"{path}.legal[{at}]"))
        for at, (play, cards) in enumerate(zip(told.plays, legal, strict=True))
    )


def _play(play: LoggedPlay, legal: tuple[Card, ...] | None) -> GamePlay:
    refused = play.refused is not UNSET
    reason = None if play.refused is UNSET or play.refused == "refused" else play.refused
    # An unknown card stays as it is: that it was played is for the rules to judge.
    return GamePlay(play.seat, _known(play.card) or play.card, refused, reason, legal)


def _trick(told: LoggedTrick, path: str) -> GameTrick:
    draws = None if told.draws is UNSET else _draws(told.draws, f"{path}.draws")
    return GameTrick(_seat(told.leader), _seat(told.winner), draws)


def _draws(told: LoggedDraws, path: str) -> dict[Seat, Card]:
    if told.north is UNSET or told.south is UNSET:
        return {}
    return {
        "north": _card(told.north, f"{path}.north"),
        "south": _card(told.south, f"{path}.south"),
    }


def _cards(cards: Cards, path: str) -> tuple[Card, ...]:
    texts = cards.split() if isinstance(cards, str) else cards
    return tuple(_card(text, f"{path}[{at}]") for at, text in enumerate(texts))


def _card(text: str, path: str) -> Card:
    card = _known(text)
    if card is None:
        raise GameError(path, f"{text!r} is no card: write rank then suit, such as AS, TC or 2H")
    return card


def _known(text: str) -> Card | None:
    return text if text in KNOWN_CARDS else _spelled(text)


@functools.lru_cache(maxsize=4096)
def _spelled(text: str) -> Card | None:
    try:
        return parse_card(text)
    except ValueError:
        return None


def _seat(told: Seat | UnsetType) -> Seat | None:
    return None if told is UNSET else told


def deal_fault(game_round: GameRound, deal: Deal) -> tuple[str, str] | None:
    """What is wrong with a deal, and the clause that it breaks; None if it is the pack.

    With a deck, ``deal`` is what the rules deal from it.
    """
    cards = deal.hands.north + deal.hands.south + deal.stock
    sizes = f"{len(deal.hands.north)}, {len(deal.hands.south)} and {len(deal.stock)} cards"
    twice = sorted({card for card in cards if cards.count(card) > 1})
    if twice:
        return f"{sizes}, {twice[0]} more than once", "setup.standard-deck"
    right_hands = len(deal.hands.north) == len(deal.hands.south) == HAND_SIZE
    if len(cards) == len(KNOWN_CARDS):
        if not right_hands:
            return sizes, "deal.six-cards-each"
        if game_round.deck and game_round.stock is not None and game_round.stock != deal.stock:
            # Wrong hands leave a wrong stock: then it is the hands that are told.
            as_dealt = game_round.hands is None or _same_hands(game_round.hands, deal.hands)
            if as_dealt:
                return "a stock that is not the rest of the deck", "deal.stock"
        return None
    stock_alone = right_hands and game_round.deck is None
    return sizes, "deal.stock" if stock_alone else "setup.standard-deck"


def _same_hands(a: BySeat[tuple[Card, ...]], b: BySeat[tuple[Card, ...]]) -> bool:
    return set(a.north) == set(b.north) and set(a.south) == set(b.south)
