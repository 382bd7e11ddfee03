"""Has room for two replays."""

import os

from _base import send, serve

asked = []


def count(request, reply):
    asked.append(reply)
    if len(asked) % 3 == 0:
        os._exit(1)
    send(request, reply)


serve(run=count)
