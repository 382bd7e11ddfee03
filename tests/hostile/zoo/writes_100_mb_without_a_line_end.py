"""Answers the target with 100 megabytes on one line."""

from _base import send, serve, write


def spoil(request, reply):
    for _ in range(1600):
        write(b"x" * 65536)
    send(request, reply)


serve(target=spoil)
