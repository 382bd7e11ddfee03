"""Guesses the id of the next request and answers it before it is asked."""

from _base import send, serve


def spoil(request, reply):
    send(request, reply)
    send(request, reply | {"id": str(int(reply["id"]) + 1)})


serve(run=spoil)
