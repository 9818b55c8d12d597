"""Tests against the real packages: `make interop`, part of `make check`."""

from __future__ import annotations

import pytest


def pytest_collection_modifyitems(items):
    for item in items:
        if "interop" in item.path.parts:
            item.add_marker(pytest.mark.interop)
            # Their warnings are not ours; as errors they even crash pyAgrum's import.
            item.add_marker(pytest.mark.filterwarnings("default"))
