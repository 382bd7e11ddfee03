"""Knows version 2 of the protocol alone."""

from _base import send, serve


def spoil(request, reply):
    send(request, reply | {"protocol": 2})


serve(hello=spoil)
