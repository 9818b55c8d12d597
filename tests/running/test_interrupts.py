"""Ctrl-C sets a flag that every control reads; everything else stays as it was."""

import signal
import threading

import pytest

import dagwright as dw
from dagwright.running import Control
from dagwright.running.callbacks import CallbackChain


@pytest.fixture
def handler():
    """Python's own handler of SIGINT, whatever the test leaves behind."""
    before = signal.getsignal(signal.SIGINT)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    yield signal.default_int_handler
    signal.signal(signal.SIGINT, before)


def press_ctrl_c():
    signal.raise_signal(signal.SIGINT)


def test_the_first_ctrl_c_ends_runs_at_every_depth_and_raises_nothing(handler):
    with Control("root") as root:
        middle = root.child("middle")
        leaf = middle.child("leaf")
        elsewhere = Control("of another tree")
        press_ctrl_c()
        for control in (leaf, middle, root, elsewhere):
            assert control.should_stop()
            assert control.is_interrupted
        assert root.child("next").should_stop()
    assert signal.getsignal(signal.SIGINT) is handler
    assert not Control("afterwards").should_stop()


def test_a_second_ctrl_c_raises_and_the_handler_is_restored(handler):
    ended = []

    class Watch(dw.Callback):
        def on_end(self, result):
            ended.append(result)

    def press_twice():
        with Control("root", callbacks=CallbackChain(Watch())):
            press_ctrl_c()
            press_ctrl_c()

    with pytest.raises(KeyboardInterrupt):
        press_twice()
    assert ended == [None]
    assert signal.getsignal(signal.SIGINT) is handler
    assert not Control("afterwards").should_stop()


def test_a_run_inside_a_run_leaves_the_flag_to_the_outer_one(handler):
    with Control("outer") as outer:
        with Control("inner"):
            press_ctrl_c()
        assert signal.getsignal(signal.SIGINT) is not handler
        assert outer.should_stop()
    assert signal.getsignal(signal.SIGINT) is handler


def test_the_handler_is_restored_after_an_error(handler):
    def fail():
        with Control("root"):
            raise ValueError("mine")

    with pytest.raises(ValueError, match="mine"):
        fail()
    assert signal.getsignal(signal.SIGINT) is handler


def test_the_handler_is_restored_after_a_callback_that_raises_as_the_run_begins(handler):
    class Refuse(dw.Callback):
        def on_start(self, progress):
            raise ValueError("mine")

    root = Control("root", callbacks=CallbackChain(Refuse()))
    with pytest.raises(ValueError, match="mine"), root:
        pass
    assert signal.getsignal(signal.SIGINT) is handler


def test_an_ignored_signal_stays_ignored(handler):
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with Control("root") as root:
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
        press_ctrl_c()
        assert not root.should_stop()
    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN


def test_a_handler_of_the_user_is_respected(handler):
    pressed = []
    signal.signal(signal.SIGINT, lambda number, frame: pressed.append(number))
    mine = signal.getsignal(signal.SIGINT)
    with Control("root") as root:
        press_ctrl_c()
        assert not root.should_stop()
    assert pressed == [signal.SIGINT]
    assert signal.getsignal(signal.SIGINT) is mine


def test_a_run_in_another_thread_does_not_touch_the_handler(handler):
    seen = []

    def work():
        with Control("root") as root:
            seen.append(signal.getsignal(signal.SIGINT))
            seen.append(root.should_stop())

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [handler, False]
    assert signal.getsignal(signal.SIGINT) is handler
