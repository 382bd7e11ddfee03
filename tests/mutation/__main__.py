"""``python -m tests.mutation``: make all mutants of the reference engine, judge them, and tell
which survive. Exit status 1 if one does that is not listed, or if the list has an entry without
a mutant. With names of modules: those alone; with ``--recheck``: the listed ones are judged too.
"""

import functools
import gc
import multiprocessing
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from tests.mutation.judge import NOT_ASKED, STAGES, Examiner, Kill
from tests.mutation.listed import Listed, listed_mutants
from tests.mutation.mutants import ENGINE, MODULES, Mutant, mutants_of


@functools.cache
def examiner() -> Examiner:
    return Examiner()


def main(arguments: Sequence[str]) -> int:
    started = time.monotonic()
    recheck = "--recheck" in arguments
    modules = [name for name in arguments if name != "--recheck"] or MODULES
    entries = [entry for entry in listed_mutants() if Path(entry.file).stem in modules]
    with _pool() as pool:
        mutants = [mutant for made in pool.map(mutants_of, modules) for mutant in made]
    if unmutated := judged(None):
        print(f"the engine itself does not pass: {unmutated}")
        return 1
    excused = {m for m in mutants if any(entry.covers(m) for entry in entries)}
    asked = [m for m in mutants if recheck or m not in excused]
    print(f"{len(mutants)} mutants, {len(excused)} of them listed", flush=True)
    fates: dict[Mutant, Kill | None] = {}
    gc.freeze()  # what the examiner holds is shared with the workers, and never garbage
    with _pool() as pool:
        for mutant, kill in zip(asked, pool.map(judged, asked), strict=True):
            fates[mutant] = kill
            if kill is None and mutant not in excused:
                print(f"survived: {mutant}", flush=True)
            elif kill and mutant in excused:
                print(f"listed, but killed by {kill.by}: {mutant}", flush=True)
    _print_table(modules, mutants, fates, excused)
    print(f"{time.monotonic() - started:.0f} s")
    return _status(mutants, fates, excused, entries)


def judged(mutant: Mutant | None) -> Kill | None:
    """What kills the mutant; None stands for the engine as it is."""
    with tempfile.TemporaryDirectory(prefix="mutant-") as folder:
        copy = Path(folder) / ENGINE.name
        shutil.copytree(ENGINE, copy, ignore=shutil.ignore_patterns("__pycache__"))
        if mutant:
            (copy / f"{mutant.module}.py").write_text(mutant.source, "utf-8")
        left_out = NOT_ASKED[mutant.module] if mutant else ()
        return examiner().examine(Path(folder), [s for s in STAGES if s not in left_out])


def _pool() -> ProcessPoolExecutor:
    # Forked, so that what is asked is worked out once, on the engine as it is.
    return ProcessPoolExecutor(mp_context=multiprocessing.get_context("fork"))


def _print_table(
    modules: Sequence[str],
    mutants: Sequence[Mutant],
    fates: dict[Mutant, Kill | None],
    excused: set[Mutant],
) -> None:
    columns = ("mutants", "killed", *STAGES, "listed", "survived")
    print("".join(["module    ", *(f"{column:>11}" for column in columns)]))
    total: Counter[str] = Counter()
    for module in modules:
        row: Counter[str] = Counter()
        for mutant in (m for m in mutants if m.module == module):
            kill = fates.get(mutant)
            row["mutants"] += 1
            row["listed"] += mutant in excused
            if kill:
                row.update(("killed", kill.stage))
            elif mutant not in excused:
                row["survived"] += 1
        print(f"{module:10}" + "".join(f"{row[column]:11}" for column in columns))
        total += row
    print("all       " + "".join(f"{total[column]:11}" for column in columns))


def _status(
    mutants: Sequence[Mutant],
    fates: dict[Mutant, Kill | None],
    excused: set[Mutant],
    entries: Sequence[Listed],
) -> int:
    survivors = [m for m, kill in fates.items() if kill is None and m not in excused]
    wrongly = [m for m, kill in fates.items() if kill and m in excused]
    stale = [entry for entry in entries if not any(entry.covers(m) for m in mutants)]
    for entry in stale:
        print(f"no such mutant: {entry}")
    return 1 if survivors or wrongly or stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
