"""Has more name than fits anywhere."""

from _base import send, serve


def spoil(request, reply):
    send(request, reply | {"implementation": {"name": "x" * 1_000_000}})


serve(hello=spoil)
