"""Has something to say when it is dismissed."""

from _base import send, serve, write


def chat(request, reply):
    write(b"bye bye\n")
    send(request, reply)


serve(bye=chat)
