"""Caught a failure of its engine, with colours."""

from _base import send, serve


def spoil(request, reply):
    send(request, {"id": reply["id"], "error": {"message": "\x1b[31mdeck is empty\x1b[0m"}})


serve(target=spoil)
