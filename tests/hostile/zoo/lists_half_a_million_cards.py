"""Finds half a million legal cards."""

from _base import send, serve


def spoil(request, reply):
    reply["rounds"][0]["plays"][0]["legal"] = ["AS"] * 500_000
    send(request, reply)


serve(target=spoil)
