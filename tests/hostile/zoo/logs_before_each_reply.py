"""Writes its log to standard output before it answers."""

from _base import send, serve, write


def spoil(request, reply):
    write(b"[info] a request\n")
    send(request, reply)


serve(run=spoil)
