"""Ends instead of answering the target, and leaves its pipes to a child."""

import os
import time

from _base import serve


def spoil(request, reply):
    if os.fork() == 0:
        time.sleep(60)
    os._exit(1)


serve(target=spoil)
