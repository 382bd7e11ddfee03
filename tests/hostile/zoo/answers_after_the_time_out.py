"""Answers the target, too late."""

import time

from _base import send, serve


def spoil(request, reply):
    time.sleep(1)
    send(request, reply)


serve(target=spoil)
