"""The example adapters, each started as a process and spoken to line by line.

Expected values are worked out from the rulebook, in the comments beside the deals.
"""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Timer
from typing import Any

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
DECK = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]
NODE = shutil.which("node")
COMMANDS = {
    "python": [sys.executable, str(EXAMPLES / "python" / "adapter.py")],
    "javascript": [NODE or "node", str(EXAMPLES / "javascript" / "adapter.js")],
}
NEEDS = {
    "python": (),
    "javascript": (pytest.mark.skipif(NODE is None, reason="node is not installed"),),
}
PYTHON_FEATURES = {
    "legal_plays", "refusals", "draws", "hands", "start_scores", "validates_deals"
}  # fmt: skip
FEATURES = {
    "python": PYTHON_FEATURES,
    "javascript": PYTHON_FEATURES | {"deals_from_deck", "views"},
}

Message = dict[str, Any]


class Adapter:
    """A running adapter; `ask` waits for the answer, so an unflushed reply would be missed."""

    def __init__(self, command: list[str]) -> None:
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
        )
        # An adapter that never answers is ended, so that the test fails and does not hang.
        self.guard = Timer(30, self.process.kill)
        self.guard.start()

    def ask_line(self, line: str) -> Message:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        reply = json.loads(self.process.stdout.readline())
        assert isinstance(reply, dict)
        return reply

    def ask(self, request: Message) -> Message:
        return self.ask_line(json.dumps(request))

    def close(self) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()
        self.guard.cancel()


def started(language: str) -> Iterator[Adapter]:
    adapter = Adapter(COMMANDS[language])
    yield adapter
    adapter.close()


@pytest.fixture(params=[pytest.param(name, marks=NEEDS[name]) for name in COMMANDS])
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def adapter(language: str) -> Iterator[Adapter]:
    yield from started(language)


@pytest.fixture
def python() -> Iterator[Adapter]:
    yield from started("python")


@pytest.fixture
def javascript() -> Iterator[Adapter]:
    if NODE is None:
        pytest.skip("node is not installed")
    yield from started("javascript")


def round_of(dealer: str | None, north: str, south: str, stock: str, plays: str = "") -> Message:
    """A round of a request; plays as `south:JC north:KD`, the stock completed in deck order."""
    hands = {"north": north.split(), "south": south.split()}
    named = stock.split()
    rest = [c for c in DECK if c not in [*hands["north"], *hands["south"], *named]]
    moves = [play.split(":") for play in plays.split()]
    asked: Message = {
        "hands": hands,
        "stock": named + rest,
        "plays": [{"seat": seat, "card": card} for seat, card in moves],
    }
    return asked if dealer is None else {"dealer": dealer, **asked}


def run_of(
    *rounds: Message, scoring: str = "full", north: int = 0, south: int = 0, detail: str = "trace"
) -> Message:
    return {
        "cmd": "run",
        "id": "7",
        "scoring": scoring,
        "detail": detail,
        "start": {"scores": {"north": north, "south": south}},
        "rounds": list(rounds),
    }


SPLIT = round_of("north", "KD QD 3H 5S 6S TS", "JC 4C 9H 2D 7S 8S", "5H 9D")

# A whole round with hearts for trump, south dealing. North holds or draws every club, every diamond
# but the nine, and the ace of hearts, which shows on the stock; south all the rest.
# Tricks 1-12: north leads and wins. South follows suit twice (9D under TD, 2H under AH) and else
# discards spades. Trick 13: south trumps the three of clubs and from then on leads hearts, then the
# queen, king and ace of spades, of which north has none, and wins all fourteen.
NORTH = "TD JD QD KD AD TC AH JC QC KC AC 2C 3C 4C 5C 6C 7C 8C 9C 2D 3D 4D 5D 6D 7D 8D"
SOUTH = "9D 2S 3S 4S 5S 6S 2H 7S 8S 9S TS JS 3H 4H 5H 6H 7H 8H 9H TH JH QH KH QS KS AS"
WINNERS = ["north"] * 12 + ["south"] * 14


