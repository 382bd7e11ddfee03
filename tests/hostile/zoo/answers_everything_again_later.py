"""Writes each reply a second time when nobody listens."""

import time

from _base import send, serve


def spoil(request, reply):
    send(request, reply)
    time.sleep(0.1)
    send(request, reply)


serve(run=spoil)
