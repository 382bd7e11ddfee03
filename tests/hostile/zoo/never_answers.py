"""Thinks about the target for ever."""

import time

from _base import serve


def spoil(request, reply):
    time.sleep(60)


serve(target=spoil)
