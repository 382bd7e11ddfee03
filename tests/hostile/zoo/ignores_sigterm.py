"""Does not end when it is dismissed, nor when it is asked by signal."""

import signal
import time

from _base import serve

signal.signal(signal.SIGTERM, signal.SIG_IGN)
serve(bye=lambda request, reply: time.sleep(60))
