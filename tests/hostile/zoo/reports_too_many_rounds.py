"""Plays a round that nobody asked for."""

from _base import send, serve


def spoil(request, reply):
    send(request, reply | {"rounds": 2 * reply["rounds"]})


serve(target=spoil)
