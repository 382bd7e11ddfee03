"""Reports a number of tricks with five thousand digits."""

from _base import line, serve, write


def spoil(request, reply):
    seats = b'{"north": 1' + b"0" * 5000 + b', "south": 0}'
    awards = b'{"high": null, "low": null, "jack": null, "game": null}'
    result = b'{"tricks": %b, "trick_points": %b, "awards": %b, "scores": %b}'
    write(line(reply).replace(b"null", result % (seats, seats, awards, seats), 1))


serve(target=spoil)
