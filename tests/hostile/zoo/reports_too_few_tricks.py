"""Forgets the trick."""

from _base import send, serve


def spoil(request, reply):
    reply["rounds"][0]["tricks"] = []
    send(request, reply)


serve(target=spoil)
