"""Says that the target is no request."""

from _base import send, serve


def spoil(request, reply):
    send(request, {"id": None, "error": {"message": "what?"}})


serve(target=spoil)
