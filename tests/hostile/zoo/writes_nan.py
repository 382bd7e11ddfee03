"""Has a figure that is not a number."""

from _base import send, serve


def spoil(request, reply):
    send(request, reply | {"elapsed": float("nan")})


serve(target=spoil)
