"""Writes the reply to the target twice at once."""

from _base import line, serve, write


def spoil(request, reply):
    write(2 * line(reply))


serve(target=spoil)
