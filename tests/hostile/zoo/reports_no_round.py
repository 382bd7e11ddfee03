"""Reports that no round was played."""

from _base import send, serve


def spoil(request, reply):
    send(request, reply | {"rounds": []})


serve(target=spoil)
