"""Dies while it clears up behind its reply to the target."""

import os

from _base import send, serve


def spoil(request, reply):
    send(request, reply)
    os.abort()


serve(target=spoil)
