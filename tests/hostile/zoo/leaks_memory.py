"""Keeps 10 megabytes of each replay."""

from _base import send, serve

kept = []


def leak(request, reply):
    kept.append(bytearray(10_000_000))
    send(request, reply)


serve(run=leak)
