"""Answers the target under an id of its own."""

from _base import send, serve


def spoil(request, reply):
    send(request, reply | {"id": "mine"})


serve(target=spoil)
