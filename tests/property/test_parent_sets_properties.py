"""Parent sets against brute force, and any of them through any file."""

import contextlib
import math
import tempfile
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from set_strategies import parent_sets, scored_lists

import dagwright as dw

SUFFIXES = [".jkl", ".jaa", ".pss", ".dwps", ".jkl.gz", ".pss.gz", ".dwps.gz"]
COVERAGE = ["complete_size", "unseen_bound", "evaluations", "notes", "pruned"]
KNOWN = ["score", "rows", "fingerprint", *COVERAGE]


@contextlib.contextmanager
def new_file(suffix):
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder) / f"sets{suffix}"


def arrays_of(sets):
    arrays = (sets.child_starts, sets.scores, sets.set_starts, sets.members)
    return [(array.dtype, array.tobytes()) for array in arrays]


def not_dominated(scored):
    return {
        (score, frozenset(parents))
        for score, parents in scored
        if not any(set(few) < set(parents) and other >= score for other, few in scored)
    }


@given(scored_lists())
def test_lists_lose_exactly_the_dominated_sets(named):
    names, lists = named
    sets = dw.ParentSets.from_lists(names, lists)
    for child in names:
        kept = {(one.score, frozenset(one.parents)) for one in sets[child]}
        assert kept == not_dominated(lists[child])
        assert [one.score for one in sets[child]] == sorted(sets[child].scores, reverse=True)


@given(scored_lists(), st.data())
def test_the_best_set_within_allowed_parents_is_that_of_brute_force(named, data):
    names, lists = named
    allowed = data.draw(st.lists(st.sampled_from(names), unique=True))
    for keep in (False, True):
        sets = dw.ParentSets.from_lists(names, lists, keep_dominated=keep)
        for child in names:
            within = [score for score, some in lists[child] if set(some) <= set(allowed)]
            found = sets.best(child, allowed)
            assert found.score == max(within)
            assert set(found.parents) <= set(allowed)


@given(scored_lists())
def test_the_best_parent_graph_is_that_of_brute_force(named):
    names, lists = named
    graph = dw.ParentSets.from_lists(names, lists).relaxed()
    best = [max(score for score, _ in lists[child]) for child in names]
    assert graph.score == math.fsum(best)
    for child, score in zip(names, best, strict=True):
        assert (score, graph.parents[child]) in [
            (value, tuple(sorted(some, key=names.index))) for value, some in lists[child]
        ]
    edges = [(parent, child) for child in names for parent in graph.parents[child]]
    assert graph.mean_in_degree == len(edges) / len(names)
    try:
        dw.Dag(names, edges)
    except dw.DagwrightError:
        assert not graph.is_acyclic
    else:
        assert graph.dag == dw.Dag(names, edges)


@given(scored_lists(), st.data())
def test_restricting_by_forbidden_edges_and_a_limit_loses_nothing(named, data):
    names, lists = named
    pairs = [(a, b) for a in names for b in names if a != b]
    forbidden = data.draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    limit = data.draw(st.none() | st.integers(0, 3))
    constraints = dw.Constraints(forbidden=forbidden, max_parents=limit)
    allowed = {
        child: [
            (score, some)
            for score, some in lists[child]
            if not any((parent, child) in forbidden for parent in some)
            and (limit is None or len(some) <= limit)
        ]
        for child in names
    }
    left = dw.ParentSets.from_lists(names, lists).restrict(constraints)
    assert left == dw.ParentSets.from_lists(names, allowed)


@pytest.mark.parametrize("suffix", SUFFIXES)
@given(sets=parent_sets())
def test_writing_and_reading_is_the_identity(suffix, sets):
    with new_file(suffix) as path:
        sets.write(path)
        again = dw.read_parent_sets(path)
    assert again.names == sets.names
    assert arrays_of(again) == arrays_of(sets)
    for what in KNOWN:
        assert getattr(again, what) == getattr(sets, what), what


@pytest.mark.parametrize("suffix", [".jkl", ".pss"])
@given(sets=parent_sets())
def test_without_comments_the_arrays_still_come_back(suffix, sets):
    with new_file(suffix) as path:
        sets.write(path, comments=False)
        again = dw.read_parent_sets(path)
        assert b"#" not in path.read_bytes() or suffix == ".pss"
    assert arrays_of(again) == arrays_of(sets)


def shuffled_jkl(names, lists, label, draw):
    """The text of a file whose variables, sets and parents come in any order, with comments."""
    lines = [str(len(names))]
    for child in draw(st.permutations(names)):
        lines.append(f"{label[child]} {len(lists[child])}")
        for score, parents in draw(st.permutations(lists[child])):
            some = [label[parent] for parent in draw(st.permutations(parents))]
            lines.append(" ".join([repr(score), str(len(parents)), *some]))
    noise = st.sampled_from(["", "# comment 1 2", "  ", "\t# -1 0"])
    for _ in range(draw(st.integers(0, 4))):
        lines.insert(draw(st.integers(0, len(lines))), draw(noise))
    ending = draw(st.sampled_from(["\n", "\r\n", " \n"]))
    return ending.join(lines) + draw(st.sampled_from(["", ending]))


