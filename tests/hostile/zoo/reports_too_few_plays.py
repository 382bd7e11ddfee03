"""Forgets the last play."""

from _base import send, serve


def spoil(request, reply):
    reply["rounds"][0]["plays"].pop()
    send(request, reply)


serve(target=spoil)
