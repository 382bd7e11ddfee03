"""A well-behaved adapter in miniature, which every member of the zoo spoils in one way.

It replays tricks of two accepted plays, which is all that the scenarios of these tests hold, and
starts in milliseconds: standard library alone, nothing of the suite.
"""

import json
import sys

RANKS = "23456789TJQKA"
TARGET = "JC"
"""The lead of the one scenario of three in which most members misbehave."""
HELLO = {
    "protocol": 1,
    "implementation": {"name": "zoo", "version": "1", "language": "python"},
    "scoring": ["full", "simplified"],
    "features": ["draws"],
}


def write(data):
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def line(reply):
    return json.dumps(reply).encode() + b"\n"


def send(request, reply):
    write(line(reply))


def serve(hello=send, run=send, target=None, bye=send):
    """Answer until ``bye``. Each handler gets the request and the right reply, and writes it or
    something else; ``target`` stands in for ``run`` where the target is asked."""
    while raw := sys.stdin.buffer.readline():
        request = json.loads(raw)
        reply = {"id": request["id"]}
        if request["cmd"] == "hello":
            hello(request, reply | HELLO)
        elif request["cmd"] == "bye":
            bye(request, reply)
            return
        elif target and is_target(request):
            target(request, reply | replay(request))
        else:
            run(request, reply | replay(request))


def is_target(request):
    return request["rounds"][0]["plays"][0]["card"] == TARGET


def replay(request):
    asked = request["rounds"][0]
    plays, stock, trump = asked["plays"], list(asked["stock"]), asked["stock"][0][1]
    tricks = []
    for lead, follow in zip(plays[::2], plays[1::2], strict=True):
        winner = follow if _beats(follow["card"], lead["card"], trump) else lead
        loser = lead if winner is follow else follow
        draws = {winner["seat"]: stock.pop(0), loser["seat"]: stock.pop(0)}
        tricks.append({"leader": lead["seat"], "winner": winner["seat"], "draws": draws})
    dealer = asked["dealer"]
    return {
        "rounds": [
            {
                "dealer": dealer,
                "leader": "south" if dealer == "north" else "north",
                "trump": trump,
                "plays": [{"accepted": True} for _ in plays],
                "tricks": tricks,
                "result": None,
            }
        ],
        "winner": None,
    }


def _beats(card, lead, trump):
    if card[1] == lead[1]:
        return RANKS.index(card[0]) > RANKS.index(lead[0])
    return card[1] == trump
