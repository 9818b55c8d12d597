"""How much time a part of the work has, and what clock it goes by."""

import math

import pytest

import dagwright as dw
from dagwright.running import Control, Limits, fake_clock


def test_with_a_fake_clock_time_passes_with_checks_only():
    with fake_clock(0.25):
        root = Control("root", Limits(seconds=1.0))
    assert root.seconds == root.elapsed == 0.0
    asked = [root.should_stop() for _ in range(4)]
    assert root.seconds == 1.0
    assert asked == [False, False, False, True]
    assert root.reason == "time"


def test_the_clock_of_a_part_begins_with_it():
    with fake_clock(0.5):
        root = Control("root")
    root.should_stop()
    part = root.child("part", limits=Limits(seconds=1.0))
    assert part.began == 0.5
    assert not part.should_stop()
    assert (part.seconds, part.elapsed, root.seconds) == (0.5, 1.0, 1.0)
    assert part.should_stop()
    assert part.reason == "time"
    assert not root.should_stop()


def test_the_time_left_is_that_until_the_first_end_around():
    with fake_clock(1.0):
        root = Control("root", Limits(seconds=10.0))
    tight = root.child("tight", limits=Limits(seconds=4.0))
    loose = tight.child("loose", limits=Limits(seconds=100.0))
    assert (root.seconds_left(), tight.seconds_left(), loose.seconds_left()) == (10.0, 4.0, 4.0)
    loose.should_stop()
    assert (root.seconds_left(), loose.seconds_left()) == (9.0, 3.0)
    assert loose.seconds_left(0.5) == 1.5
    assert Control("free").seconds_left() is None
    assert Control("free").child("part", share=0.5).seconds_left() is None


def test_the_time_left_is_never_negative():
    with fake_clock(3.0):
        root = Control("root", Limits(seconds=2.0))
    assert root.should_stop()
    assert root.seconds_left() == 0.0
    assert root.child("part", share=0.5).seconds_left() == 0.0


def test_a_share_is_one_of_the_time_that_is_left_when_the_part_begins():
    with fake_clock(1.0):
        root = Control("root", Limits(seconds=12.0))
    root.should_stop()
    root.should_stop()
    part = root.child("part", share=0.3)
    assert part.seconds_left() == pytest.approx(3.0)
    for _ in range(2):
        assert not part.should_stop()
    assert part.should_stop()
    assert part.reason == "time"
    assert not root.stopped
    assert root.seconds_left() == 7.0
    assert root.child("tighter", share=0.5, limits=Limits(seconds=1.0)).seconds_left() == 1.0


def test_a_solver_with_a_clock_of_its_own_does_not_get_fake_seconds():
    with fake_clock(1.0):
        faked = Control("root", Limits(seconds=10.0)).child("part")
    assert faked.solver_seconds() is None
    real = Control("root", Limits(seconds=1e6)).child("part")
    assert 0 < real.solver_seconds() <= 1e6


@pytest.mark.parametrize("seconds", [-1.0, math.nan, "1", True])
def test_a_time_that_is_not_one_is_refused(seconds):
    with pytest.raises(dw.DagwrightError, match="time_limit="):
        Limits(seconds=seconds)
