"""A memory limit covers everything, and messages about it are in the user's numbers."""

import gzip
import re

import numpy as np
import pytest

import dagwright as dw
from dagwright.data.core_table import bytes_for_counting, bytes_for_scoring, core_table
from dagwright.memory import MemoryLimit, call_within, least_amount, parse_memory, resolve_memory

MB = 2**20


def make_table(n_rows, n_variables=8, states=3, seed=0, **facts):
    rng = np.random.default_rng(seed)
    first = rng.integers(0, states, n_rows)
    columns = [first]
    for _ in range(n_variables - 1):
        noise = rng.integers(0, states, n_rows)
        columns.append(np.where(rng.random(n_rows) < 0.6, columns[-1], noise))
    names = [f"v{i}" for i in range(n_variables)]
    labels = [[f"s{k}" for k in range(states)]] * n_variables
    return dw.Dataset(names, labels, [c.astype(np.uint8) for c in columns], **facts)


@pytest.fixture(scope="module")
def table():
    return make_table(500, n_variables=20)


@pytest.mark.parametrize("limit", ["1M", "2M", "20M"])
def test_auto_takes_what_fits(table, limit):
    result = dw.learn(
        table, memory_limit=limit, time_limit=5, constraints=dw.Constraints(max_parents=2)
    )
    assert result.method.name == "minobs"
    assert result.dag.n_edges > 0
    (note,) = [note for note in result.notes if "instead" in note]
    assert note.startswith(f"of the {limit} given, exact may use")
    assert note.endswith("minobs instead")


def test_auto_takes_one_greedy_pass_where_no_search_fits():
    wide = make_table(100, n_variables=200)
    assert bytes_for_scoring(wide) < MB
    result = dw.learn(wide, memory_limit="1M", time_limit=5)
    assert result.dag.n_edges > 0
    assert any("instead" in note for note in result.notes)


def test_a_table_that_does_not_fit_is_refused_before_work(table, monkeypatch):
    large = make_table(100_000)
    monkeypatch.setattr("dagwright.strategy.runner.Task", None)
    with pytest.raises(
        dw.ResourceError, match=r"the table needs .* MB here, and the limit is 1M: "
    ):
        dw.learn(large, memory_limit="1M")


@pytest.mark.parametrize("method", ["exact", "ilp", "astar", "bfbnb", "minobs", "hill-climbing"])
@pytest.mark.parametrize("rows", [500, 30_000])
def test_what_a_message_says_to_give_is_enough(method, rows):
    table, limit, messages = make_table(rows, n_variables=20), "1M", []
    few = dw.Constraints(max_parents=2)
    while True:
        try:
            dw.learn(table, method=method, memory_limit=limit, constraints=few, time_limit=0.3)
        except dw.ResourceError as error:
            messages.append(str(error))
            larger = re.search("give at least ([0-9]+[MG])", str(error)).group(1)
            assert parse_memory(larger) > parse_memory(limit)
            limit = larger
        else:
            break
    # The table may be refused, then the method, then the method with all its sets.
    assert len(messages) <= 3
    assert all("bytes" not in message for message in messages)
    if method in {"exact", "ilp"}:
        assert "another method" in messages[-1]


def test_a_method_that_cannot_fit_is_refused_before_sets_are_found(table, monkeypatch):
    monkeypatch.setattr("dagwright.strategy.work.enumerate_parent_sets", None)
    with pytest.raises(
        dw.ResourceError, match=r"of the 20M given, ilp may use 12\.5 MB, and it needs"
    ):
        dw.learn(table, method="ilp", memory_limit="20M")


def test_solve_refuses_in_the_numbers_of_the_user(table):
    sets = dw.find_parent_sets(dw.LocalScores(table), dw.Sequential(max_parents=1))
    with pytest.raises(
        dw.ResourceError, match=r"ilp needs 16\.1 MB here, and the limit is 2M: give at least 17M"
    ):
        dw.solve(sets, "ilp", memory_limit="2M")
    assert dw.solve(sets, "ilp", memory_limit="17M").status == "optimal"


