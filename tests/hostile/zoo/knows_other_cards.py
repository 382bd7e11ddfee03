"""Draws a joker."""

from _base import send, serve


def spoil(request, reply):
    reply["rounds"][0]["tricks"][0]["draws"]["north"] = "RJ"
    send(request, reply)


serve(target=spoil)
