"""One decision for each column: what it holds, what becomes of it, and why."""
