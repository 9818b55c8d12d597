import gzip

import numpy as np
import pytest

import dagwright as dw
from dagwright.experiments.instances import data_folder, find_missing, make_instance


def make(spec, seed=1, folder=None):
    return make_instance({"name": "x", "base": "x", **spec}, seed, folder)


def test_parts_of_a_table_are_joined_and_columns_made_constant(tmp_path):
    for part, rows in (("a", "0,1\n1,0\n"), ("b", "1,1\n")):
        (tmp_path / f"x.{part}.gz").write_bytes(gzip.compress(rows.encode()))
    spec = {"kind": "table", "files": ["{name}.a.gz", "{name}.b.gz"], "constant": [0]}
    data = make(spec, folder=tmp_path).data
    assert data.n_rows == 3
    assert data.arities == (1, 2)


def test_a_missing_file_is_named_relative_to_the_folder(tmp_path):
    spec = {"kind": "network", "name": "pigs", "base": "pigs"}
    assert find_missing(spec, tmp_path) == "no file networks/pigs.bif.gz in the folder of data"
    assert find_missing({**spec, "base": "alarm"}, tmp_path) is None


def test_samples_depend_on_the_seed_and_their_columns_are_shuffled():
    spec = {"kind": "network", "base": "asia", "rows": 40}
    first, again, other = (make(spec, seed).data for seed in (1, 1, 2))
    assert first == again
    assert first != other
    orders = {make(spec, seed).data.names for seed in range(5)}
    assert len(orders) > 1
    assert make({**spec, "permute": False}).data.names == dw.load_network("asia").names


def test_test_rows_are_others_than_those_learned_from():
    spec = {"kind": "network", "base": "asia", "rows": 100, "test_rows": 100, "permute": False}
    instance = make(spec)
    assert instance.test.n_rows == 100
    assert instance.test != instance.data
    assert instance.dag == dw.load_network("asia").dag


def test_random_networks_have_what_the_plan_says():
    instance = make(
        {"kind": "random", "variables": 9, "edges": 8, "states": [3, 3], "rows": 10}, seed=4
    )
    assert instance.dag.n_edges == 8
    assert {len(states) for states in instance.data.states} == {3}


def test_gene_networks_know_their_pairs_but_no_dag():
    instance = make({"kind": "genes", "genes": 12, "edges": 10, "rows": 30})
    assert instance.dag is None
    assert 0 < len(instance.skeleton) <= 10


def test_sets_can_come_from_a_file(tmp_path):
    sets = dw.ParentSets.from_lists(["a", "b"], {"a": [(-1, [])], "b": [(-2, [])]})
    sets.write(tmp_path / "x.jkl")
    found = make({"kind": "sets", "files": ["{name}.jkl"]}, folder=tmp_path).sets
    assert np.allclose(found.scores, sets.scores)


def test_an_unknown_kind_is_refused():
    with pytest.raises(dw.DagwrightError, match="kind = 'dream'"):
        make({"kind": "dream"})


def test_the_folder_of_data_can_be_set(monkeypatch, tmp_path):
    monkeypatch.setenv("DAGWRIGHT_DATA", str(tmp_path))
    assert data_folder() == tmp_path
    monkeypatch.delenv("DAGWRIGHT_DATA")
    assert data_folder().parts == ("..", "shared", "data")
