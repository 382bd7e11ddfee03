"""The engine behind the protocol: what it answers, to good requests and to bad ones."""

import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import pytest
import yaml

from reference_engine.__main__ import main
from reference_engine.adapter import FEATURES, RULINGS, Announcement, answer, handle
from reference_engine.rules import Rules
from reference_engine.state import Round, Seat
from tests.reference_engine.positions import DOCUMENTED, cards, pack_without

Message = dict[str, Any]

ROOT = Path(__file__).parents[2]
SOUTH = "JC 4C 9H 2D 7S 8S"
NORTH = "KD QD 3H 5S 6S TS"
STOCK = cards("5H 9D") + pack_without(cards(f"{SOUTH} {NORTH} 5H 9D"))

# A round of which the winners are plain: north has clubs and diamonds, south spades and hearts,
# which are trumps; south's one club and north's one heart must follow. North leads and wins
# twelve tricks; then south ruffs and leads to the end.
NORTH_PLAYS = cards("AC KC QC AD KD QD JC TC JD TD 3C 4C 2D 3H 5C 6C 7C 8C 9C 3D 4D 5D 6D 7D 8D 9D")
SOUTH_PLAYS = cards("2C AS KS QS JS TS 9S 8S 7S 6S 5S 4S 2H AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3S 2S")
NORTH_DRAWS = cards("3H JC TC JD TD 3C 4C 2D 5C 6C 7C 8C 9C 3D 4D 5D 6D 7D 8D 9D")


def played(*plays: str) -> list[Message]:
    """``"S:JC"`` as south playing that card."""
    seats = {"N": "north", "S": "south"}
    return [{"seat": seats[play[0]], "card": play[2:]} for play in plays]


def small_round(*plays: str, **change: Any) -> Message:
    """North deals, south leads, hearts are trumps."""
    hands = {"north": list(cards(NORTH)), "south": list(cards(SOUTH))}
    return {
        "dealer": "north",
        "hands": hands,
        "stock": list(STOCK),
        "plays": played(*plays),
        **change,
    }


def whole_round(*more: str) -> Message:
    """South deals, north leads; ``more`` plays come after the last trick."""
    plays, stock = [], []
    for at, (north, south) in enumerate(zip(NORTH_PLAYS, SOUTH_PLAYS, strict=True)):
        pair = [f"N:{north}", f"S:{south}"]
        plays += pair if at < 13 else pair[::-1]
        if at < 20:
            drawn = [NORTH_DRAWS[at], SOUTH_PLAYS[6 + at]]
            stock += drawn if at < 12 else drawn[::-1]
    hands = {"north": list(NORTH_PLAYS[:6]), "south": list(SOUTH_PLAYS[:6])}
    return {"dealer": "south", "hands": hands, "stock": stock, "plays": played(*plays, *more)}


def run(*rounds: Message, **change: Any) -> Message:
    return {
        "cmd": "run",
        "id": "7",
        "scoring": "full",
        "detail": "trace",
        "start": {"scores": {"north": 0, "south": 0}},
        "rounds": list(rounds),
        **change,
    }


def only_round(request: Message, rules: Rules = DOCUMENTED) -> Message:
    [shown] = handle(rules, request)["rounds"]
    return dict(shown)


def error_of(request: Message) -> str:
    reply = handle(DOCUMENTED, request)
    assert reply["id"] == "7"
    return str(reply["error"]["message"])


def without(*features: str) -> Announcement:
    return Announcement(tuple(feature for feature in FEATURES if feature not in features))


# --- hello ------------------------------------------------------------------------------------


def test_the_rulings_are_those_of_the_rulebook() -> None:
    rulings = yaml.safe_load((ROOT / "spec" / "rulings.yaml").read_text("utf-8"))["rulings"]
    assert [ruling["name"] for ruling in rulings] == list(RULINGS)
    for ruling in rulings:
        assert get_args(Rules.__annotations__[ruling["name"]]) == tuple(ruling["options"])


