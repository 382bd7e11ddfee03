"""Nests deeper than anybody can follow."""

from _base import line, serve, write


def spoil(request, reply):
    write(line(reply).replace(b"{", b'{"x": ' + b"[" * 100_000 + b"]" * 100_000 + b", ", 1))


serve(target=spoil)
