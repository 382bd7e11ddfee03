"""Announces the draws and does not show them."""

from _base import send, serve


def spoil(request, reply):
    del reply["rounds"][0]["tricks"][0]["draws"]
    send(request, reply)


serve(target=spoil)
