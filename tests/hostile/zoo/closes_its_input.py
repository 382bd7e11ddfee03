"""Closes standard input, and hears no more."""

import os
import time

from _base import serve


def spoil(request, reply):
    os.close(0)
    time.sleep(60)


serve(target=spoil)
