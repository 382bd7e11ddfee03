"""Computes for ever, and hears no polite signal."""

import signal

from _base import serve


def spoil(request, reply):
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    while True:
        pass


serve(target=spoil)
