"""Answers the greeting with a line that does not end."""

from _base import serve, write


def spoil(request, reply):
    while True:
        write(b"x" * 65536)


serve(hello=spoil)
