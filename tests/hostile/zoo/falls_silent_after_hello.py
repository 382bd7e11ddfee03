"""Greets, and never says anything again."""

import time

from _base import serve


def spoil(request, reply):
    time.sleep(60)


serve(run=spoil)