def whole_round() -> Message:
    """The round above: each player draws after trick k what it plays in trick k + 6."""
    north, south = NORTH.split(), SOUTH.split()
    stock, plays, leader = [], [], "north"
    for k, winner in enumerate(WINNERS):
        cards = {"north": north[k], "south": south[k]}
        follower = "south" if leader == "north" else "north"
        plays += [f"{leader}:{cards[leader]}", f"{follower}:{cards[follower]}"]
        if k < 20:
            pair = [north[k + 6], south[k + 6]]
            stock += pair if winner == "north" else pair[::-1]
        leader = winner
    return round_of(
        "south", " ".join(north[:6]), " ".join(south[:6]), " ".join(stock), " ".join(plays)
    )


# North captured TD JD QD KD AD (20), TC JC QC KC AC (20), AH (4), TS (10) and JS (1); south
# captured TH JH QH KH (16) and QS KS AS (9). The ace and the two of trumps fell in one trick,
# which north took.
TRICKS = {"north": 12, "south": 14}
POINTS = {"north": 55, "south": 25}
CAPTURED = {"high": "north", "low": "north", "jack": "south"}


def test_hello_introduces_the_engine(adapter: Adapter, language: str) -> None:
    reply = adapter.ask({"cmd": "hello", "id": "0", "protocols": [1], "suite": "1.0.0"})
    assert reply["id"] == "0"
    assert reply["protocol"] == 1
    assert reply["implementation"] == {
        "name": f"example-{language}",
        "version": "1.0",
        "language": language,
    }
    assert reply["scoring"] == ["full", "simplified"]
    assert set(reply["features"]) == FEATURES[language]
    assert reply["rulings"] == {
        "trick_point_tie": "nobody",
        "trick_count_tie": "nobody",
        "both_reach_target": "higher_score",
        "dealer_rotation": "alternate",
        "first_card_to": "non_dealer",
    }


def test_the_winner_draws_the_card_that_shows(adapter: Adapter) -> None:
    """JC led, KD discarded: the jack takes the trick (trump is hearts) and 5H."""
    plays = [{"seat": "south", "card": "JC"}, {"seat": "north", "card": "KD"}]
    reply = adapter.ask(run_of({**SPLIT, "plays": plays}))
    (told,) = reply["rounds"]
    assert reply["id"] == "7"
    assert reply["winner"] is None
    assert (told["dealer"], told["leader"], told["trump"]) == ("north", "south", "H")
    assert [play["accepted"] for play in told["plays"]] == [True, True]
    assert set(told["plays"][0]["legal"]) == {"JC", "4C", "9H", "2D", "7S", "8S"}
    assert set(told["plays"][1]["legal"]) == {"KD", "QD", "3H", "5S", "6S", "TS"}
    assert told["tricks"] == [
        {"leader": "south", "winner": "south", "draws": {"south": "5H", "north": "9D"}}
    ]
    assert set(told["hands"]["south"]) == {"4C", "9H", "2D", "7S", "8S", "5H"}
    assert set(told["hands"]["north"]) == {"QD", "3H", "5S", "6S", "TS", "9D"}
    assert told["result"] is None


def test_the_follower_draws_first_when_it_wins_with_a_trump(adapter: Adapter) -> None:
    plays = [{"seat": "south", "card": "JC"}, {"seat": "north", "card": "3H"}]
    (told,) = adapter.ask(run_of({**SPLIT, "plays": plays}))["rounds"]
    assert told["tricks"] == [
        {"leader": "south", "winner": "north", "draws": {"north": "5H", "south": "9D"}}
    ]


def test_refused_plays_say_why_and_change_nothing(adapter: Adapter) -> None:
    """7S is led; north holds 5S 6S TS and must play one of them."""
    tries = [
        ("north", "KD", "not-your-turn"),
        ("south", "AC", "card-not-in-hand"),
        ("south", "joker", "unknown-card"),
        ("south", "7S", None),
        ("south", "8S", "not-your-turn"),
        ("north", "3H", "must-follow-suit"),
        ("north", "0C", "unknown-card"),
        ("north", "♠", "unknown-card"),
        ("north", "6S", None),
    ]
    plays = [{"seat": seat, "card": card} for seat, card, _ in tries]
    (told,) = adapter.ask(run_of({**SPLIT, "plays": plays}))["rounds"]
    assert [play.get("reason") for play in told["plays"]] == [reason for _, _, reason in tries]
    assert [play["accepted"] for play in told["plays"]] == [reason is None for *_, reason in tries]
    lead, follow = {"JC", "4C", "9H", "2D", "7S", "8S"}, {"5S", "6S", "TS"}
    assert [set(play["legal"]) for play in told["plays"]] == [lead] * 4 + [follow] * 5
    assert told["tricks"] == [
        {"leader": "south", "winner": "south", "draws": {"south": "5H", "north": "9D"}}
    ]
    assert set(told["hands"]["north"]) == {"KD", "QD", "3H", "5S", "TS", "9D"}


