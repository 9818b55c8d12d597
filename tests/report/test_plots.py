import itertools
import math
import sys

import pytest

import dagwright as dw
from dagwright.report.plots import (
    plot_against_size,
    plot_anytime,
    plot_critical_difference,
    plot_memory_savings,
    plot_network,
    plot_profile,
    plot_restarts,
    save_figure,
)
from dagwright.report.plots.critical_difference import find_groups
from dagwright.report.plots.layout import layered_positions


def words(figure):
    axes = figure.axes[0]
    return [text.get_text() for text in axes.texts]


def test_groups_join_methods_within_the_critical_difference_and_none_inside_another():
    assert find_groups([1.0, 1.5, 2.0, 4.0], 1.0) == [(0, 2)]
    assert find_groups([1.0, 2.0, 3.0], 0.5) == []
    assert find_groups([1.0, 1.6, 2.2], 0.7) == [(0, 1), (1, 2)]


def test_a_critical_difference_diagram_shows_every_method_with_its_rank():
    shown = words(plot_critical_difference({"b": 2.5, "a": 1.25}, 0.8))
    assert "a  1.25" in shown
    assert "2.50  b" in shown
    with pytest.raises(dw.DagwrightError, match="at least two"):
        plot_critical_difference({"a": 1}, 0.8)


def test_an_anytime_curve_shows_methods_and_the_bound_between_its_limits():
    figure = plot_anytime({"m": [(0.1, -20.0), (1.0, -10.0)]}, bound=-9.0, until=5)
    assert {"m", "bound"} <= set(words(figure))
    low, high = figure.axes[0].get_ylim()
    assert low < -10 < -9 < high
    assert figure.axes[0].get_xlim()[1] == 5


def test_labels_of_curves_that_end_together_do_not_cover_each_other():
    figure = plot_restarts({"a": [-5, -4], "b": [-6, -4], "c": [-9, -4.01]})
    heights = sorted(text.xy[1] for text in figure.axes[0].texts)
    low, high = figure.axes[0].get_ylim()
    gaps = [b - a for a, b in itertools.pairwise(heights)]
    assert min(gaps) > 0.05 * (high - low)


def test_levels_are_drawn_beside_curves():
    assert "true network" in words(plot_restarts({"a": [1, 2]}, levels={"true network": 1.5}))


def test_sizes_are_on_a_logarithmic_axis_only_if_they_are_rows():
    values = {"m": {100: [3.0], 1000: [1.0, 2.0]}}
    assert plot_against_size(values).axes[0].get_xscale() == "log"
    assert plot_against_size(values, x="variables").axes[0].get_xscale() == "linear"


def test_memory_bars_are_full_layer_and_sparse():
    bars = plot_memory_savings({"t": (5, 7)}).axes[0].patches
    assert [bar.get_height() for bar in bars] == [5 * 16, 5 * 6, 7]


def test_a_profile_ends_at_the_share_of_solved_problems():
    figure = plot_profile({"a": [1.0, math.inf], "b": [2.0, 3.0]})
    assert [line.get_ydata()[-1] for line in figure.axes[0].lines] == [0.5, 1.0]


def test_parents_are_above_their_children_and_no_two_nodes_coincide():
    dag = dw.load_network("alarm").dag
    places = layered_positions(dag)
    assert all(places[parent][1] > places[child][1] for parent, child in dag.edges)
    assert len(set(places.values())) == dag.n_variables


def test_a_network_marks_what_is_spurious_and_missing():
    truth = dw.Dag(["a", "b", "c"], [("a", "b"), ("b", "c")])
    figure = plot_network(dw.Dag(["a", "b", "c"], [("a", "b"), ("a", "c")]), truth=truth)
    arrows = [text.arrow_patch for text in figure.axes[0].texts if text.arrow_patch is not None]
    assert len(arrows) == 3
    assert sum(arrow.get_linestyle() == "--" for arrow in arrows) == 1
    assert len({arrow.get_edgecolor() for arrow in arrows}) == 3


def test_a_figure_is_saved_whole_and_the_same_every_time(tmp_path):
    for name in ("one.svg", "two.svg", "three.png"):
        figure = plot_profile({"a": [1.0, 2.0], "b": [2.0, 3.0]})
        save_figure(figure, tmp_path / name)
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "two.svg").read_bytes()
    assert (tmp_path / "three.png").read_bytes().startswith(b"\x89PNG")
    assert len(list(tmp_path.iterdir())) == 3
    with pytest.raises(dw.FormatError, match="cannot write"):
        save_figure(figure, tmp_path / "none" / "x.svg")


def test_without_matplotlib_the_error_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(dw.DagwrightError, match=r"pip install 'dagwright\[plot\]'"):
        plot_profile({"a": [1.0], "b": [2.0]})
