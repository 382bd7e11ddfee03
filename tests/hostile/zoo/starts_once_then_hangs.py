"""Crashes on the target, and does not greet when it is started again."""

import os
import pathlib
import sys
import time

from _base import serve

lock = pathlib.Path(sys.argv[1]) / "lock"
if lock.exists():
    time.sleep(60)
lock.touch()
serve(target=lambda request, reply: os._exit(1))
