"""Writes a warning to standard output after one reply."""

from _base import send, serve, write


def spoil(request, reply):
    send(request, reply)
    write(b"[warning] odd hand\n")


serve(target=spoil)
