"""Requests in a form in which the shipped suite cannot be recognized (``--seed``).

The rules know no suit by name, no seat, and no order within a hand. So each request can be sent
with other suits, with the seats exchanged and the hands in another order, and its reply be read
back; whatever is judged, shown and kept is in the words of the scenario. Which form a request
takes follows from the seed and the request alone: asked again it is the same.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Any, TypeVar

import msgspec
from msgspec import UNSET

from conformance.adapters.session import NoReply, Withdrawn
from conformance.dice import Dice, dice_of
from conformance.grading.compare import CARD_IN_TEXT, LONGEST_CARD, Difference
from conformance.protocol.codec import request_bytes
from conformance.protocol.messages import HelloReply, RunReply
from conformance.sharing import Adapter, abandon
from reference_engine.cards import DECK, SUITS, parse_card
from reference_engine.rules import HAND_SIZE

T = TypeVar("T")
ORDERS = tuple(permutations(SUITS))


def in_order_of(seed: int | None, items: Iterable[T]) -> list[T]:
    """The items in the order of a seed; in their own without one."""
    kept = list(items)
    if seed is None:
        return kept
    return [kept[at] for at in dice_of("order", seed, len(kept)).shuffled(range(len(kept)))]


@dataclass(frozen=True, slots=True)
class Veil:
    """How one request is sent: ``suits`` for C D H S, the seats exchanged or not, and the hands
    in the order that ``hands`` throws."""

    suits: tuple[str, ...]
    exchanged: bool
    hands: int = 0

    @classmethod
    def of(cls, seed: int, request: Mapping[str, Any]) -> "Veil":
        """The veil of a request under a seed."""
        written = request_bytes(dict(request))
        digest = hashlib.sha256(b"%d/%b" % (seed, written)).digest()
        thrown = int.from_bytes(digest[:8])
        return cls(ORDERS[thrown % len(ORDERS)], bool(digest[8] % 2), thrown)

    @property
    def lifted(self) -> "Veil":
        """What turns everything back, but for the order of hands."""
        back = tuple(SUITS[self.suits.index(suit)] for suit in SUITS)
        return Veil(back, self.exchanged)

    def request(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """The request as it is sent."""
        translated: dict[str, Any] = self._words().value(dict(request))
        dice = Dice(self.hands)
        sent = {**translated, "rounds": [_reordered(r, dice) for r in translated["rounds"]]}
        if "start" in sent:
            sent["start"] = {**sent["start"], "scores": _north_first(sent["start"]["scores"])}
        return sent

    def reply(self, reply: RunReply) -> RunReply:
        """The reply in the words of the scenario."""
        if reply.rounds is UNSET:
            return reply
        told = self.lifted._words().value(msgspec.to_builtins(reply))
        return msgspec.convert(told, RunReply)

    def difference(self, difference: Difference) -> Difference:
        """A difference in the words of what was sent."""
        words = self._words()
        value = words.suit if difference.field == "trump" else words.value
        return replace(
            difference,
            expected=value(difference.expected),
            reported=value(difference.reported),
            seat=value(difference.seat),
            card=words.value(difference.card),
        )

    def _words(self) -> "_Words":
        suits = dict(zip(SUITS, self.suits, strict=True))
        names: dict[str, str] = {card: card[0] + suits[card[1]] for card in DECK}
        if self.exchanged:
            names |= {"north": "south", "south": "north"}
        return _Words(suits, names)


@dataclass(frozen=True, slots=True)
class _Words:
    suits: dict[str, str]
    names: dict[str, str]
    """Cards and seats."""

    def suit(self, name: Any) -> Any:
        return self.suits.get(name, name)

    def value(self, value: Any) -> Any:
        """``value`` with every card, seat and trump suit in it exchanged."""
        if isinstance(value, str):
            return self.names.get(value, value)
        if isinstance(value, list):
            return [self.value(item) for item in value]
        if isinstance(value, dict):
            return {self.names.get(key, key): self._field(key, v) for key, v in value.items()}
        return value

    def _field(self, key: str, value: Any) -> Any:
        if key == "trump" and isinstance(value, str):
            return self.suit(value)
        return self._seen(value) if key == "sees" else self.value(value)

    def _seen(self, value: Any) -> Any:
        """A view may hold anything, and spell cards in every way."""
        if isinstance(value, str):
            return self.names.get(value) or self._spelled(value)
        if isinstance(value, list):
            return [self._seen(item) for item in value]
        if isinstance(value, dict):
            return {
                self._seen(key): self.suit(v) if key == "trump" else self._seen(v)
                for key, v in value.items()
            }
        return value

    def _spelled(self, text: str) -> str:
        try:
            if len(text) <= LONGEST_CARD:
                return self.names[parse_card(text)]
        except ValueError:
            pass
        return CARD_IN_TEXT.sub(lambda found: self.names[parse_card(found[0])], text)


def _reordered(asked: dict[str, Any], dice: Dice) -> dict[str, Any]:
    """A round with each hand in another order, in the deck too."""
    if "hands" not in asked:
        return asked
    hands, deck = asked["hands"], asked["deck"]
    dealt = [card for seat in hands for card in hands[seat]]
    if len(set(dealt)) < 2 * HAND_SIZE or sorted(deck[: len(dealt)]) != sorted(dealt):
        return {**asked, "hands": _north_first(hands)}  # no deal, and sent to be refused
    places = {card: (seat, at) for seat, cards in hands.items() for at, card in enumerate(cards)}
    mixed = {seat: _mixed(cards, dice) for seat, cards in hands.items()}
    order = [mixed[seat][at] for seat, at in (places[card] for card in deck[: len(dealt)])]
    return {**asked, "hands": _north_first(mixed), "deck": [*order, *deck[len(dealt) :]]}


def _mixed(cards: Sequence[str], dice: Dice) -> list[str]:
    return [cards[at] for at in dice.shuffled(range(len(cards)))]


def _north_first(by_seat: dict[str, Any]) -> dict[str, Any]:
    return {seat: by_seat[seat] for seat in ("north", "south") if seat in by_seat}


class Veiled:
    """An adapter that is asked under the veil of a seed and answers without it."""

    def __init__(self, adapter: Adapter, seed: int) -> None:
        self.adapter = adapter
        self._seed = seed
        self._last: RunReply | None = None
        self.veil: Veil | None = None
        """That of the last request."""
        self.asked = 0
        self.withdrawn: list[Withdrawn] = []

    def greet(self) -> HelloReply:
        return self.adapter.greet()

    def run(self, request: dict[str, Any]) -> RunReply | NoReply:
        self.asked += 1
        self.veil = Veil.of(self._seed, request)
        answer = self.adapter.run(self.veil.request(request))
        self._note_withdrawn()
        if isinstance(answer, NoReply):
            self._last = None
            return answer
        self._last = self.veil.reply(answer)
        return self._last

    def abandon(self) -> None:
        abandon(self.adapter)

    def close(self) -> None:
        self.adapter.close()
        self._note_withdrawn()

    def _note_withdrawn(self) -> None:
        """Only the last reply is ever withdrawn: the adapter gave it, this gave another."""
        for found in self.adapter.withdrawn[len(self.withdrawn) :]:
            given = self._last or found.reply
            self.withdrawn.append(Withdrawn(found.number, given, found.instead))
