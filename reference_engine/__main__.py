"""``python -m reference_engine``: the adapter protocol over standard input and output."""

import json
import os
import sys
from collections.abc import Sequence
from typing import get_args

from reference_engine.adapter import EVERYTHING, FEATURES, RULINGS, Announcement, answer
from reference_engine.rules import Rules


def main(arguments: Sequence[str]) -> int:
    rules, announced = _options(arguments) if arguments else (Rules(), EVERYTHING)
    try:
        serve(rules, announced)
    except BrokenPipeError:
        pass  # whoever asked has gone
    except KeyboardInterrupt:
        return 130
    return 0


def serve(rules: Rules, announced: Announcement) -> None:
    """Answer line by line until ``bye`` or the end of the input."""
    for line in sys.stdin.buffer:
        reply, last = answer(rules, line, announced)
        _write_whole(sys.stdout.fileno(), json.dumps(reply).encode() + b"\n")
        if last:
            return


def _write_whole(descriptor: int, line: bytes) -> None:
    """A single write may be short; half a line would be taken for a broken reply."""
    rest = memoryview(line)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def _options(arguments: Sequence[str]) -> tuple[Rules, Announcement]:
    import argparse  # noqa: PLC0415  # start-up without options stays quick

    parser = argparse.ArgumentParser(
        prog="python -m reference_engine",
        description="California Jack by the rulebook, behind the adapter protocol.",
    )
    for name in RULINGS:
        parser.add_argument(
            f"--{name.replace('_', '-')}",
            f"--{name}",
            dest=name,
            choices=get_args(Rules.__annotations__[name]),
            default=getattr(Rules, name),
            help="a reading of an open point (default: %(default)s)",
        )
    parser.add_argument(
        "--undeclared",
        action="store_true",
        help="leave the rulings out of hello, so that the suite must infer them",
    )
    parser.add_argument(
        "--without",
        action="append",
        choices=FEATURES,
        default=[],
        metavar="FEATURE",
        help="do not announce or show this feature; may be given several times "
        f"({', '.join(FEATURES)})",
    )
    given = parser.parse_args(arguments)
    rules = Rules(**{name: getattr(given, name) for name in RULINGS})
    features = tuple(feature for feature in FEATURES if feature not in given.without)
    return rules, Announcement(features, rulings=not given.undeclared)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
