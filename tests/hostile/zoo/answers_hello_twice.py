"""Says two times who it is."""

from _base import send, serve


def spoil(request, reply):
    send(request, reply)
    send(request, reply)


serve(hello=spoil)
