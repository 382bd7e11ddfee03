"""Sends its whole log as the error."""

from _base import send, serve


def spoil(request, reply):
    send(request, {"id": reply["id"], "error": {"message": "trace " * 200_000}})


serve(target=spoil)
