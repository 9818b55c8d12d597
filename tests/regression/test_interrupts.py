"""Ctrl-C never costs the network, whenever it comes."""

import signal

import pytest

import dagwright as dw


class InterruptInCallback(dw.Callback):
    def on_progress(self, progress):
        signal.raise_signal(signal.SIGINT)  # Python raises KeyboardInterrupt right here


def test_ctrl_c_inside_a_callback_ends_with_the_best_network_so_far():
    method = dw.HillClimbing(restarts=None)
    for threads in (1, 2):
        result = dw.learn(
            dw.load_dataset("wdbc"),
            method=method,
            callbacks=InterruptInCallback(),
            threads=threads,
        )
        assert result.stop_reason is dw.StopReason.INTERRUPTED
        assert result.dag.n_edges > 0


class StopIn(dw.Callback):
    def __init__(self, stage):
        self.stage = stage

    def on_progress(self, progress):
        return progress.stage == self.stage


@pytest.mark.parametrize("stage", ["hill-climbing", "minobs"])
def test_whoever_ended_the_searches_over_dags_is_named(stage):
    data = dw.load_network("alarm").sample(500, seed=1)
    result = dw.learn(
        data,
        selection=dw.Sequential(seconds_per_variable=0.0),
        callbacks=StopIn(stage),
        time_limit=3,
    )
    assert result.stop_reason == "interrupted"
    assert "a person or a callback ended the search" in result.irreproducible
