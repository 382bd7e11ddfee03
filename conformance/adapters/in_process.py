"""An engine of the suite itself, asked without JSON, time-outs or limits: quickly.

Engines of others in this process are :mod:`~conformance.adapters.python_object`.
"""

import itertools
from collections.abc import Callable
from typing import Any

import msgspec

from conformance.adapters.session import NoReply, Withdrawn
from conformance.errors import AdapterError
from conformance.protocol.messages import PROTOCOL, HelloReply, RunReply
from conformance.version import __version__

Handler = Callable[[dict[str, Any]], dict[str, Any]]
"""A decoded request to a reply that JSON can hold, as an adapter's loop has it."""


class InProcess:
    """``handle`` answers each request; what it raises is the outcome ``crash``.

    Raises:
        AdapterError: from :meth:`greet`, if the answer to the greeting is not one.
    """

    def __init__(self, handle: Handler) -> None:
        self._handle = handle
        self.asked = 0
        self.withdrawn: list[Withdrawn] = []
        self._ids = itertools.count()

    def greet(self) -> HelloReply:
        request = {"cmd": "hello", "protocols": [PROTOCOL], "suite": __version__}
        try:
            return msgspec.convert(self._ask(request), HelloReply)
        except Exception as error:
            raise AdapterError(f"wrong answer to `hello`: {error}") from error

    def run(self, request: dict[str, Any]) -> RunReply | NoReply:
        self.asked += 1
        try:
            reply = self._ask({"cmd": "run", **request})
        except Exception as error:  # the engine's own fault, whatever it is
            return NoReply("crash", f"{type(error).__name__}: {error}")
        try:
            return msgspec.convert(reply, RunReply)
        except (msgspec.ValidationError, RecursionError) as error:
            return NoReply("protocol", str(error))

    def close(self) -> None:
        """Nothing to end."""

    def _ask(self, request: dict[str, Any]) -> dict[str, Any]:
        return self._handle({"id": str(next(self._ids)), **request})
