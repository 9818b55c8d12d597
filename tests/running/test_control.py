"""The tree of controls: who may work for how long, and who sees what is happening."""

import gc
import math
import signal
import weakref

import pytest

import dagwright as dw
from dagwright.running import Control, Limits, Share, fake_clock, force_stop_at_check
from dagwright.running.callbacks import CallbackChain


class Watch(dw.Callback):
    """Notes everything that a callback is told."""

    def __init__(self):
        self.started, self.seen, self.improved, self.ended = [], [], [], []

    def on_start(self, progress):
        self.started.append(progress.stage)

    def on_progress(self, progress):
        self.seen.append(progress)

    def on_improvement(self, progress):
        self.improved.append(progress.best_score)

    def on_end(self, result):
        self.ended.append(result)


def watched(*callbacks, limits=None):
    return Control("", limits or Limits(), callbacks=CallbackChain(callbacks))


def chain_of(depth, root=None):
    """Controls one inside the other, the root first."""
    controls = [root or Control("root")]
    for k in range(depth):
        controls.append(controls[-1].child(f"part {k}"))
    return controls


# Who ends with whom.


@pytest.mark.parametrize("reason", ["interrupted", "time", "memory", "iterations", "target"])
def test_a_part_ends_with_the_one_around_it_and_for_the_same_reason(reason):
    root, middle, leaf = chain_of(2)
    assert not leaf.should_stop()
    root.stop(reason)
    assert leaf.should_stop()
    assert leaf.reason == middle.reason == root.reason == reason


@pytest.mark.parametrize("reason", ["time", "memory", "iterations", "target"])
def test_the_end_of_a_part_is_not_that_of_the_one_around_it(reason):
    root, middle, leaf = chain_of(2)
    leaf.stop(reason)
    assert leaf.should_stop()
    assert not middle.should_stop()
    assert not root.should_stop()
    assert not middle.child("next").should_stop()


def test_a_person_who_ends_a_part_ends_all_of_the_work():
    root, middle, leaf = chain_of(2)
    leaf.stop("interrupted")
    assert root.is_interrupted
    assert middle.should_stop()
    assert middle.is_interrupted
    assert root.child("next").should_stop()


def test_a_part_that_begins_after_the_end_ends_at_once():
    root = Control("root")
    root.stop("memory")
    part = root.child("late")
    assert part.stopped
    assert part.reason == "memory"


def test_the_first_reason_counts():
    root = Control("root")
    root.stop("memory")
    root.stop("interrupted")
    assert root.reason == "memory"
    assert not root.is_interrupted


def test_a_control_that_was_not_stopped_is_completed():
    assert Control("root").reason == "completed"


@pytest.mark.parametrize("depth", [0, 1, 2, 5])
def test_the_forced_stop_is_counted_at_every_depth(depth):
    with force_stop_at_check(4):
        controls = chain_of(depth)
    asked = [controls[k % len(controls)].should_stop() for k in range(4)]
    assert asked == [False, False, False, True]
    assert all(control.should_stop() for control in controls)
    assert controls[0].is_interrupted


def test_the_forced_stop_ends_with_its_block():
    with force_stop_at_check(1):
        pass
    assert not Control("root").should_stop()


def test_checks_are_counted_for_the_whole_tree():
    root, middle, leaf = chain_of(2)
    for control in (root, middle, leaf, leaf):
        control.should_stop()
    assert leaf.core.checks == root.core.checks == 4


# What a part reports.


def test_what_a_part_finds_is_seen_at_the_root():
    root, middle, leaf = chain_of(2)
    leaf.core.report_best(-5.0)
    leaf.core.report_bound(-2.0)
    leaf.core.report_iterations(7)
    for control in (root, middle, leaf):
        assert control.core.best_score == -5.0
        assert control.core.bound == -2.0
        assert control.core.iterations == 7


def test_reports_only_ever_improve():
    root, _, leaf = chain_of(2)
    for score, bound in [(-5.0, -2.0), (-7.0, -1.0)]:
        leaf.core.report_best(score)
        leaf.core.report_bound(bound)
    assert (root.core.best_score, root.core.bound) == (-5.0, -2.0)


def test_a_share_adds_what_the_others_contribute():
    root = Control("root")
    part = root.child("part", networks=Share(best_of_others=-10.0, bound_of_others=-8.0))
    part.core.report_best(-5.0)
    part.core.report_bound(-4.0)
    assert part.core.best_score == -5.0
    assert root.core.best_score == -15.0
    assert part.core.bound == -4.0
    # Rounded up, so that it stays a bound.
    assert root.core.bound == math.nextafter(-12.0, math.inf)


def test_what_was_ruled_out_limits_the_bound_of_the_whole():
    root = Control("root")
    part = root.child("part", networks=Share(ruled_out=-3.0))
    part.core.report_bound(-4.0)
    assert part.core.bound == -4.0
    assert root.core.bound == -3.0


def test_shares_add_up_over_depths():
    root = Control("root")
    middle = root.child("middle", networks=Share(best_of_others=-10.0, ruled_out=-6.0))
    leaf = middle.child("leaf", networks=Share(best_of_others=-1.0, bound_of_others=-1.0))
    leaf.core.report_best(-2.0)
    leaf.core.report_bound(-9.0)
    assert (middle.core.best_score, root.core.best_score) == (-3.0, -13.0)
    assert middle.core.bound == pytest.approx(-10.0)
    assert root.core.bound == -6.0


