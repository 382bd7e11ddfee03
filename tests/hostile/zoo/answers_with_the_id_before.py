"""Answers the target under the id of the request before."""

from _base import send, serve


def spoil(request, reply):
    send(request, reply | {"id": str(int(reply["id"]) - 1)})


serve(target=spoil)
