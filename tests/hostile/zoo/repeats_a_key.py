"""Names two trumps, the right one last."""

from _base import line, serve, write


def spoil(request, reply):
    write(line(reply).replace(b'"trump"', b'"trump": "S", "trump"', 1))


serve(target=spoil)
