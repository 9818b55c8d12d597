"""What a case does, as Python code that does it again."""

import contextlib
import tempfile
from pathlib import Path

import dagwright as dw
from dagwright.running.control import force_stop_at_check

BEGINNING = """\
import os, tempfile
from pathlib import PosixPath
from numpy import inf
from claims.draws import ScoreOfWorld
from claims.world import World
from dagwright import *
from dagwright.crossover import *
from dagwright.initial import *
from dagwright.selection import *
from dagwright.walk import *
from dagwright.running.control import force_stop_at_check
os.chdir(tempfile.mkdtemp())
"""


class Story:
    """Makes the calls of a case, and keeps them as lines of code.

    Parameters
    ----------
    beginning
        What the case is about.
    """

    def __init__(self, beginning):
        self.lines = [f"# {beginning}"]
        self._folder = ""

    @contextlib.contextmanager
    def folder(self):
        """Make a folder for files; where the code is run again, the current one takes its place."""
        with tempfile.TemporaryDirectory() as self._folder:
            yield Path(self._folder)

    def note(self, *remarks):
        self.lines += [f"# {remark}" for remark in remarks]

    def given(self, code):
        """What the next calls are about."""
        self.lines.append(f"problem = {code}")

    def ask(self, function, problem, *, stop=None, **options):
        """Call the function; interrupt the run when it asks for the k-th time, k being `stop`."""
        given = "".join(f", {name}={code_of(value)}" for name, value in options.items())
        if self._folder:
            given = given.replace(self._folder, ".")
        call = f"result = {function.__name__}(problem{given})"
        stopped = [f"with force_stop_at_check({stop}):", f"    {call}"]
        self.lines += [call] if stop is None else stopped
        with contextlib.nullcontext() if stop is None else force_stop_at_check(stop):
            return function(problem, **options)


def code_of(value):
    if isinstance(value, dw.Dag):
        return f"Dag({value.names!r}, {[*value.edges]!r})"
    return repr(value)


def code_of_data(data):
    columns = [column.tolist() for column in data.codes]
    weights = None if data.weights is None else data.weights.tolist()
    return f"Dataset({data.names!r}, {data.states!r}, {columns!r}, {weights!r})"


def code_of_scores(data, score):
    return f"LocalScores({code_of_data(data)}, {score!r})"


def code_of_sets(sets):
    arrays = (sets.child_starts, sets.scores, sets.set_starts, sets.members)
    facts = {
        "complete_size": list(sets.complete_size.values()),
        "unseen_bound": list(sets.unseen_bound.values()),
        "pruned": sets.pruned,
        "constraints": sets.constraints,
    }
    given = [repr(sets.names), *(repr(array.tolist()) for array in arrays)]
    return (
        f"ParentSets.from_arrays({', '.join([*given, *(f'{k}={v!r}' for k, v in facts.items())])})"
    )
