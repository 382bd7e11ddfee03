"""Does not say who it is."""

from _base import send, serve


def spoil(request, reply):
    del reply["implementation"]
    send(request, reply)


serve(hello=spoil)