@pytest.mark.parametrize(
    ("scoring", "game", "scores"),
    [
        ("full", "north", {"north": 3, "south": 1}),
        ("simplified", "south", {"north": 2, "south": 2}),
    ],
)
@pytest.mark.parametrize("detail", ["trace", "result"])
def test_a_whole_round_is_counted(
    adapter: Adapter, scoring: str, game: str, scores: Message, detail: str
) -> None:
    reply = adapter.ask(run_of(whole_round(), scoring=scoring, detail=detail))
    (told,) = reply["rounds"]
    assert told["result"] == {
        "tricks": TRICKS,
        "trick_points": POINTS,
        "awards": {**CAPTURED, "game": game},
        "scores": scores,
    }
    assert reply["winner"] is None


def test_a_whole_round_is_traced(adapter: Adapter) -> None:
    asked = whole_round()
    asked["plays"].append({"seat": "south", "card": "AS"})
    (told,) = adapter.ask(run_of(asked))["rounds"]
    assert told["trump"] == "H"
    assert [play["accepted"] for play in told["plays"]] == [True] * 52 + [False]
    assert [trick["winner"] for trick in told["tricks"]] == WINNERS
    assert [trick["leader"] for trick in told["tricks"]] == ["north", *WINNERS[:-1]]
    assert told["tricks"][0]["draws"] == {"north": "AH", "south": "2H"}
    assert told["tricks"][19]["draws"] == {"north": "8D", "south": "AS"}
    assert [trick["draws"] for trick in told["tricks"][20:]] == [{}] * 6
    # South must follow the ace of trumps, and the two is the only heart it holds.
    assert told["plays"][13]["legal"] == ["2H"]
    assert told["hands"] == {"north": [], "south": []}
    # After the last trick nobody is on turn.
    assert told["plays"][52]["reason"] == "round-over"
    assert told["plays"][52]["legal"] == []


def test_the_deal_alternates(adapter: Adapter) -> None:
    later = round_of(None, "KD QD 3H 5S 6S TS", "JC 4C 9H 2D 7S 8S", "9C")
    first, second = adapter.ask(run_of(whole_round(), later))["rounds"]
    assert (first["dealer"], first["leader"]) == ("south", "north")
    assert (second["dealer"], second["leader"], second["trump"]) == ("north", "south", "C")
    assert second["result"] is None


def test_the_higher_total_wins_and_no_more_rounds_are_played(adapter: Adapter) -> None:
    """8 + 3 against 9 + 1: both have reached ten, and north has more."""
    later = round_of(None, "KD QD 3H 5S 6S TS", "JC 4C 9H 2D 7S 8S", "9C")
    reply = adapter.ask(run_of(whole_round(), later, north=8, south=9))
    assert reply["winner"] == "north"
    (told,) = reply["rounds"]
    assert told["result"]["scores"] == {"north": 11, "south": 10}


def test_equal_totals_play_on(adapter: Adapter) -> None:
    """8 + 2 each in simplified scoring."""
    later = round_of(None, "KD QD 3H 5S 6S TS", "JC 4C 9H 2D 7S 8S", "9C")
    reply = adapter.ask(run_of(whole_round(), later, scoring="simplified", north=8, south=8))
    assert reply["winner"] is None
    assert len(reply["rounds"]) == 2
    assert reply["rounds"][0]["result"]["scores"] == {"north": 10, "south": 10}


def test_nothing_is_left_over_from_the_request_before(adapter: Adapter) -> None:
    before = adapter.ask(run_of(whole_round()))
    adapter.ask(run_of(SPLIT, scoring="simplified", north=9))
    assert adapter.ask(run_of(whole_round())) == before
    assert before["rounds"][0]["result"]["scores"] == {"north": 3, "south": 1}