def test_hello_declares_the_readings_in_force() -> None:
    request = {"cmd": "hello", "id": "0", "protocols": [1, 2], "suite": "9"}
    reply = handle(Rules(dealer_rotation="loser_deals"), request)
    assert reply["protocol"] == 1
    assert reply["rulings"] == {
        "trick_point_tie": "nobody",
        "trick_count_tie": "nobody",
        "both_reach_target": "higher_score",
        "dealer_rotation": "loser_deals",
        "first_card_to": "non_dealer",
    }


def test_readings_can_be_left_undeclared() -> None:
    request = {"cmd": "hello", "id": "0", "protocols": [1], "suite": "9"}
    assert "rulings" not in handle(DOCUMENTED, request, Announcement(rulings=False))


def test_another_version_of_the_protocol_is_not_spoken() -> None:
    assert "protocols" in error_of({"cmd": "hello", "id": "7", "protocols": [2], "suite": "9"})


# --- run --------------------------------------------------------------------------------------


def test_a_trick_in_progress() -> None:
    shown = only_round(run(small_round("S:JC")))
    assert (shown["dealer"], shown["leader"], shown["trump"]) == ("north", "south", "H")
    assert shown["tricks"] == []
    assert set(shown["hands"]["south"]) == set(cards("4C 9H 2D 7S 8S"))
    assert shown["result"] is None


def test_cards_are_read_in_every_way_of_writing_them() -> None:
    hands = {"north": ["kd", "q♦", "3h", "5♠", "6S", "10s"], "south": list(cards(SOUTH))}
    shown = only_round(run(small_round("S:7♠", "N:10S", hands=hands)))
    assert shown["tricks"] == [
        {"leader": "south", "winner": "north", "draws": {"north": "5H", "south": "9D"}}
    ]


@pytest.mark.parametrize(
    ("plays", "reason"),
    [
        (["N:KD"], "not-your-turn"),
        (["S:0C"], "unknown-card"),
        (["S:"], "unknown-card"),
        (["S:10"], "unknown-card"),
        (["S:AS"], "card-not-in-hand"),
        (["S:7S", "N:KD"], "must-follow-suit"),
    ],
)
def test_a_refused_play_says_why(plays: list[str], reason: str) -> None:
    last = only_round(run(small_round(*plays)))["plays"][-1]
    assert (last["accepted"], last["reason"]) == (False, reason)


def test_after_the_last_trick_nobody_is_on_turn() -> None:
    shown = only_round(run(whole_round("S:2S")))
    assert shown["plays"][-1] == {
        "accepted": False,
        "reason": "round-over",
        "legal": [],
        "sees": {"hand": [], "stock_top": None, "stock_count": 0, "trick": []},
    }


@pytest.mark.parametrize(
    ("scoring", "game", "scores"),
    [("full", "north", (1, 3)), ("simplified", "south", (0, 4))],
)
def test_the_award_game_goes_by_the_scoring_mode(
    scoring: str, game: Seat, scores: tuple[int, int]
) -> None:
    result = only_round(run(whole_round(), scoring=scoring))["result"]
    assert result["tricks"] == {"north": 12, "south": 14}
    assert result["trick_points"] == {"north": 60, "south": 20}
    assert result["awards"] == {"high": "south", "low": "south", "jack": "south", "game": game}
    assert (result["scores"]["north"], result["scores"]["south"]) == scores


def test_the_result_alone_is_told_where_no_more_is_asked() -> None:
    shown = only_round(run(whole_round(), detail="result"))
    assert set(shown) == {"dealer", "leader", "trump", "result"}


def test_a_round_asked_for_after_the_match_is_won_is_left_out() -> None:
    start = {"scores": {"north": 0, "south": 7}}
    reply = handle(DOCUMENTED, run(whole_round(), small_round(), start=start))
    assert len(reply["rounds"]) == 1
    assert reply["winner"] == "south"


