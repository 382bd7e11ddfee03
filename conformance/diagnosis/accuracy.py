"""How good the diagnosis is: every fault is run blind and must be named first.

``python -m conformance.diagnosis.accuracy [N]`` prints the share over every N-th fault (all of
them unless told otherwise), and each fault for which another one is named.
"""

import itertools
import os
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

from conformance.diagnosis.apart import EVERYTHING
from conformance.diagnosis.diagnose import Memo, Observation, diagnose, observations
from conformance.faults.catalogue import all_faults
from conformance.faults.model import Fault
from conformance.faults.serve import faulty_engine
from conformance.plans import Plans
from conformance.rulebook import load_rulebook
from conformance.runner import Options, run_suite
from conformance.scenarios.load import shipped_suite
from reference_engine.rules import Rules


@dataclass(frozen=True, slots=True)
class Blind:
    """What the diagnosis named for a fault; ``right`` also where the first one named behaves
    the same in every replay."""

    fault: str
    named: tuple[str, ...]
    right: bool


def blind_runs(faults: Sequence[Fault]) -> Iterator[Blind]:
    """Diagnose each fault without telling which it is."""
    suite, book, plans = shipped_suite(), load_rulebook(), Plans()
    memo: Memo = {}
    behaviours: dict[str, tuple[int, ...]] = {}

    def observed(fault: Fault) -> list[Observation]:
        run = run_suite(suite.scenarios, lambda: faulty_engine(fault), book, Options(), plans)
        return observations(run.outcomes, suite.scenarios, EVERYTHING, Rules(), plans)

    def behaviour(fault: Fault) -> tuple[int, ...]:
        if fault.id not in behaviours:
            behaviours[fault.id] = tuple(o.seen for o in observed(fault))
        return behaviours[fault.id]

    known = all_faults()
    for fault in faults:
        seen = observed(fault)
        behaviours[fault.id] = tuple(o.seen for o in seen)
        found = diagnose(seen, EVERYTHING, Rules(), book, memo)
        named = tuple(c.id for c in found[0].candidates) if found else ()
        right = named == (fault.id,) or (
            len(named) == 1
            and named[0] in known
            and behaviour(known[named[0]]) == behaviours[fault.id]
        )
        yield Blind(fault.id, named, right)


def main() -> int:
    step = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    chosen = list(all_faults())[::step]
    jobs = min(4, os.cpu_count() or 1)
    right = 0
    with ProcessPoolExecutor(jobs) as pool:
        for blind in itertools.chain(*pool.map(_some, [chosen[at::jobs] for at in range(jobs)])):
            right += blind.right
            if not blind.right:
                print(f"{blind.fault}: named {' and '.join(blind.named) or 'none'}", flush=True)
    print(f"{right} of {len(chosen)} faults are named first ({right / len(chosen):.1%})")
    return 0 if right >= 0.95 * len(chosen) else 1


def _some(ids: list[str]) -> list[Blind]:
    faults = all_faults()
    return list(blind_runs([faults[fault_id] for fault_id in ids]))


if __name__ == "__main__":
    sys.exit(main())
