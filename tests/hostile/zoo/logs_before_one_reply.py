"""Writes a warning to standard output in one scenario alone."""

from _base import send, serve, write


def spoil(request, reply):
    write(b"[warning] odd hand\n")
    send(request, reply)


serve(target=spoil)
