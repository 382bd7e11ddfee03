"""Takes longer to start than a reply may take."""

import time

from _base import serve

time.sleep(0.6)
serve()
