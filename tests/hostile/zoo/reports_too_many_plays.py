"""Invents a play."""

from _base import send, serve


def spoil(request, reply):
    reply["rounds"][0]["plays"] *= 2
    send(request, reply)


serve(target=spoil)
