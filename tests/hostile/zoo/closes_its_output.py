"""Closes standard output and goes on running."""

import os
import time

from _base import serve


def spoil(request, reply):
    os.close(1)
    time.sleep(60)


serve(target=spoil)
