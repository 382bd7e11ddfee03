"""Invents a trick."""

from _base import send, serve


def spoil(request, reply):
    reply["rounds"][0]["tricks"] *= 2
    send(request, reply)


serve(target=spoil)
