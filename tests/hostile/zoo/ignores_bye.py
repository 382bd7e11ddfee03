"""Does not end when it is dismissed, nor when its input ends."""

import time

from _base import serve

serve(bye=lambda request, reply: time.sleep(60))
