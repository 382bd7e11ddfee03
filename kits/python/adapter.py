"""Stands between cjack and the engine: one JSON object a line in, one JSON object a line out.

Nothing here knows the game. Fill in engine.py; this file stays as it is.
"""

import json
import sys
from typing import Any


def run(engine: Any, request: dict[str, Any]) -> dict[str, Any]:
    """Replay one match on a fresh engine: nothing is kept from the request before."""
    if missing := not_announced(engine.HELLO, request):
        return {"unsupported": {"feature": missing}}
    rounds = request["rounds"]
    if not all(engine.is_valid_deal(asked) for asked in rounds):
        return {"refused": {"reason": "invalid-deal"}}
    match = engine.Match(request["scoring"], rounds[0]["dealer"], request["start"]["scores"])
    reports: list[dict[str, Any]] = []
    for asked in rounds:
        if match.winner():
            break  # what is asked for after the match is left out
        if reports and reports[-1]["result"] is None:
            raise ValueError("the round before is not finished")
        match.deal(asked)
        plays = []
        for tried in asked["plays"]:
            position = match.position()  # before the play
            plays.append({**position, **match.play(tried["seat"], tried["card"])})
        reports.append({"plays": plays, **match.report()})
    return {"rounds": reports, "winner": match.winner()}


def not_announced(hello: dict[str, Any], request: dict[str, Any]) -> str | None:
    """What the request needs and the engine did not announce."""
    if request["scoring"] not in hello["scoring"]:
        return "scoring"
    if "start_scores" not in hello["features"] and any(request["start"]["scores"].values()):
        return "start_scores"
    dealt = all("hands" in asked for asked in request["rounds"])
    return None if dealt or "deals_from_deck" in hello["features"] else "deals_from_deck"


COMMANDS: dict[str, Any] = {
    "hello": lambda engine, request: {"protocol": 1, **engine.HELLO},
    "run": run,
    "bye": lambda engine, request: {},
}


def serve(engine: Any) -> None:
    """Answer each line until `bye`, or until there are no more."""
    with open(sys.stdout.fileno(), "w", encoding="utf-8", newline="\n", closefd=False) as replies:
        sys.stdout = sys.stderr  # whatever the engine prints must not mix with the replies
        for line in sys.stdin.buffer:
            request_id = command = None
            try:
                request = json.loads(line)
                request_id, command = request["id"], request["cmd"]
                reply = COMMANDS[command](engine, request)
            except Exception as problem:  # the suite is told, and may go on with another request
                reply = {"error": {"message": f"{type(problem).__name__}: {problem}"}}
            print(json.dumps({"id": request_id, **reply}), file=replies, flush=True)
            if command == "bye":
                break


if __name__ == "__main__":
    import engine  # `from example import engine` is the finished example

    serve(engine)
