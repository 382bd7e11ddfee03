"""Writes 50 megabytes to standard error before it answers the target."""

import os

from _base import send, serve


def spoil(request, reply):
    for _ in range(800):
        os.write(2, b"debug: all is well\n" * 3400)
    send(request, reply)


serve(target=spoil)