@pytest.mark.parametrize("fault", ["card twice", "unknown card", "seven cards"])
def test_a_bad_deal_in_any_round_refuses_the_request(adapter: Adapter, fault: str) -> None:
    bad = round_of(None, "KD QD 3H 5S 6S TS", "JC 4C 9H 2D 7S 8S", "9C")
    if fault == "card twice":
        bad["stock"][-1] = "KD"
    elif fault == "unknown card":
        bad["stock"][-1] = "1C"
    else:
        bad["hands"]["north"].append(bad["stock"].pop())
    reply = adapter.ask(run_of(whole_round(), bad, north=9))
    assert reply == {"id": "7", "refused": {"reason": "invalid-deal"}}


def test_another_scoring_mode_is_unsupported(adapter: Adapter) -> None:
    reply = adapter.ask(run_of(SPLIT, scoring="quick"))
    assert reply["id"] == "7"
    assert reply["unsupported"]["feature"] == "scoring"


def test_python_does_not_deal_from_a_deck(python: Adapter) -> None:
    reply = python.ask(run_of({"dealer": "north", "deck": DECK, "plays": []}))
    assert reply["id"] == "7"
    assert reply["unsupported"]["feature"] == "deals_from_deck"


def test_javascript_deals_one_card_at_a_time_from_the_non_dealer(javascript: Adapter) -> None:
    """South deals, so north gets 2C, south 3C, and so on to KC; AC shows and makes clubs trump."""
    asked = {"dealer": "south", "deck": DECK, "plays": [{"seat": "north", "card": "2C"}]}
    (told,) = javascript.ask(run_of(asked))["rounds"]
    assert set(told["dealt"]["north"]) == {"2C", "4C", "6C", "8C", "TC", "QC"}
    assert set(told["dealt"]["south"]) == {"3C", "5C", "7C", "9C", "JC", "KC"}
    assert told["trump"] == "C"
    assert set(told["hands"]["north"]) == {"4C", "6C", "8C", "TC", "QC"}


def test_javascript_refuses_a_deck_that_is_not_the_pack(javascript: Adapter) -> None:
    asked = {"dealer": "south", "deck": [*DECK[:51], "2C"], "plays": []}
    reply = javascript.ask(run_of(asked))
    assert reply == {"id": "7", "refused": {"reason": "invalid-deal"}}


def test_javascript_shows_each_seat_its_own_view(javascript: Adapter) -> None:
    plays = [{"seat": "south", "card": "JC"}, {"seat": "north", "card": "KD"}]
    (told,) = javascript.ask(run_of({**SPLIT, "plays": plays}))["rounds"]
    first, second = (play["sees"] for play in told["plays"])
    assert set(first.pop("hand")) == {"JC", "4C", "9H", "2D", "7S", "8S"}
    assert first == {"stock_top": "5H", "stock_count": 40, "trick": []}
    assert set(second.pop("hand")) == {"KD", "QD", "3H", "5S", "6S", "TS"}
    assert second == {"stock_top": "5H", "stock_count": 40, "trick": ["JC"]}


def test_javascript_sees_nothing_after_the_last_trick(javascript: Adapter) -> None:
    asked = whole_round()
    asked["plays"].append({"seat": "south", "card": "AS"})
    (told,) = javascript.ask(run_of(asked))["rounds"]
    assert told["plays"][40]["sees"]["stock_top"] is None  # trick 21: the stock is gone
    assert told["plays"][52]["sees"] == {
        "hand": [],
        "stock_top": None,
        "stock_count": 0,
        "trick": [],
    }


@pytest.mark.parametrize("line", ["{not json", "", "[]", "7", "null"])
def test_a_line_that_is_no_request_is_answered_and_the_next_one_served(
    adapter: Adapter, line: str
) -> None:
    reply = adapter.ask_line(line)
    assert reply["id"] is None
    assert isinstance(reply["error"]["message"], str)
    assert adapter.ask(run_of(SPLIT))["rounds"][0]["leader"] == "south"


def test_a_failure_of_the_engine_names_the_request(adapter: Adapter) -> None:
    """A round after an unfinished one cannot be dealt."""
    reply = adapter.ask(run_of(SPLIT, SPLIT))
    assert reply["id"] == "7"
    assert "not finished" in reply["error"]["message"]
    assert "rounds" not in reply


def test_bye_ends_the_process_with_0(adapter: Adapter) -> None:
    assert adapter.ask({"cmd": "bye", "id": "9"}) == {"id": "9"}
    assert adapter.process.wait(timeout=20) == 0
