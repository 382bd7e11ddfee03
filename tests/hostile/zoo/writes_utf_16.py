"""Answers the target in UTF-16."""

from _base import line, serve, write


def spoil(request, reply):
    write(line(reply).decode().encode("utf-16"))


serve(target=spoil)
