"""Ends its reply to the target with one line end too many."""

from _base import line, serve, write


def spoil(request, reply):
    write(line(reply) + b"\n")


serve(target=spoil)
