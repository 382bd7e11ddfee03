"""The engine behind the adapter protocol, version 1 (``spec/protocol.md``).

Pure: a request is a decoded JSON object, a reply is a JSON-able ``dict``, and nothing is kept
from one request to the next. ``python -m reference_engine`` puts the pipes to it.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, TypeVar, get_args

from reference_engine.cards import KNOWN_CARDS, Card, parse_card
from reference_engine.replay import (
    Attempt,
    InvalidDealError,
    MatchInput,
    PlayShown,
    RoundInput,
    RoundShown,
    replay,
)
from reference_engine.rules import Rules
from reference_engine.state import SEATS, BySeat, Deal, RoundResult, ScoringMode, Seat, Trick

PROTOCOL = 1
VERSION = "1.0.0"

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
FEATURES: tuple[Feature, ...] = get_args(Feature)
SCORING_MODES: tuple[ScoringMode, ...] = get_args(ScoringMode)
RULINGS = (
    "trick_point_tie",
    "trick_count_tie",
    "both_reach_target",
    "dealer_rotation",
    "first_card_to",
)
"""The fields of :class:`Rules` that settle an open point (``spec/rulings.yaml``)."""

Message = dict[str, Any]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Announcement:
    """What the adapter says of itself in ``hello``; it shows these features and no others."""

    features: tuple[Feature, ...] = FEATURES
    rulings: bool = True


EVERYTHING = Announcement()


class RequestError(ValueError):
    """A request that breaks the protocol; the message names the field."""


class UnsupportedError(Exception):
    """A request that needs a feature which was not announced."""

    def __init__(self, feature: str, reason: str) -> None:
        super().__init__(reason)
        self.feature = feature
        self.reason = reason


def answer(rules: Rules, line: bytes, announced: Announcement = EVERYTHING) -> tuple[Message, bool]:
    """The reply to one line of input, and whether it is the last one (to ``bye``)."""
    try:
        request = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError) as problem:
        return _error(None, f"the line is not JSON in UTF-8: {problem}"), False
    if not isinstance(request, dict):
        return _error(None, "the line is not a JSON object"), False
    reply = handle(rules, request, announced)
    return reply, request.get("cmd") == "bye" and "error" not in reply


def handle(rules: Rules, request: Message, announced: Announcement = EVERYTHING) -> Message:
    """The reply to one request. Whatever is wrong with the request, or fails in ``rules``,
    becomes a reply too: this raises nothing."""
    request_id = request.get("id")
    if not isinstance(request_id, str):
        return _error(None, "id: a text is wanted")
    try:
        return {"id": request_id, **_command(request)(rules, request, announced)}
    except RequestError as problem:
        return _error(request_id, str(problem))
    except UnsupportedError as lack:
        return {"id": request_id, "unsupported": {"feature": lack.feature, "reason": lack.reason}}
    except Exception as failure:  # a faulty rule is reported, the process lives on
        return _error(request_id, f"{type(failure).__name__}: {failure}")


def hello(rules: Rules, request: Message, announced: Announcement = EVERYTHING) -> Message:
    """Who speaks, what it can show, and how it reads the open points."""
    if PROTOCOL not in _field(request, "protocols", list):
        raise RequestError(f"protocols: only version {PROTOCOL} is spoken here")
    reply: Message = {
        "protocol": PROTOCOL,
        "implementation": {"name": "reference-engine", "version": VERSION, "language": "python"},
        "scoring": list(SCORING_MODES),
        "features": list(announced.features),
        "max_in_flight": 1,
    }
    if announced.rulings:
        reply["rulings"] = {name: getattr(rules, name) for name in RULINGS}
    return reply


def run(rules: Rules, request: Message, announced: Announcement = EVERYTHING) -> Message:
    """Replay a match, or the part of one that is asked for.

    Raises:
        RequestError: the request is not one that the protocol allows.
        UnsupportedError: it needs a feature that was not announced.
    """
    features = frozenset(announced.features)
    trace = _choice(request, "detail", ("trace", "result")) == "trace"
    match = _match_input(rules, request)
    _check_features(match, features)
    try:
        shown = replay(rules, match, traced=trace)
    except InvalidDealError as problem:
        if "validates_deals" not in features:
            raise UnsupportedError("validates_deals", str(problem)) from problem
        return {"refused": {"reason": "invalid-deal"}}
    plays = [play for round_ in shown.rounds for play in round_.plays]
    if "refusals" not in features and not all(play.accepted for play in plays):
        raise UnsupportedError("refusals", "one of the plays is refused")
    if len(shown.rounds) < len(match.rounds) and shown.winner is None:
        raise RequestError(f"rounds[{len(shown.rounds)}]: the round before it is not over")
    return {
        "rounds": [
            _round(round_, asked, features if trace else None)
            for round_, asked in zip(shown.rounds, match.rounds, strict=False)
        ],
        "winner": shown.winner,
    }


def bye(_rules: Rules, _request: Message, _announced: Announcement = EVERYTHING) -> Message:
    """Nothing but the id; the loop ends after it."""
    return {}


def _command(request: Message) -> Callable[[Rules, Message, Announcement], Message]:
    commands = {"hello": hello, "run": run, "bye": bye}
    return commands[_choice(request, "cmd", tuple(commands))]


def _error(request_id: str | None, message: str) -> Message:
    return {"id": request_id, "error": {"message": message}}


# --- reading a request ----------------------------------------------------------------------


def _match_input(rules: Rules, request: Message) -> MatchInput:
    rounds = _field(request, "rounds", list)
    if not rounds:
        raise RequestError("rounds: at least one is wanted")
    return MatchInput(
        scoring=_scoring(request),
        # Only the first dealer is told; later ones follow from the ruling dealer_rotation.
        dealer=_seat(_item(rounds, 0, dict, "rounds"), "dealer", "rounds[0]."),
        rounds=tuple(
            _round_input(_item(rounds, at, dict, "rounds"), f"rounds[{at}].")
            for at in range(len(rounds))
        ),
        scores=_start_scores(rules, request),
    )


def _scoring(request: Message) -> ScoringMode:
    text = _field(request, "scoring", str)
    for mode in SCORING_MODES:
        if mode == text:
            return mode
    raise UnsupportedError("scoring", f"no scoring mode {text!r} was announced")


def _start_scores(rules: Rules, request: Message) -> BySeat[int]:
    where = "start.scores."
    given = _field(_field(request, "start", dict), "scores", dict, "start.")
    scores = BySeat(_field(given, "north", int, where), _field(given, "south", int, where))
    if min(scores.north, scores.south) < 0:
        raise RequestError("start.scores: a score is 0 or more")
    if max(scores.north, scores.south) >= rules.target and scores.north != scores.south:
        raise RequestError("start.scores: the match is already won")
    return scores


def _round_input(asked: Message, where: str) -> RoundInput:
    plays = _field(asked, "plays", list, where)
    attempts = tuple(
        _attempt(_item(plays, at, dict, f"{where}plays"), f"{where}plays[{at}].")
        for at in range(len(plays))
    )
    if "hands" not in asked and "stock" not in asked:
        return RoundInput(attempts, deck=_cards(asked, "deck", where))
    # A deck beside them says the same over again.
    hands = _field(asked, "hands", dict, where)
    north, south = (_cards(hands, seat, f"{where}hands.") for seat in SEATS)
    return RoundInput(attempts, deal=Deal(BySeat(north, south), _cards(asked, "stock", where)))


def _attempt(play: Message, where: str) -> Attempt:
    return Attempt(_seat(play, "seat", where), _card_or_text(_field(play, "card", str, where)))


def _cards(holder: Message, name: str, where: str) -> tuple[Card, ...]:
    texts = _field(holder, name, list, where)
    return tuple(_card_or_text(_item(texts, at, str, f"{where}{name}")) for at in range(len(texts)))


def _card_or_text(text: str) -> Card:
    """The card, or the text itself where it names none: the rules refuse it in their turn."""
    if text in KNOWN_CARDS:
        return text
    try:
        return parse_card(text)
    except ValueError:
        return text


def _seat(holder: Message, name: str, where: str) -> Seat:
    return _choice(holder, name, SEATS, where)


def _choice(holder: Message, name: str, choices: tuple[T, ...], where: str = "") -> T:
    text = _field(holder, name, str, where)
    for choice in choices:
        if choice == text:
            return choice
    raise RequestError(f"{where}{name}: {text!r} is none of {', '.join(map(str, choices))}")


def _field(holder: Message, name: str, kind: type[T], where: str = "") -> T:
    if name not in holder:
        raise RequestError(f"{where}{name}: is missing")
    return _of_kind(holder[name], kind, where + name)


def _item(items: list[Any], at: int, kind: type[T], where: str) -> T:
    return _of_kind(items[at], kind, f"{where}[{at}]")


def _of_kind(value: object, kind: type[T], where: str) -> T:
    # By identity: true is no score, although a bool is an int to Python.
    if type(value) is not kind:
        names = {dict: "an object", list: "a list", str: "a text", int: "a whole number"}
        raise RequestError(f"{where}: {names[kind]} is wanted")
    return value


def _check_features(match: MatchInput, features: frozenset[str]) -> None:
    if "start_scores" not in features and match.scores != BySeat(0, 0):
        raise UnsupportedError("start_scores", "matches start at 0–0 here")
    if "deals_from_deck" not in features and any(asked.deal is None for asked in match.rounds):
        raise UnsupportedError("deals_from_deck", "hands and stock are wanted here")


# --- writing a reply ------------------------------------------------------------------------


def _round(shown: RoundShown, asked: RoundInput, features: frozenset[str] | None) -> Message:
    """One round of the reply; without ``features`` its result alone (detail ``result``)."""
    told: Message = {"dealer": shown.dealer, "leader": shown.leader, "trump": shown.trump}
    if features is not None:
        if asked.deal is None:
            told["dealt"] = _by_seat(shown.dealt)
        told["plays"] = [_play(play, features) for play in shown.plays]
        told["tricks"] = [_trick(trick, features) for trick in shown.tricks]
        if "hands" in features:
            told["hands"] = _by_seat(shown.hands)
    told["result"] = shown.result and _result(shown.result)
    return told


def _play(play: PlayShown, features: frozenset[str]) -> Message:
    told: Message = {"accepted": play.accepted}
    if play.reasons:
        told["reason"] = play.reasons[0]
    if "legal_plays" in features:
        told["legal"] = list(play.legal)
    if "views" in features:
        told["sees"] = play.sees
    return told


def _trick(trick: Trick, features: frozenset[str]) -> Message:
    told: Message = {"leader": trick.leader, "winner": trick.winner}
    if "draws" in features:
        told["draws"] = dict(trick.draws)
    return told


def _result(result: RoundResult) -> Message:
    return {
        "tricks": _by_seat(result.tricks),
        "trick_points": _by_seat(result.trick_points),
        "awards": dict(result.awards.items()),
        "scores": _by_seat(result.scores),
    }


def _by_seat(pair: BySeat[Any]) -> Message:
    return dict(pair.items())
