"""The zoo as a table: misbehaviour, outcomes, message, seconds; and the suite's peak memory.

``python -m tests.hostile.table`` prints it; with the name of a member, the row of that one alone.
"""

import sys
import tempfile
import time
from pathlib import Path

from tests.hostile.keeping import measured, peak_memory, survivors, visit
from tests.hostile.members import MEMBERS, Member

FLOODS = (
    "ends_lines_with_cr_lf",
    "greets_without_end",
    "writes_100_mb_without_a_line_end",
    "writes_endless_lines",
    "floods_standard_error",
    "floods_standard_error_for_ever",
    "sends_replies_of_four_megabytes",
    "lists_half_a_million_cards",
    "reports_an_error_of_a_megabyte",
    "leaks_memory",
)
"""Those whose memory is of interest, and first a well-behaved one to compare them with."""


def row(member: Member) -> str:
    with tempfile.TemporaryDirectory() as folder:
        began = time.monotonic()
        found = visit(member, Path(folder))
        seconds = time.monotonic() - began
        left = survivors(Path(folder))
    outcomes = ", ".join(outcome.kind for outcome in found.outcomes) or "not greeted"
    # Without the command, which begins the message of those that are not greeted.
    message = (found.message.splitlines() or ["–"])[0].rpartition(f"{folder}` ")[2][:100]
    alive = f"  {len(left)} PROCESSES LEFT" if left else ""
    return f"{member.name:<40} {outcomes:<28} {seconds:5.2f}  {message}{alive}"


def main(names: list[str]) -> None:
    chosen = [member for member in MEMBERS if not names or member.name in names]
    for member in chosen:
        print(row(member), flush=True)
    if names:
        print(peak_memory())
        return
    print("\npeak memory of the suite's process, in MB")
    for name in FLOODS:
        print(f"{name:<40} {measured(name) / 1e6:6.1f}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
