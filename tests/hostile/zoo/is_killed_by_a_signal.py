"""Dies of a signal instead of answering the target."""

import os
import signal

from _base import serve


def spoil(request, reply):
    os.kill(os.getpid(), signal.SIGKILL)


serve(target=spoil)
