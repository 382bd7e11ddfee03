"""Small adapters that misbehave when they are asked to, each way under its own name.

A test writes :data:`SOURCE` to a file and runs it. It greets properly (unless its second
argument is the way to misbehave at that), answers ``{"do": "answer"}`` with its process id, and
does to any other request whatever the name in ``do`` says. Its first argument is a FIFO that it
holds open for writing, so that a test sees when the last process that came of it has gone.
"""

import os
import select
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

SOURCE = r"""
import json, os, signal, subprocess, sys

os.open(sys.argv[1], os.O_WRONLY)
GREETING = sys.argv[2] if len(sys.argv) > 2 else "greet"


def say(message):
    write(json.dumps(message).encode() + b"\n")


def write(data):
    while data:
        data = data[os.write(1, data):]


def answer(request):
    say({"id": request["id"], "error": {"message": str(os.getpid())}})


def greet(request):
    say({"id": request["id"], "protocol": 1, "implementation": {"name": "hostile"},
         "scoring": ["full"]})


def never_answer(request):
    signal.pause()


def exit_at_once(request):
    sys.exit(3)


def exit_in_the_middle(request):
    write(b'{"id": "' + request["id"].encode())
    os._exit(0)


def die_of_a_signal(request):
    os.kill(os.getpid(), signal.SIGSEGV)


def fail_with_words(request):
    print("\x1b[31mno such trick\x1b[0m", file=sys.stderr)
    sys.exit(1)


def garbage(request):
    write(b"\xfftrick taken!\n")


def wrong_id(request):
    say({"id": "9999", "error": {"message": "late"}})


def no_id(request):
    say({"id": None, "error": {"message": "what was that?"}})


def wrong_field(request):
    say({"id": request["id"], "rounds": [{"dealer": "east"}], "winner": None})


def no_scoring(request):
    say({"id": request["id"], "protocol": 1, "implementation": {"name": "x"}, "scoring": []})


def next_protocol(request):
    say({"id": request["id"], "protocol": 2, "implementation": {"name": "x"},
         "scoring": ["full"]})


def class_without_mode(request):
    say({"id": request["id"], "protocol": 1, "implementation": {"name": "x"},
         "scoring": ["full"], "classes": ["simplified-scoring"]})


def endless_line(request):
    while True:
        write(b"x" * 65536)


def answer_twice(request):
    # In one piece, so that both lines come in together.
    line = json.dumps({"id": request["id"], "error": {"message": str(os.getpid())}}) + "\n"
    write(line.encode() * 2)


def flood_stderr(request):
    for number in range(2000):
        os.write(2, b"%d " % number + b"moan " * 200 + b"\n")
    answer(request)


def flood_stderr_for_ever(request):
    while True:
        os.write(2, b"moan " * 1000)


def close_output(request):
    os.close(1)
    signal.pause()


def close_input(request):
    os.close(0)
    answer(request)
    signal.pause()


def ignore_sigterm(request):
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    answer(request)
    while True:
        signal.pause()


def fork_and_answer(request):
    if os.fork() == 0:
        signal.pause()
    answer(request)


def fork_and_die(request):
    if os.fork() == 0:
        signal.pause()
    sys.exit(1)


def answer_before_reading_on(request):
    # Long lines in both directions at once would lock two blocking pipes.
    say({"id": request["id"], "error": {"message": "x" * 1000000}})


while True:
    line = sys.stdin.buffer.readline()
    if not line:
        break
    request = json.loads(line)
    if request["cmd"] == "hello":
        globals()[GREETING](request)
    elif request["cmd"] == "bye":
        say({"id": request["id"]})
        break
    else:
        globals()[request["do"]](request)
"""


class Hostile:
    """The misbehaving adapter as a command, and a watch over its processes."""

    def __init__(self, folder: Path) -> None:
        script, self._fifo = folder / "hostile.py", folder / "alive"
        script.write_text(SOURCE)
        os.mkfifo(self._fifo)
        self._watch = os.open(self._fifo, os.O_RDONLY | os.O_NONBLOCK)
        # There is an end of file only where there was a writer: one may be killed before it is.
        self._writer: int | None = os.open(self._fifo, os.O_WRONLY)
        self._command = (sys.executable, "-S", str(script), str(self._fifo))

    def command(self, greeting: str = "greet") -> tuple[str, ...]:
        return (*self._command, greeting)

    def all_gone(self) -> bool:
        """Has every process that it ever was gone? Waits for the system to tidy up."""
        self._close_writer()
        ready, _, _ = select.select([self._watch], [], [], 10)
        return bool(ready) and os.read(self._watch, 1) == b""

    def close(self) -> None:
        self._close_writer()
        os.close(self._watch)

    def _close_writer(self) -> None:
        writer, self._writer = self._writer, None
        if writer is not None:
            os.close(writer)


@contextmanager
def hostile_in(folder: Path) -> Iterator[Hostile]:
    """Such an adapter; afterwards none of its processes may be left."""
    adapter = Hostile(folder)
    try:
        yield adapter
        assert adapter.all_gone(), "a process of the adapter is still there"
    finally:
        adapter.close()