@given(scored_lists(), st.booleans(), st.data())
def test_the_order_in_a_file_does_not_matter(named, numbered, data):
    names, lists = named
    label = {name: str(i) if numbered else f"name{i}" for i, name in enumerate(names)}
    with new_file(".jkl") as path:
        path.write_bytes(shuffled_jkl(names, lists, label, data.draw).encode())
        read = dw.read_parent_sets(path)
    wanted = dw.ParentSets.from_lists(names, lists, keep_dominated=True)
    again = {
        child: [
            (one.score, [names[label_of(parent)] for parent in one.parents])
            for one in read[f"x{i}" if numbered else f"name{i}"]
        ]
        for i, child in enumerate(names)
    }
    assert dw.ParentSets.from_lists(names, again, keep_dominated=True) == wanted
    if numbered:
        assert arrays_of(read) == arrays_of(wanted)


def label_of(name):
    return int(name.removeprefix("name").removeprefix("x"))


SAMPLE = dw.ParentSets.from_lists(
    ["a", "é b", "c"],
    {
        "a": [(-9.25, ()), (-4, ("c",)), (-3, ("é b", "c"))],
        "é b": [(-5, ()), (-2.5e-7, ("a",))],
        "c": [(-7, ())],
    },
)


def contents(suffix):
    with new_file(suffix) as path:
        SAMPLE.write(path)
        return path.read_bytes()


CONTENTS = {suffix: contents(suffix) for suffix in SUFFIXES}


@st.composite
def mutations(draw):
    """A file with some bytes changed, left out, repeated or cut off."""
    suffix = draw(st.sampled_from(SUFFIXES))
    content = bytearray(CONTENTS[suffix])
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(content)))
        stop = min(len(content), start + draw(st.integers(0, 6)))
        kind = draw(st.sampled_from(["replace", "delete", "repeat", "cut"]))
        if kind == "replace":
            text = st.text('0123456789 -.einaf#\nVARMETx"[]{},:', max_size=4).map(str.encode)
            content[start:stop] = draw(st.binary(max_size=4) | text)
        elif kind == "delete":
            del content[start:stop]
        elif kind == "repeat":
            content[start:start] = content[start : start + draw(st.integers(0, 60))]
        else:
            del content[start:]
    return suffix, bytes(content)


@given(mutations())
@example((".jkl", b""))
@example((".pss", b"VAR \xff\n-1\n-2 \xfe"))
@example((".jkl", b'# dagwright {"names": 3}\n1\n0 1\n-1 0'))
@example((".jkl", b'# dagwright {"names": ["a"], "score": 7}\n1\n0 1\n-1 0'))
@example((".jkl", b'# dagwright {"names": ["a"], "score": {"name": "bdeu", "e": 1}}\n1\n0 1\n-1 0'))
@example((".jkl", b'# dagwright {"names": ["a"], "complete_size": ["x"]}\n1\n0 1\n-1 0'))
@example((".jkl", b"# dagwright " + b"[" * 100_000 + b"\n1\n0 1\n-1 0"))
@example((".pss", b"META num_records=" + b"9" * 9999 + b"\nMETA score_type=bdeu\nVAR a\n-1"))
def test_damaged_files_give_parent_sets_or_a_clear_error(damaged):
    suffix, content = damaged
    with new_file(suffix) as path:
        path.write_bytes(content)
        try:
            result = dw.read_parent_sets(path)
        except dw.FormatError as error:
            result = error
    if isinstance(result, Exception):
        assert str(path) in str(result)
        return
    for child in result.names:
        for one in result[child]:
            assert child not in one.parents
            assert math.isfinite(one.score)


@given(scored_lists(max_variables=4), st.data())
def test_required_parents_from_unpruned_lists_are_those_of_brute_force(named, data):
    names, lists = named
    child = data.draw(st.sampled_from(names))
    others = [name for name in names if name != child]
    every = [some for size in range(len(others) + 1) for some in combinations(others, size)]
    known = {frozenset(some): score for score, some in lists[child]}
    lists = {**lists, child: [(known.get(frozenset(some), -1.0), some) for some in every]}
    required = data.draw(st.lists(st.sampled_from(others), unique=True)) if others else []
    sets = dw.ParentSets.from_lists(names, lists, keep_dominated=True)
    left = sets.restrict(dw.Constraints(required=[(parent, child) for parent in required]))
    wanted = {frozenset(some) for some in every if set(required) <= set(some)}
    assert {frozenset(one.parents) for one in left[child]} == wanted
