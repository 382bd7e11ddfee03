"""Runs of the command that are interrupted, in a folder of their own."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
ADAPTER = Path(__file__).with_name("adapter.py")
# Few replays, and the time-out is longer than any test may take: nobody waits for it.
FEW = ("--no-exhaustive", "--scoring", "full", "--seed", "7", "--held-out", "3", "--timeout", "500")


@dataclass(frozen=True)
class Place:
    """A folder to run in; the state of programs stands in ``state`` there."""

    folder: Path

    def cjack(self, *arguments: str, **options: Any) -> "subprocess.CompletedProcess[str]":
        words = [sys.executable, "-m", "conformance", *arguments]
        done = subprocess.run(
            words,
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            encoding="utf-8",
            stdin=subprocess.DEVNULL,
            check=False,
            timeout=120,
            **options,
        )
        assert "Traceback" not in done.stderr, done.stderr
        return done

    @property
    def environment(self) -> dict[str, str]:
        state = str(self.folder / "state")
        return {**os.environ, "PYTHONPATH": str(ROOT), "XDG_STATE_HOME": state}

    def certify(
        self, *options: str, at: int | str = 0, number: int = 0, armed: bool = True
    ) -> "subprocess.CompletedProcess[str]":
        """Certify an adapter that sends the signal ``number`` if it is ``armed``."""
        if armed:
            self.arm(at, number)
        words = ("certify", *FEW, "--json", "report.json", *options)
        return self.cjack(*words, "--", sys.executable, str(ADAPTER))

    def arm(self, at: int | str, number: int) -> None:
        (self.folder / "armed").write_text(f"{at} {int(number)}")

    @property
    def report(self) -> Any:
        return json.loads((self.folder / "report.json").read_bytes())

    @property
    def report_bytes(self) -> bytes:
        return (self.folder / "report.json").read_bytes()

    @property
    def journals(self) -> list[Path]:
        return sorted((self.folder / "state" / "cjack").glob("*.jsonl"))

    @property
    def asked(self) -> int:
        """So many replays were asked for."""
        return (self.folder / "asked").read_text("utf-8").split().count("run")

    def living(self) -> list[int]:
        """The adapters that were started and still run."""
        pids = map(int, (self.folder / "pids").read_text("utf-8").split())
        return [pid for pid in pids if Path(f"/proc/{pid}").exists()]
