"""Writes the text true for the truth."""

from _base import send, serve


def spoil(request, reply):
    reply["rounds"][0]["plays"][0]["accepted"] = "true"
    send(request, reply)


serve(target=spoil)
