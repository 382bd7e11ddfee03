"""Is always one id behind."""

from _base import send, serve

ids = ["none"]


def lag(request, reply):
    ids.append(reply["id"])
    send(request, reply | {"id": ids[-2]})


serve(run=lag)
