"""Hides a repeated key behind a colon that is spelled out."""

from _base import line, serve, write


def spoil(request, reply):
    play = b'{"accepted": true, "sees": {"note": "\\u003a"}}'
    repeated = b'"trump": "S", "trump"'
    write(line(reply).replace(b'{"accepted": true}', play, 1).replace(b'"trump"', repeated, 1))


serve(target=spoil)
