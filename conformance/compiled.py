"""The suite's own YAML in compiled form: reading it again costs no YAML parser.

``compiled.json`` beside the data maps each file to its SHA-256 and its plain value. An entry
whose digest does not fit is not used, so an edited file is always read itself, and
``python -m conformance.compiled`` writes the whole anew.
"""

import functools
import hashlib
import json
import os
import sys
from pathlib import Path
from typing import Any

import msgspec

from conformance import resources

COMPILED = resources.SCENARIOS / "compiled.json"


class Entry(msgspec.Struct, frozen=True):
    sha256: str
    data: msgspec.Raw


def load_plain(path: Path) -> Any:
    """The plain value of one of the suite's own YAML files."""
    return plain_value(path, path.read_bytes())


def plain_value(path: Path, raw: bytes) -> Any:
    """The plain value of a YAML file whose content is ``raw``.

    Raises:
        ScenarioFileError: not compiled, and not one plain YAML document.
    """
    entry = _entries().get(_key(path))
    if entry and entry.sha256 == hashlib.sha256(raw).hexdigest():
        return msgspec.json.decode(entry.data)
    from conformance.scenarios.document import parse_document  # noqa: PLC0415 - loads PyYAML

    return parse_document(raw, str(path)).data


def compile_suite() -> bytes:
    """The content that ``compiled.json`` should have."""
    from conformance.scenarios.document import parse_document  # noqa: PLC0415 - loads PyYAML

    spec = resources.SPEC.glob("*.yaml")
    paths = sorted([*spec, *resources.SCENARIOS.rglob("*.yaml")], key=_key)
    entries = {}
    for path in paths:
        raw = path.read_bytes()
        data = parse_document(raw, str(path)).data
        entries[_key(path)] = {"sha256": hashlib.sha256(raw).hexdigest(), "data": data}
    lines = (f"{json.dumps(k)}: {json.dumps(v, ensure_ascii=False)}" for k, v in entries.items())
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode()


@functools.cache
def _entries() -> dict[str, Entry]:
    try:
        return msgspec.json.decode(COMPILED.read_bytes(), type=dict[str, Entry])
    except (OSError, msgspec.MsgspecError):
        return {}


def _key(path: Path) -> str:
    for root in (resources.SPEC, resources.SCENARIOS):
        if path.is_relative_to(root):
            return f"{root.name}/{path.relative_to(root).as_posix()}"
    return path.as_posix()


def main() -> int:
    content = compile_suite()
    if "--check" in sys.argv[1:]:
        fresh = COMPILED.is_file() and COMPILED.read_bytes() == content
        print("compiled.json is fresh" if fresh else "compiled.json is stale: run make compile")
        return 0 if fresh else 1
    partial = COMPILED.with_suffix(f".{os.getpid()}.tmp")
    partial.write_bytes(content)
    partial.replace(COMPILED)
    return 0


if __name__ == "__main__":
    sys.exit(main())
