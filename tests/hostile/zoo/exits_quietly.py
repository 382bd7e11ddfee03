"""Ends instead of answering the target, as if all were well."""

import os

from _base import serve


def spoil(request, reply):
    os._exit(0)


serve(target=spoil)
