"""Puts its reply into a list."""

from _base import send, serve


def spoil(request, reply):
    send(request, [reply])


serve(target=spoil)
