"""Dies a moment after its reply to the target, when nobody looks."""

import os
import time

from _base import send, serve


def spoil(request, reply):
    send(request, reply)
    time.sleep(0.1)
    os._exit(1)


serve(target=spoil)
