"""Reports are written whole or not at all."""

import contextlib
import os
import tempfile
from pathlib import Path

from conformance.errors import UsageError


def check_place(path: Path) -> None:
    """See before a long run that ``path`` can be a file.

    Raises:
        UsageError: its folder is not there, or it is a folder itself.
    """
    if not path.parent.is_dir():
        raise _cannot_write(path, f"there is no folder {path.parent}")
    if path.is_dir():
        raise _cannot_write(path, "it is a folder")
    if not os.access(path if _is_special(path) else path.parent, os.W_OK):
        raise _cannot_write(path, "it may not be written there")


def write_whole(path: Path, content: bytes) -> None:
    """Write ``content`` to ``path``; whatever stood there stays if that fails.

    Raises:
        UsageError: the file cannot be written.
    """
    partial = ""
    try:
        if _is_special(path):
            path.write_bytes(content)
            return
        path = path.resolve()
        handle, partial = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        umask = os.umask(0)
        os.umask(umask)
        Path(partial).chmod(0o666 & ~umask)
        Path(partial).replace(path)
    except OSError as error:
        if partial:
            with contextlib.suppress(OSError):
                Path(partial).unlink()
        raise _cannot_write(path, error.strerror or str(error)) from None


def _is_special(path: Path) -> bool:
    """A device or a pipe is written to, never replaced by a file."""
    return path.exists() and not path.is_file()


def _cannot_write(path: Path, reason: str) -> UsageError:
    return UsageError(f"cannot write {path}: {reason}", "name a file in a writable folder")
