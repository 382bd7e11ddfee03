"""Turns the id into a number."""

from _base import send, serve


def spoil(request, reply):
    send(request, reply | {"id": int(reply["id"])})


serve(target=spoil)
