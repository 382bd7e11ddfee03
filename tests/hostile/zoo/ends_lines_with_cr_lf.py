"""Ends its lines in the way of Windows."""

from _base import line, serve, write


def spoil(request, reply):
    write(line(reply)[:-1] + b"\r\n")


serve(target=spoil)
