"""Ctrl-C never costs the network, whenever it comes."""

import signal

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
