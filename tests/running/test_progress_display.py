import io
import sys
import types

import pytest
from rich.console import Console

import dagwright as dw
from dagwright.running.progress_display import _panel

SEEN = dw.Progress("exact", 12.3, 4000, -6602.1181, 3, 31, 40.0, "nodes", "components", -6590.0)


def rendered(progress, width):
    console = Console(file=io.StringIO(), width=width, force_terminal=False)
    console.print(_panel(progress))
    return console.file.getvalue().splitlines()


@pytest.mark.parametrize("width", [30, 60, 80, 200])
def test_the_panel_never_breaks_its_lines(width):
    lines = rendered(SEEN, width)
    assert len(lines) == 5
    assert max(map(len, lines)) <= min(width, 76)


def test_the_panel_shows_what_is_known():
    text = "\n".join(rendered(SEEN, 80))
    for part in ("exact", "12.3 s", "40 s left", "best -6602.1181", "gap 0.18%", "3 of 31"):
        assert part in text
    unknown = dw.Progress("parent sets", 0.0, 0, float("-inf"), 0, None, None)
    text = "\n".join(rendered(unknown, 80))
    assert "inf" not in text
    assert "left" not in text


@pytest.fixture
def notebook(monkeypatch):
    """A stand-in for a notebook's kernel that notes what it is asked to show."""
    shown = []

    class Handle:
        def update(self, thing):
            shown.append(thing)

    def display(thing, display_id):
        assert display_id
        shown.append(thing)
        return Handle()

    shell = types.SimpleNamespace(kernel=object())
    package = types.ModuleType("IPython")
    package.get_ipython = lambda: shell
    inner = types.ModuleType("IPython.display")
    inner.display = display
    monkeypatch.setitem(sys.modules, "IPython", package)
    monkeypatch.setitem(sys.modules, "IPython.display", inner)
    return shown


def test_a_notebook_gets_html_and_no_terminal_codes(notebook, capsys):
    dw.learn(
        dw.load_dataset("wdbc"), method="minobs", time_limit=0.5, callbacks=dw.ProgressDisplay()
    )
    pages = [thing._repr_html_() for thing in notebook]
    assert any("<progress" in page and "minobs" in page for page in pages)
    assert all(
        "\x1b" not in page + repr(thing) for page, thing in zip(pages, notebook, strict=True)
    )
    assert pages[-1] == "" == repr(notebook[-1])
    captured = capsys.readouterr()
    assert captured.out + captured.err == ""


def test_a_console_that_was_asked_for_is_used_in_a_notebook_too(notebook):
    console = Console(file=io.StringIO(), force_terminal=True, width=80)
    dw.learn({"a": [0, 1] * 9}, callbacks=dw.ProgressDisplay(console))
    assert "exact" in console.file.getvalue()
    assert notebook == []
