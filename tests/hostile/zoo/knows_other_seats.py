"""Calls the seats east and west."""

from _base import send, serve


def spoil(request, reply):
    reply["rounds"][0]["leader"] = "east"
    send(request, reply)


serve(target=spoil)