def test_the_next_dealer_follows_from_the_ruling_and_not_from_the_request() -> None:
    request = run(whole_round(), small_round(dealer="north"))
    same = handle(Rules(dealer_rotation="same_dealer"), request)
    by_turns = handle(DOCUMENTED, request)
    assert same["rounds"][1]["dealer"] == "south"
    assert by_turns["rounds"][1]["dealer"] == "north"


@pytest.mark.parametrize(
    ("first_card_to", "south_has"),
    [("non_dealer", "2C 4C 6C 8C TC QC"), ("dealer", "3C 5C 7C 9C JC KC")],
)
def test_a_deck_alone_is_dealt(first_card_to: Any, south_has: str) -> None:
    request = run({"dealer": "north", "deck": list(pack_without(())), "plays": []})
    shown = only_round(request, Rules(first_card_to=first_card_to))
    assert set(shown["dealt"]["south"]) == set(cards(south_has))


def test_hands_that_were_sent_are_not_reported_as_dealt() -> None:
    assert "dealt" not in only_round(run(small_round()))


def test_nothing_is_kept_between_requests() -> None:
    first, second = run(whole_round()), run(small_round("S:JC"))
    alone = handle(DOCUMENTED, second)
    handle(DOCUMENTED, first)
    assert handle(DOCUMENTED, second) == alone


# --- deals that are none ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "change",
    [
        {"stock": list(STOCK[:-1])},
        {"stock": [*STOCK[:-1], "JC"]},
        {"stock": [*STOCK[:-1], "joker"]},
        {"hands": {"north": list(cards(NORTH)), "south": list(cards(SOUTH))[:-1]}},
        {
            "hands": {"north": [*cards(NORTH), STOCK[0]], "south": list(cards(SOUTH))},
            "stock": list(STOCK[1:]),
        },
    ],
    ids=["39 in the stock", "a card twice", "a joker", "a hand of five", "a hand of seven"],
)
def test_a_deal_that_is_not_the_pack_refuses_the_request(change: Message) -> None:
    refused = {"id": "7", "refused": {"reason": "invalid-deal"}}
    assert handle(DOCUMENTED, run(small_round(**change))) == refused
    assert handle(DOCUMENTED, run(whole_round(), small_round(**change))) == refused


@pytest.mark.parametrize("deck", [[], ["AS"] * 52, [*pack_without(()), "AS"]])
def test_a_deck_that_is_not_the_pack_refuses_the_request(deck: list[str]) -> None:
    reply = handle(DOCUMENTED, run({"dealer": "north", "deck": deck, "plays": []}))
    assert reply == {"id": "7", "refused": {"reason": "invalid-deal"}}


# --- features left out ------------------------------------------------------------------------


def test_the_least_that_an_adapter_shows() -> None:
    [shown] = handle(DOCUMENTED, run(small_round("S:7S", "N:TS")), Announcement(features=()))[
        "rounds"
    ]
    assert shown == {
        "dealer": "north",
        "leader": "south",
        "trump": "H",
        "plays": [{"accepted": True}, {"accepted": True}],
        "tricks": [{"leader": "south", "winner": "north"}],
        "result": None,
    }


@pytest.mark.parametrize(
    ("feature", "request_for_it"),
    [
        ("refusals", run(small_round("N:KD"))),
        ("start_scores", run(small_round(), start={"scores": {"north": 1, "south": 0}})),
        ("deals_from_deck", run({"dealer": "north", "deck": list(pack_without(())), "plays": []})),
        ("validates_deals", run(small_round(stock=[]))),
    ],
)
def test_what_was_not_announced_is_unsupported(feature: str, request_for_it: Message) -> None:
    assert "unsupported" not in handle(DOCUMENTED, request_for_it)
    reply = handle(DOCUMENTED, request_for_it, without(feature))
    assert reply["unsupported"]["feature"] == feature


