"""Writes Latin-1."""

from _base import line, serve, write


def spoil(request, reply):
    write(line(reply).replace(b"{", b'{"player": "Ren\xe9", ', 1))


serve(target=spoil)
