"""Announces a feature that does not exist."""

from _base import send, serve


def spoil(request, reply):
    send(request, reply | {"features": ["legal_plays", "telepathy"]})


serve(hello=spoil)
