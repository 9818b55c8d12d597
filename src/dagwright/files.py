"""Reading whole files, and writing files whole or not at all."""

from __future__ import annotations

import gzip
import os
import tempfile
import zlib
from pathlib import Path

from dagwright.errors import FormatError

__all__ = ["check_writable", "read_text", "write_whole"]


def check_writable(path: str | os.PathLike[str]) -> None:
    """Refuse a path that cannot be written, before any work is done."""
    target = Path(path)
    if not target.parent.is_dir():
        raise FormatError(f"{target}: cannot write (there is no directory {target.parent})")
    if target.is_dir():
        raise FormatError(f"{target}: cannot write (it is a directory)")
    if not os.access(target.parent, os.W_OK):
        raise FormatError(f"{target}: cannot write (no permission in {target.parent})")


def read_text(path: str | os.PathLike[str]) -> str:
    """Return the text of a UTF-8 file; one whose name ends in .gz is unpacked."""
    file = Path(path)
    try:
        content = file.read_bytes()
        if file.suffix.lower() == ".gz":
            content = gzip.decompress(content)
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise FormatError(f"{file}, line {line}: not UTF-8 text: convert the file") from None
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise FormatError(f"{file}: not a complete gzip file ({error})") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise FormatError(f"{file}: cannot read ({reason})") from None


def write_whole(path: str | os.PathLike[str], content: str | bytes) -> None:
    """Write a file; on any failure the old content, or nothing, is left.

    Text becomes UTF-8. A file whose name ends in .gz is compressed, to the same bytes every time.
    """
    target = Path(path)
    temporary: Path | None = None
    try:
        data = content.encode("utf-8") if isinstance(content, str) else content
        if target.suffix.lower() == ".gz":
            data = gzip.compress(data, mtime=0)
        with tempfile.NamedTemporaryFile(
            dir=target.parent, prefix=f".{target.name}.", delete=False
        ) as out:
            temporary = Path(out.name)
            out.write(data)
        temporary.chmod(0o666 & ~_umask())
        temporary.replace(target)
    except UnicodeEncodeError as error:
        raise FormatError(
            f"{target}: cannot write {error.object[error.start : error.end]!r} as UTF-8: "
            "rename the variable or state"
        ) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise FormatError(f"{target}: cannot write ({reason})") from None
    finally:  # an interrupt included
        if temporary is not None:
            temporary.unlink(missing_ok=True)


def _umask() -> int:
    # There is no way to read it but to set it.
    mask = os.umask(0)
    os.umask(mask)
    return mask
