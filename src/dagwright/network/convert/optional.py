"""Importing packages that need not be there."""

from __future__ import annotations

import importlib
from typing import Any

from dagwright.errors import DagwrightError

__all__ = ["import_optional"]


def import_optional(module: str, extra: str) -> Any:
    """Return a module, or say how to install it."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise DagwrightError(
            f"this needs {extra}, which cannot be imported ({error}): "
            f"run pip install 'dagwright[{extra}]'"
        ) from None
