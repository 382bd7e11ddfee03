"""Declines the draws, which it announces."""

from _base import send, serve


def spoil(request, reply):
    send(request, {"id": reply["id"], "unsupported": {"feature": "draws"}})


serve(target=spoil)
