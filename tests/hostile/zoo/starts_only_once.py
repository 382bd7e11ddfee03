"""Crashes on the target, and does not start again: the lock file is still there."""

import os
import pathlib
import sys

from _base import serve

lock = pathlib.Path(sys.argv[1]) / "lock"
lock.open("x").close()
serve(target=lambda request, reply: os._exit(1))
