"""Writes its reply on many lines."""

import json

from _base import serve, write


def spoil(request, reply):
    write(json.dumps(reply, indent=2).encode() + b"\n")


serve(target=spoil)
