"""Declines for want of a feature that it did not announce."""

from _base import send, serve


def spoil(request, reply):
    send(request, {"id": reply["id"], "unsupported": {"feature": "views"}})


serve(target=spoil)