def test_an_unknown_scoring_mode_is_unsupported() -> None:
    reply = handle(DOCUMENTED, run(small_round(), scoring="rubber"))
    assert reply["unsupported"]["feature"] == "scoring"


# --- requests that break the protocol ---------------------------------------------------------


@pytest.mark.parametrize(
    ("spoil", "field"),
    [
        (lambda r: r.pop("cmd"), "cmd"),
        (lambda r: r.update(cmd="dance"), "cmd"),
        (lambda r: r.update(cmd=["run"]), "cmd"),
        (lambda r: r.pop("scoring"), "scoring"),
        (lambda r: r.update(scoring=1), "scoring"),
        (lambda r: r.update(detail="all"), "detail"),
        (lambda r: r.pop("start"), "start"),
        (lambda r: r["start"].pop("scores"), "start.scores"),
        (lambda r: r["start"]["scores"].pop("south"), "start.scores.south"),
        (lambda r: r["start"]["scores"].update(north=True), "start.scores.north"),
        (lambda r: r["start"]["scores"].update(north=1.0), "start.scores.north"),
        (lambda r: r["start"]["scores"].update(north=-1), "start.scores"),
        (lambda r: r["start"]["scores"].update(north=10), "start.scores"),
        (lambda r: r.update(rounds=[]), "rounds"),
        (lambda r: r.update(rounds={}), "rounds"),
        (lambda r: r["rounds"].append("more"), "rounds[1]"),
        (lambda r: r["rounds"][0].pop("dealer"), "rounds[0].dealer"),
        (lambda r: r["rounds"][0].update(dealer="east"), "rounds[0].dealer"),
        (lambda r: r["rounds"][0].pop("plays"), "rounds[0].plays"),
        (lambda r: r["rounds"][0].pop("stock"), "rounds[0].stock"),
        (lambda r: r["rounds"][0].pop("hands"), "rounds[0].hands"),
        (lambda r: r["rounds"][0]["hands"].pop("south"), "rounds[0].hands.south"),
        (lambda r: r["rounds"][0]["stock"].__setitem__(3, 9), "rounds[0].stock[3]"),
        (lambda r: r["rounds"][0]["plays"].append(None), "rounds[0].plays[1]"),
        (lambda r: r["rounds"][0]["plays"][0].pop("seat"), "rounds[0].plays[0].seat"),
        (lambda r: r["rounds"][0]["plays"][0].update(seat="me"), "rounds[0].plays[0].seat"),
        (lambda r: r["rounds"][0]["plays"][0].update(card=7), "rounds[0].plays[0].card"),
    ],
)
def test_an_error_names_the_field(spoil: Callable[[Message], object], field: str) -> None:
    request = run(small_round("S:JC"))
    spoil(request)
    assert error_of(request).startswith(f"{field}: ")


def test_a_round_with_neither_hands_nor_deck() -> None:
    assert error_of(run({"dealer": "north", "plays": []})).startswith("rounds[0].deck: ")


def test_a_round_after_an_unfinished_one() -> None:
    assert error_of(run(small_round("S:JC"), small_round())).startswith("rounds[1]: ")


def test_a_tie_above_the_target_may_be_started_from() -> None:
    request = run(small_round(), start={"scores": {"north": 11, "south": 11}})
    assert handle(DOCUMENTED, request)["winner"] is None


@pytest.mark.parametrize("request_id", [None, 7, ["7"]])
def test_an_id_that_is_no_text(request_id: object) -> None:
    reply = handle(DOCUMENTED, {"cmd": "bye", "id": request_id})
    assert reply["id"] is None
    assert reply["error"]["message"].startswith("id: ")


