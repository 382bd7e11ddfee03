"""Writes its log to standard output after it has answered."""

from _base import send, serve, write


def spoil(request, reply):
    send(request, reply)
    write(b"[info] answered\n")


serve(run=spoil)
