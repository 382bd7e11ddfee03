"""Writes the reply to a greeting that nobody has sent yet, then another one."""

from _base import HELLO, line, serve, write

write(line({"id": "0"} | HELLO))
serve()
