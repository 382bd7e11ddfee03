"""Has no word on the result."""

from _base import send, serve


def spoil(request, reply):
    del reply["rounds"][0]["result"]
    send(request, reply)


serve(target=spoil)
