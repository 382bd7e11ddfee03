"""Writes 1 for the trump suit."""

from _base import send, serve


def spoil(request, reply):
    reply["rounds"][0]["trump"] = 1
    send(request, reply)


serve(target=spoil)
