"""Results to look at."""

from dagwright.report.html import write_report

__all__ = ["write_report"]
