"""Calls itself by the number of its process, and crashes on the target."""

import os

from _base import send, serve


def named(request, reply):
    reply["implementation"] = {"name": f"engine {os.getpid()}"}
    send(request, reply)


serve(hello=named, target=lambda request, reply: os._exit(1))
