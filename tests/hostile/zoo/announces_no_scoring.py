"""Can score in no way."""

from _base import send, serve


def spoil(request, reply):
    send(request, reply | {"scoring": []})


serve(hello=spoil)
