"""Has nothing to say, and says so."""

from _base import send, serve


def spoil(request, reply):
    send(request, None)


serve(target=spoil)
