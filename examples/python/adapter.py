"""The kit for Python (kits/python) with its finished example in place of the stub."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "kits" / "python"))

from adapter import serve
from example import engine

serve(engine)
