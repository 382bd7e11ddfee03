"""A fault as an engine: in this process, or as the handler of a protocol loop."""

from collections.abc import Callable
from typing import Any

from conformance.adapters.in_process import InProcess
from conformance.faults.model import Fault
from reference_engine.adapter import EVERYTHING, Announcement, handle
from reference_engine.rules import Rules


def engine(rules: Rules, announced: Announcement = EVERYTHING) -> InProcess:
    """An engine in this process that plays by ``rules`` and says of itself what the reference
    engine says."""
    return InProcess(handler(rules, announced))


def handler(
    rules: Rules, announced: Announcement = EVERYTHING
) -> Callable[[dict[str, Any]], dict[str, Any]]:
    return lambda request: handle(rules, request, announced)


def faulty_engine(fault: Fault) -> InProcess:
    """A fresh engine with the fault."""
    return engine(fault.rules())
