"""The engine that is first on the path, under fields of ``Rules`` that its command line does not
have (those of the variants): ``python serve.py '{"follow": "suit_or_trump"}'``."""

import json
import sys

from reference_engine.__main__ import serve
from reference_engine.adapter import EVERYTHING
from reference_engine.rules import Rules

if __name__ == "__main__":
    serve(Rules(**json.loads(sys.argv[1])), EVERYTHING)
