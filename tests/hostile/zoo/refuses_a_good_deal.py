"""Finds the deal invalid."""

from _base import send, serve


def spoil(request, reply):
    send(request, {"id": reply["id"], "refused": {"reason": "invalid-deal"}})


serve(target=spoil)
