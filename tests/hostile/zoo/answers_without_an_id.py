"""Leaves the id out."""

from _base import send, serve


def spoil(request, reply):
    del reply["id"]
    send(request, reply)


serve(target=spoil)
