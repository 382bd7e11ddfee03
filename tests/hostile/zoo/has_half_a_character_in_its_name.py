"""Cuts its name within a character, as UTF-16 strings can."""

from _base import send, serve


def spoil(request, reply):
    send(request, reply | {"implementation": {"name": "Jack \ud83c"}})


serve(hello=spoil)
