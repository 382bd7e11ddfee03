"""Answers right the first time and wrong ever after."""

from _base import send, serve

asked = []


def waver(request, reply):
    if asked:
        reply["rounds"][0]["dealer"] = reply["rounds"][0]["leader"]
    asked.append(reply)
    send(request, reply)


serve(run=waver)
