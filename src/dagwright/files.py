"""Writing files whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from dagwright.errors import FormatError

__all__ = ["check_writable", "write_whole"]


def check_writable(path: str | os.PathLike[str]) -> None:
    """Refuse a path that cannot be written, before any work is done."""
    target = Path(path)
    if not target.parent.is_dir():
        raise FormatError(f"{target}: cannot write (there is no directory {target.parent})")
    if target.is_dir():
        raise FormatError(f"{target}: cannot write (it is a directory)")
    if not os.access(target.parent, os.W_OK):
        raise FormatError(f"{target}: cannot write (no permission in {target.parent})")


def write_whole(path: str | os.PathLike[str], text: str) -> None:
    """Write a text file; on any failure the old content, or nothing, is left."""
    target = Path(path)
    temporary: Path | None = None
    try:
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", dir=target.parent, prefix=f".{target.name}.", delete=False
        ) as out:
            temporary = Path(out.name)
            out.write(text)
        temporary.chmod(0o666 & ~_umask())
        temporary.replace(target)
    except BaseException as error:
        if temporary is not None:
            temporary.unlink(missing_ok=True)
        if not isinstance(error, OSError):
            raise
        raise FormatError(f"{target}: cannot write ({error.strerror or error})") from None


def _umask() -> int:
    # There is no way to read it but to set it.
    mask = os.umask(0)
    os.umask(mask)
    return mask
