"""The reference engine as an adapter that does something to whoever asks it.

If there is a file ``armed`` with a number and a signal, it removes that file with the request of
this number, sends the signal to its parent, and never answers; for ``hello`` and ``bye`` their
names stand instead of the number. It writes its process id to ``pids`` and a line for each request
to ``asked``. The name that it announces stands in ``name``, if there is one.
"""

import contextlib
import json
import os
import signal
import sys
from pathlib import Path

from reference_engine.adapter import EVERYTHING, answer
from reference_engine.rules import Rules


def main() -> None:
    _append("pids", str(os.getpid()))
    asked = 0
    for line in sys.stdin.buffer:
        command = json.loads(line)["cmd"]
        asked += command == "run"
        _append("asked", command)
        _do_what_is_armed(str(asked) if command == "run" else command)
        reply, last = answer(Rules(), line, EVERYTHING)
        if command == "hello" and Path("name").exists():
            reply["implementation"]["name"] = Path("name").read_text("utf-8")
        sys.stdout.buffer.write(json.dumps(reply).encode() + b"\n")
        sys.stdout.buffer.flush()
        if last:
            return


def _do_what_is_armed(now: str) -> None:
    with contextlib.suppress(FileNotFoundError):
        at, number = Path("armed").read_text("utf-8").split()
        if at == now:
            Path("armed").unlink()
            os.kill(os.getppid(), int(number))
            signal.pause()


def _append(name: str, text: str) -> None:
    with Path(name).open("a", encoding="utf-8") as file:
        file.write(text + "\n")


main()
