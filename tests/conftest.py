from amount import scaled
from hypothesis import settings

# A deadline is a timing assert: it fails on a busy machine, not on a bug. The same commit is tried
# on the same examples every time; `make explore` looks for new ones.
# Tests that say how many examples they want scale them themselves.
settings.register_profile("repeatable", deadline=None, derandomize=True, max_examples=scaled(100))
settings.register_profile("explore", deadline=None, max_examples=1000)
settings.load_profile("repeatable")
