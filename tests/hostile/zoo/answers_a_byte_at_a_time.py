"""Writes its reply byte by byte, in time."""

from _base import line, serve, write


def spoil(request, reply):
    for byte in line(reply):
        write(bytes([byte]))


serve(target=spoil)
