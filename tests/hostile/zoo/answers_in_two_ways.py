"""Has a trace and an error."""

from _base import send, serve


def spoil(request, reply):
    send(request, reply | {"error": {"message": "and yet"}})


serve(target=spoil)
