"""Writes UTF-16, as a shell does whose output was redirected."""

from _base import line, serve, write


def spoil(request, reply):
    write(line(reply).decode().encode("utf-16"))


serve(hello=spoil)
