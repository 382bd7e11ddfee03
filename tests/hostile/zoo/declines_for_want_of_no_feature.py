"""Declines for want of a feature that does not exist."""

from _base import send, serve


def spoil(request, reply):
    send(request, {"id": reply["id"], "unsupported": {"feature": "mood\x1b[2J"}})


serve(target=spoil)
