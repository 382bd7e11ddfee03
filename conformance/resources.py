"""Where spec, scenarios and kits lie: beside the package in a checkout, in it once installed."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_INSTALLED = _PACKAGE / "_data"
_ROOT = _INSTALLED if _INSTALLED.is_dir() else _PACKAGE.parent

SPEC = _ROOT / "spec"
SCENARIOS = _ROOT / "scenarios"
KITS = _ROOT / "kits"
SCHEMAS = SPEC / "schemas"
