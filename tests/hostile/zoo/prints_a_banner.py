"""Greets people on standard output before it greets the suite."""

from _base import serve, write

write(b"Welcome to Jack 2.0!\n")
serve()
