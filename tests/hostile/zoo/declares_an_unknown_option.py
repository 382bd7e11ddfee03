"""Settles an open point in a way that does not exist."""

from _base import send, serve


def spoil(request, reply):
    send(request, reply | {"rulings": {"trick_point_tie": "both"}})


serve(hello=spoil)
