"""Dies half-way through the reply to the target."""

import os

from _base import line, serve, write


def spoil(request, reply):
    write(line(reply)[:40])
    os._exit(1)


serve(target=spoil)
