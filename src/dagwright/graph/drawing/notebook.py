"""Drawings in notebooks."""

from __future__ import annotations

from html import escape

__all__ = ["notebook_html"]


def notebook_html(drawing: str, caption: str) -> str:
    """Return a drawing with a line above it, in a box of its own if it is large."""
    return (
        '<div style="max-width:100%">'
        f'<div style="margin:0 0 .4em">{escape(caption)}</div>'
        f'<div style="overflow:auto;max-height:640px">{drawing}</div></div>'
    )