def test_the_default_is_named_for_what_it_is(monkeypatch, table):
    monkeypatch.setattr("dagwright.memory.available_memory", lambda: 8 * MB)
    with pytest.raises(
        dw.ResourceError, match=r"half of the free memory is 4 MB; of that, ilp may use"
    ):
        dw.learn(table, method="ilp")


@pytest.mark.parametrize("given", ["1023K", 1000, "64K"])
def test_less_than_a_megabyte_is_refused(table, given):
    with pytest.raises(dw.ResourceError, match="is too small: give 1M or more"):
        dw.learn(table, memory_limit=given)


def test_a_part_of_a_limit_may_be_smaller_than_what_a_user_may_give():
    part = resolve_memory("1M").share(1 / 4)
    assert resolve_memory(part).size == MB // 4


@pytest.mark.parametrize("needed", [1, 1000, 3 * MB, 5 * 2**30 + 7])
@pytest.mark.parametrize("fraction", [1.0, 5 / 8, 1 / 3])
def test_the_least_amount_leaves_a_part_of_the_size_that_is_needed(needed, fraction):
    def part(whole):
        return MemoryLimit(whole, "x").without(123_457).share(fraction).without(77)

    advice = part(0)._advise(needed, "")
    whole = parse_memory(re.search("[0-9]+[MG]", advice).group())
    assert part(whole).size >= needed


@pytest.mark.parametrize("size", [1, MB, MB + 1, 27.3 * MB, 300 * 2**30, 2**42])
def test_an_amount_to_type_is_at_least_what_is_needed(size):
    assert size <= parse_memory(least_amount(size)) <= max(MB, 1.1 * size + MB)


@pytest.mark.parametrize("states", [2, 3, 8, 9])
@pytest.mark.parametrize("weighted", [False, True])
def test_a_table_takes_no_more_than_is_counted(states, weighted):
    weights = np.arange(1, 5001) if weighted else None
    table = make_table(5000, states=states, weights=weights)
    assert core_table(table).bytes <= bytes_for_counting(table) < bytes_for_scoring(table)


def test_fine_cells_and_weights_count(table):
    numbers = dw.Dataset.from_frame({"x": np.arange(500) / 7, "y": [0, 1] * 250})
    as_read = sum(codes.nbytes for codes in numbers.codes)
    assert bytes_for_scoring(numbers) >= bytes_for_counting(numbers) + as_read + 500
    weighted = make_table(500, n_variables=20, weights=np.ones(500, dtype=np.int64))
    assert bytes_for_scoring(weighted) == bytes_for_scoring(table) + 8 * 500


def test_reading_keeps_to_the_limit_around_it(tmp_path):
    path = tmp_path / "bomb.csv.gz"
    path.write_bytes(gzip.compress(b"a,b\n0,1\n1,0\n" + b" " * (8 << 20)))
    with pytest.raises(dw.ResourceError, match="more than 2 MB, and the limit is 2M"):
        dw.learn(path, memory_limit="2M")
    limit = call_within("3M", resolve_memory, None)
    assert limit == resolve_memory("3M")
    assert resolve_memory(None) != limit


def test_an_interrupt_leaves_no_limit_behind():
    def interrupted():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        call_within("3M", interrupted)
    assert not resolve_memory(None).given


@pytest.mark.parametrize("method", ["bfbnb", "astar"])
def test_memory_ends_a_search_at_the_same_place_for_any_number_of_threads(method):
    sets = dw.find_parent_sets(dw.LocalScores(make_table(300, n_variables=20)))
    one, two = (dw.solve(sets, method, memory_limit="3M", threads=threads) for threads in (1, 2))
    assert (one.score, one.bound, one.stop_reason) == (two.score, two.bound, two.stop_reason)
