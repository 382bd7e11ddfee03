"""Claims full scoring and announces simplified scoring alone."""

from _base import send, serve


def spoil(request, reply):
    send(request, reply | {"scoring": ["simplified"], "classes": ["full-scoring"]})


serve(hello=spoil)
