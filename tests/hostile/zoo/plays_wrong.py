"""Lets the discarded king win."""

from _base import send, serve


def spoil(request, reply):
    reply["rounds"][0]["tricks"][0]["winner"] = "north"
    send(request, reply)


serve(target=spoil)
