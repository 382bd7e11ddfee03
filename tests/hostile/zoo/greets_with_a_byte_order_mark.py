"""Begins its output with a byte order mark."""

from _base import line, serve, write


def spoil(request, reply):
    write(b"\xef\xbb\xbf" + line(reply))


serve(hello=spoil)
