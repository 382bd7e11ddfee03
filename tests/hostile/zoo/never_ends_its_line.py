"""Writes the whole reply but for the line end."""

import time

from _base import line, serve, write


def spoil(request, reply):
    write(line(reply)[:-1])
    time.sleep(60)


serve(target=spoil)
