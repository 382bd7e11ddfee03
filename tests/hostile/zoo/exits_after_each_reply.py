"""Is one process for each request, as a script behind a web server."""

import os

from _base import send, serve


def spoil(request, reply):
    send(request, reply)
    os._exit(0)


serve(run=spoil)
