"""Ends instead of answering the target."""

import os

from _base import serve


def spoil(request, reply):
    os._exit(3)


serve(target=spoil)
