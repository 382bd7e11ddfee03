"""Writes to standard error and never answers the target."""

import os

from _base import serve


def spoil(request, reply):
    while True:
        os.write(2, b"\x1b[31mdebug\x1b[0m\n" * 4096)


serve(target=spoil)
