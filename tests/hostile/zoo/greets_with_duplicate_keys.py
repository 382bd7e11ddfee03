"""Announces its features twice, differently."""

from _base import line, serve, write


def spoil(request, reply):
    write(line(reply).replace(b"{", b'{"features": [], ', 1))


serve(hello=spoil)
