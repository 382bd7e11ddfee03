"""Is right, with much beside it."""

from _base import send, serve


def spoil(request, reply):
    send(request, reply | {"log": "x" * 4_000_000})


serve(run=spoil)
