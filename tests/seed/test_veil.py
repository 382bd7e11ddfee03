"""What is sent under a seed cannot be recognized, and comes to the same."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from conformance.adapters.in_process import InProcess
from conformance.adapters.session import NoReply
from conformance.exhaustive.rounds import shipped_rounds
from conformance.exhaustive.scores import shipped_index
from conformance.exhaustive.tier import Tier
from conformance.protocol.codec import request_bytes
from conformance.protocol.messages import RunReply
from conformance.reports import explain
from conformance.runner import Options, Run, run_suite
from conformance.veil import Veil
from reference_engine.adapter import EVERYTHING, handle
from reference_engine.cards import DECK, Card
from reference_engine.replay import dealing_order
from reference_engine.rules import Rules
from reference_engine.state import BySeat, Deal, Round, Seat
from tests.conformance.making import BOOK, all_shipped

SUITE = list(all_shipped().values())
REPEATS = Tier(shipped_rounds(), shipped_index(), only=("generated/repeat", "generated/0001"))
OWN: dict[str, Any] = {
    "scoring": "full",
    "detail": "trace",
    "start": {"scores": {"north": 2, "south": 0}},
    "rounds": [
        {
            "dealer": "north",
            "hands": {"north": list(DECK[0:6]), "south": list(DECK[6:12])},
            "stock": list(DECK[12:]),
            "deck": list(
                dealing_order(Rules(), Deal(BySeat(DECK[0:6], DECK[6:12]), DECK[12:]), "north")
            ),
            "plays": [{"seat": "south", "card": "8C"}, {"seat": "north", "card": "1X"}],
        }
    ],
}


class Listening(InProcess):
    """An engine that keeps what it is asked and answers."""

    def __init__(self, rules: Rules = Rules()) -> None:  # noqa: B008 - frozen
        super().__init__(lambda request: handle(rules, request, EVERYTHING))
        self.heard: dict[bytes, RunReply] = {}

    def run(self, request: dict[str, Any]) -> RunReply | NoReply:
        reply = super().run(request)
        assert isinstance(reply, RunReply)
        self.heard[request_bytes(request)] = reply
        return reply


class Table(InProcess):
    """No engine: it answers what it finds in a table, and else what stands there first."""

    def __init__(self, table: dict[bytes, RunReply]) -> None:
        super().__init__(lambda request: handle(Rules(), request, EVERYTHING))
        self._table = table

    def run(self, request: dict[str, Any]) -> RunReply | NoReply:
        self.asked += 1
        return self._table.get(request_bytes(request)) or next(iter(self._table.values()))


def _run(open_adapter: Callable[[], InProcess], **options: Any) -> Run:
    return run_suite(SUITE, open_adapter, BOOK, Options(**options))


@pytest.mark.parametrize("seed", [0, 7, 2**32 - 1])
def test_a_sound_engine_conforms_whatever_the_seed(seed: int) -> None:
    run = _run(Listening, seed=seed, tier=REPEATS)
    assert run.judgement(BOOK).verdict == "conforms"
    assert run.generated is not None
    assert {o.kind for o in (*run.outcomes, *run.generated.outcomes)} == {"pass"}
    plain = _run(Listening)
    assert [(o.scenario, o.scoring) for o in run.outcomes] == [
        (o.scenario, o.scoring) for o in plain.outcomes
    ]


class LoserDrawsFirst(Rules):
    def drawers(self, r: Round, winner: Seat) -> tuple[Seat, ...]:
        return super().drawers(r, winner)[::-1]


class AceIsLow(Rules):
    def beats(self, r: Round, card: Card, best: Card) -> bool:
        if card[1] == best[1] and "A" in (card[0], best[0]):
            return best[0] == "A"
        return super().beats(r, card, best)


@pytest.mark.parametrize("rules", [LoserDrawsFirst(), AceIsLow()])
def test_a_wrong_engine_fails_the_same_scenarios_in_the_same_words(rules: Rules) -> None:
    plain = _run(lambda: Listening(rules), scoring="full")
    veiled = _run(lambda: Listening(rules), scoring="full", seed=3)
    assert any(outcome.failed for outcome in plain.outcomes)
    told = [(o.scenario, o.kind, o.divergence) for o in plain.outcomes]
    assert [(o.scenario, o.kind, o.divergence) for o in veiled.outcomes] == told


def test_a_table_of_the_shipped_suite_is_of_no_use() -> None:
    heard: dict[bytes, RunReply] = {}

    def listening() -> Listening:
        adapter = Listening()
        adapter.heard = heard
        return adapter

    _run(listening, scoring="full")
    known = _run(lambda: Table(heard), scoring="full")
    assert {outcome.kind for outcome in known.outcomes} == {"pass"}
    veiled = _run(lambda: Table(heard), scoring="full", seed=3)
    passed = [outcome for outcome in veiled.outcomes if outcome.kind == "pass"]
    assert len(passed) < len(veiled.outcomes) // 20


def test_the_same_seed_asks_the_same_in_the_same_order_and_another_one_does_not() -> None:
    def heard(seed: int | None) -> list[bytes]:
        adapter = Listening()
        _run(lambda: adapter, seed=seed, scoring="simplified")
        return list(adapter.heard)

    plain, one, again, other = map(heard, (None, 1, 1, 2))
    assert one == again
    assert len(one) == len(other) == len(plain)
    assert len(set(one) & set(other)) < len(one) // 20
    assert len(set(one) & set(plain)) < len(one) // 20


@pytest.mark.parametrize("seed", range(20))
def test_a_veiled_request_is_as_sound_as_it_was(seed: int) -> None:
    sent = Veil.of(seed, OWN).request(OWN)
    (asked,) = sent["rounds"]
    hands = asked["hands"]
    assert list(hands) == ["north", "south"]
    assert list(sent["start"]["scores"]) == ["north", "south"]
    assert sorted(asked["deck"]) == sorted(DECK)
    deal = Deal(BySeat(tuple(hands["north"]), tuple(hands["south"])), tuple(asked["stock"]))
    assert tuple(asked["deck"]) == dealing_order(Rules(), deal, asked["dealer"])
    first, second = asked["plays"]
    assert first["seat"] != asked["dealer"]
    assert first["card"] in hands[first["seat"]]
    assert first["card"][0] == "8"
    assert second == {"seat": asked["dealer"], "card": "1X"}
    assert sent["start"]["scores"][asked["dealer"]] == 2


def test_under_some_seed_everything_changes() -> None:
    veils = [Veil.of(seed, OWN) for seed in range(200)]
    assert {veil.exchanged for veil in veils} == {True, False}
    assert len({veil.suits for veil in veils}) == 24


def test_a_failure_tells_what_was_sent_and_how_to_send_it_again() -> None:
    run = _run(lambda: Listening(LoserDrawsFirst()), scoring="full", seed=3)
    failed = [o for o in run.outcomes if o.divergence and o.divergence.difference.field == "draws"]
    assert failed
    for outcome in failed:
        assert outcome.divergence is not None
        assert outcome.sent is not None
        assert outcome.sent.difference is not None
        suits = dict(zip("CDHS", outcome.sent.suits, strict=True))
        seats = {"north": "south", "south": "north"} if outcome.sent.exchanged else {}
        assert outcome.sent.difference.expected == {
            seats.get(seat, seat): card[0] + suits[card[1]]
            for seat, card in outcome.divergence.difference.expected.items()
        }
        assert "--seed 3" in explain.reproduce(outcome, ("./adapter",))
        assert " for C D H S" in explain.sent(outcome.sent)


def test_cards_are_found_in_a_view_however_they_are_spelled() -> None:
    veil = Veil(("D", "H", "S", "C"), exchanged=True)
    own = {
        "id": "1",
        "rounds": [
            {
                "dealer": "north",
                "leader": "south",
                "trump": "D",
                "result": None,
                "plays": [
                    {
                        "accepted": True,
                        "sees": {"hand": ["10d", "A♦", "KD"], "note": "you hold TD and 2♥", "n": 1},
                    }
                ],
                "tricks": [],
            }
        ],
        "winner": None,
    }
    read = veil.reply(msgspec.convert(own, RunReply))
    (told,) = read.rounds  # type: ignore[misc]
    assert (told.dealer, told.leader, told.trump) == ("south", "north", "C")
    (play,) = told.plays  # type: ignore[misc]
    assert play.sees == {"hand": ["TC", "AC", "KC"], "note": "you hold TC and 2D", "n": 1}