@pytest.mark.parametrize(
    "line",
    [b"\n", b"hello\n", b'{"cmd": "run"\n', b"[1]\n", b'"bye"\n', b"\xff\xfe\n", b"[" * 100_000],
)
def test_a_line_that_is_no_message(line: bytes) -> None:
    reply, last = answer(DOCUMENTED, line)
    assert reply["id"] is None
    assert set(reply) == {"id", "error"}
    assert not last


def test_the_conversation_ends_with_bye_alone() -> None:
    assert answer(DOCUMENTED, b'{"cmd": "bye", "id": "7"}\n') == ({"id": "7"}, True)
    assert not answer(DOCUMENTED, b'{"cmd": "bye"}\n')[1]


def test_a_rule_that_fails_is_reported() -> None:
    class Faulty(Rules):
        def trick_winner(self, r: Round, led: str, follow: str) -> Seat:
            raise KeyError("no such player")

    reply = handle(Faulty(), run(small_round("S:7S", "N:TS")))
    assert reply["id"] == "7"
    assert "no such player" in reply["error"]["message"]


# --- the process ------------------------------------------------------------------------------


def process(*options: str, lines: bytes) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "reference_engine", *options],
        input=lines,
        capture_output=True,
        cwd=ROOT,
        timeout=30,
        check=False,
    )


def adapter() -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "reference_engine"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    )


HELLO = b'{"cmd": "hello", "id": "0", "protocols": [1], "suite": "9"}\n'


def test_options_choose_readings_and_features() -> None:
    options = ("--dealer_rotation", "winner_deals", "--trick-point-tie", "dealer")
    done = process(*options, "--without", "views", "--without", "hands", lines=HELLO)
    reply = json.loads(done.stdout)
    assert reply["rulings"]["dealer_rotation"] == "winner_deals"
    assert reply["rulings"]["trick_point_tie"] == "dealer"
    assert set(reply["features"]) == set(FEATURES) - {"views", "hands"}


def test_undeclared_readings_are_left_out_of_hello() -> None:
    assert "rulings" not in json.loads(process("--undeclared", lines=HELLO).stdout)


def test_a_reading_that_does_not_exist_is_turned_down() -> None:
    done = process("--dealer-rotation", "by-lot", lines=HELLO)
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"by-lot" in done.stderr


def test_a_reply_longer_than_a_pipe_holds_comes_whole() -> None:
    asked = run(whole_round(*["S:2S"] * 2000))
    done = process(lines=json.dumps(asked).encode() + b"\n")
    [reply] = map(json.loads, done.stdout.splitlines())
    assert len(done.stdout) > 2**16
    assert len(reply["rounds"][0]["plays"]) == 52 + 2000


def test_a_reply_comes_whole_in_short_writes(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    write = os.write
    monkeypatch.setattr(os, "write", lambda descriptor, data: write(descriptor, data[:5]))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(HELLO)))
    assert main([]) == 0
    assert json.loads(capfd.readouterr().out)["protocol"] == 1


def test_it_ends_quietly_when_nobody_reads_any_more() -> None:
    with adapter() as child:
        assert child.stdin is not None
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdout.close()
        child.stdin.write(HELLO)
        child.stdin.close()
        assert child.stderr.read() == b""
        assert child.wait(30) == 0


@pytest.mark.skipif(os.name == "nt", reason="an interrupt cannot be sent to one process there")
def test_an_interrupt_ends_it_quietly() -> None:
    with adapter() as child:
        assert child.stdin is not None
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdin.write(HELLO)
        child.stdin.flush()
        child.stdout.readline()
        child.send_signal(signal.SIGINT)
        assert child.wait(30) == 130
        assert child.stderr.read() == b""


def test_what_follows_bye_is_not_answered() -> None:
    done = process(lines=b'{"cmd": "bye", "id": "8"}\n' + HELLO)
    assert done.stdout.splitlines() == [b'{"id": "8"}']
    assert done.returncode == 0


def test_the_end_of_the_input_ends_it_quietly() -> None:
    done = process(lines=b"")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
