"""``python -m conformance.faults ID``: a faulty engine behind the adapter protocol."""

import sys

from conformance.faults.catalogue import all_faults
from reference_engine.__main__ import serve
from reference_engine.adapter import EVERYTHING


def main() -> int:
    faults = all_faults()
    if len(sys.argv) != 2 or sys.argv[1] not in faults:
        print("usage: python -m conformance.faults ID\n\nthe ids:", file=sys.stderr)
        for fault in faults.values():
            print(f"  {fault.id}: {fault.text}", file=sys.stderr)
        return 2
    serve(faults[sys.argv[1]].rules(), EVERYTHING)
    return 0


if __name__ == "__main__":
    sys.exit(main())
