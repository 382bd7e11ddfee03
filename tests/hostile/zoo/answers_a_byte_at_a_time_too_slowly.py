"""Writes its reply byte by byte, each of them in time and the whole not."""

import time

from _base import line, serve, write


def spoil(request, reply):
    for byte in line(reply):
        write(bytes([byte]))
        time.sleep(0.05)


serve(target=spoil)
