"""Papers whose tables are run again, a folder each: plans, page, and what only it needs.

`dagwright.experiments` finds them here (`experiments/library.py`).
"""
