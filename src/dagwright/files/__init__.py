"""Reading files in pieces or whole, and writing them whole or not at all."""

from dagwright.files.reading import read_pieces, read_text, too_large
from dagwright.files.writing import (
    check_writable,
    is_directory,
    is_stream,
    packed_bytes,
    remove_leftover,
    unused_name,
    write_new,
    write_whole,
)

__all__ = [
    "check_writable",
    "is_directory",
    "is_stream",
    "packed_bytes",
    "read_pieces",
    "read_text",
    "remove_leftover",
    "too_large",
    "unused_name",
    "write_new",
    "write_whole",
]
