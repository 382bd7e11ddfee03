"""Sends the text of the JSON text."""

import json

from _base import send, serve


def spoil(request, reply):
    send(request, json.dumps(reply))


serve(target=spoil)
