"""Stands between `cjack certify` and the engine in california_jack.py.

One JSON object a line on standard input, one JSON object a line in answer.
"""

import json
import sys
from collections.abc import Callable
from typing import Any

from california_jack import IllegalPlayError, Match, Round, is_valid_deal, other

HELLO: dict[str, Any] = {
    "protocol": 1,
    "implementation": {"name": "example-python", "version": "1.0", "language": "python"},
    "scoring": ["full", "simplified"],
    "features": ["legal_plays", "refusals", "draws", "hands", "start_scores", "validates_deals"],
    # What this engine does where the rules are silent.
    "rulings": {
        "trick_point_tie": "nobody",
        "trick_count_tie": "nobody",
        "both_reach_target": "higher_score",
        "dealer_rotation": "alternate",
        "first_card_to": "non_dealer",
    },
    "max_in_flight": 1,
}


def run(request: dict[str, Any]) -> dict[str, Any]:
    """Replay one match. Each request makes its own, so nothing is left over from the last."""
    scoring, rounds = request["scoring"], request["rounds"]
    if scoring not in HELLO["scoring"]:
        return {"unsupported": {"feature": "scoring", "reason": f"no scoring {scoring!r}"}}
    if not all("hands" in asked for asked in rounds):
        return {"unsupported": {"feature": "deals_from_deck", "reason": "it does not deal"}}
    if not all(is_valid_deal(asked["hands"], asked["stock"]) for asked in rounds):
        return {"refused": {"reason": "invalid-deal"}}
    scores = request.get("start", {}).get("scores", {"north": 0, "south": 0})
    match = Match(scoring, rounds[0]["dealer"], scores)
    # The winner is looked up before each round: what is asked for after the match is left out.
    reports = [replay(match, asked) for asked in rounds if match.winner is None]
    return {"rounds": reports, "winner": match.winner}


def replay(match: Match, asked: dict[str, Any]) -> dict[str, Any]:
    """Play one round as asked and report what happened."""
    game = match.deal(asked["hands"], asked["stock"])
    report: dict[str, Any] = {
        "dealer": game.dealer,
        "leader": other(game.dealer),
        "trump": game.trump,
        "plays": [attempt(game, play["seat"], play["card"]) for play in asked["plays"]],
        "tricks": game.tricks,
        "hands": game.hands,
        "result": None,
    }
    if game.is_over:
        report["result"] = {
            "tricks": game.trick_counts(),
            "trick_points": game.trick_points(),
            "awards": match.settle(),
            "scores": dict(match.scores),  # a copy: the next round adds to them
        }
    return report


def attempt(game: Round, seat: str, card: str) -> dict[str, Any]:
    """Try one play. A refusal is an answer too, and the next play goes on from there."""
    legal = game.legal()
    try:
        game.play(seat, card)
    except IllegalPlayError as refusal:
        return {"accepted": False, "reason": refusal.reason, "legal": legal}
    return {"accepted": True, "legal": legal}


COMMANDS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "hello": lambda request: HELLO,
    "run": run,
    "bye": lambda request: {},
}


def main() -> None:
    """Answer each line until `bye`, or until there are no more."""
    with open(sys.stdout.fileno(), "w", encoding="utf-8", newline="\n", closefd=False) as replies:
        sys.stdout = sys.stderr  # whatever the engine prints must not mix with the replies
        for line in sys.stdin.buffer:
            request_id = command = None
            try:
                request = json.loads(line)
                request_id, command = request["id"], request["cmd"]
                reply = COMMANDS[command](request)
            except Exception as problem:  # the suite is told, and may go on with another request
                reply = {"error": {"message": f"{type(problem).__name__}: {problem}"}}
            print(json.dumps({"id": request_id, **reply}), file=replies, flush=True)
            if command == "bye":
                break


if __name__ == "__main__":
    main()
