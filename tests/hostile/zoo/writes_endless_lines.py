"""Answers the target with lines without end."""

from _base import serve, write


def spoil(request, reply):
    while True:
        write(b"still thinking\n" * 4096)


serve(target=spoil)
