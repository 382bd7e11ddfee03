"""Ends well, but for a process that it started and forgot."""

import os
import time

from _base import serve

if os.fork() == 0:
    time.sleep(60)
serve()
