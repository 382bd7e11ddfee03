"""Writes the reply to the target twice."""

from _base import send, serve


def spoil(request, reply):
    send(request, reply)
    send(request, reply)


serve(target=spoil)