def test_a_part_on_another_problem_keeps_its_networks_and_bounds_to_itself():
    root = Control("root")
    part = root.child("part", networks=None)
    part.core.report_best(-5.0)
    part.core.report_bound(-4.0)
    part.core.report_iterations(3)
    assert (root.core.best_score, root.core.bound) == (-math.inf, math.inf)
    assert root.core.iterations == 3


def test_iterations_count_only_if_asked_to():
    root = Control("root")
    part = root.child("part", counts=False)
    part.core.report_iterations(3)
    part.core.report_best(-5.0)
    assert (part.core.iterations, root.core.iterations) == (3, 0)
    assert root.core.best_score == -5.0


def test_a_bound_is_dated_when_it_was_proved():
    with fake_clock(1.0):
        root = Control("root")
    part = root.child("part").child("leaf")
    part.should_stop()
    part.core.report_bound(-2.0)
    for _ in range(3):
        part.should_stop()
    part.core.report_bound(-1.0)
    assert part.core.bound_seconds == root.core.bound_seconds == 1.0
    part.core.report_bound(-3.0)
    assert part.core.bound_seconds == root.core.bound_seconds == 4.0


# What callbacks see.


def test_callbacks_see_the_stages_by_name_and_the_end_once():
    watch = Watch()
    with watched(watch) as root:
        with root.child("one", is_stage=True), root.child("inner"):
            root.look()
        with root.child("two", is_stage=True):
            pass
        root.product = "the result"
        assert watch.ended == []
    assert watch.started == ["one", "two"]
    assert [p.stage for p in watch.seen] == ["one: inner", "one", "two"]
    assert watch.ended == ["the result"]


def test_a_root_with_a_name_is_a_stage_itself():
    watch = Watch()
    with Control("bound", callbacks=CallbackChain(watch)):
        pass
    assert watch.started == ["bound"]
    assert [p.stage for p in watch.seen] == ["bound"]
    assert watch.ended == [None]


def test_the_last_look_at_a_stage_shows_what_it_reached():
    watch = Watch()
    with watched(watch) as root, root.child("one", is_stage=True) as stage:
        part = stage.child("inner")
        with part:
            part.core.report_best(-5.0)
            part.core.report_bound(-2.0)
            part.core.report_iterations(11)
    last = watch.seen[-1]
    assert (last.stage, last.best_score, last.bound, last.iterations) == ("one", -5.0, -2.0, 11)
    assert watch.improved == [-5.0]


def test_a_stage_has_work_iterations_and_time_of_its_own():
    watch = Watch()
    with fake_clock(1.0):
        root = watched(watch)
    with root:
        with root.child("one", is_stage=True) as stage:
            stage.core.report_iterations(5)
            stage.should_stop()
        units = ("sets", "variables")
        with root.child("two", is_stage=True, units=units) as stage:
            stage.core.report_iterations(2)
            stage.core.report_work(1, 4)
            stage.should_stop()
    last = watch.seen[-1]
    assert (last.iterations, last.work_done, last.work_total) == (2, 1, 4)
    assert (last.unit, last.work_unit) == units
    assert (last.seconds, last.stage_seconds, last.rate) == (2.0, 1.0, 2.0)
    assert last.seconds_left == pytest.approx(3.0)


def test_observers_see_the_bound_that_the_one_who_knows_makes_of_it():
    watch, asked = Watch(), []

    class Knows:
        def see(self, stage):
            asked.append(stage.name)
            return -7.0

    with watched(watch) as root:
        root.child("").report_to(Knows())
        with root.child("one", is_stage=True) as stage:
            stage.core.report_bound(-2.0)
    assert watch.seen[-1].bound == -7.0
    assert set(asked) == {"one"}


@pytest.mark.parametrize("depth", [0, 3])
def test_a_callback_ends_the_whole_run_from_any_depth(depth):
    class Stop(dw.Callback):
        def on_progress(self, progress):
            return True

    root = watched(Stop())
    leaf = chain_of(depth, root)[-1]
    assert leaf.should_stop_by_hand()
    assert leaf.should_stop()
    assert root.is_interrupted


def test_an_error_ends_it_without_a_product_and_without_a_last_look():
    watch = Watch()

    def fail():
        with watched(watch) as root, root.child("one", is_stage=True):
            root.product = "half a result"
            raise ValueError("mine")

    with pytest.raises(ValueError, match="mine"):
        fail()
    assert watch.seen == []
    assert watch.ended == [None]


def test_a_tree_of_controls_is_collected():
    # The core holds the callback where the collector does not see it.
    with watched(Watch()) as root, root.child("one", is_stage=True):
        root.look()
    gone = weakref.ref(root)
    del root
    gc.collect()
    assert gone() is None


def test_a_callback_that_fails_at_the_start_leaves_the_signal_handler_as_it_was():
    class Broken(dw.Callback):
        def on_start(self, progress):
            raise RuntimeError("broken")

    before = signal.getsignal(signal.SIGINT)
    with (
        pytest.raises(RuntimeError, match="broken"),
        Control("work", callbacks=CallbackChain(Broken())),
    ):
        pass
    assert signal.getsignal(signal.SIGINT) is before
