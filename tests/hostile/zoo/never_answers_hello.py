"""Reads, and says nothing at all."""

import sys

for _ in sys.stdin:
    pass
