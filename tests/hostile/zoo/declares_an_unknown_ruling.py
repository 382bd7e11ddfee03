"""Settles a point that is not open."""

from _base import send, serve


def spoil(request, reply):
    send(request, reply | {"rulings": {"jokers": "wild"}})


serve(hello=spoil)
