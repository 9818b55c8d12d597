"""What a caller says, as one value."""

import inspect

import pytest

import dagwright as dw
from dagwright.running.limits import Limits
from dagwright.strategy.settings import Settings


@pytest.mark.parametrize("front_door", [dw.learn, dw.plan, dw.bootstrap])
def test_settings_have_the_defaults_of_the_front_doors(front_door):
    own = inspect.signature(Settings).parameters
    theirs = inspect.signature(front_door).parameters
    shared = [name for name in own if name in theirs]
    assert {"score", "selection", "constraints", "seed"} <= set(shared)
    differing = {name for name in shared if own[name].default != theirs[name].default}
    # Many quick searches, without a limit, tell most.
    assert differing == ({"method", "time_limit"} if front_door is dw.bootstrap else set())


def test_what_was_asked_is_what_changes_the_result():
    assert Settings().asked == {}
    settings = Settings(score=dw.BIC(), threads=2, callbacks=[], checkpoint="x", seed=1)
    assert settings.asked == {"score": dw.BIC(), "seed": 1}


def test_limits_stand_for_seconds_and_iterations():
    assert Settings().limits == Limits(seconds=60.0)
    assert Settings(iterations=5).limits == Limits(iterations=5)
    assert Settings(time_limit=0.1).limits == Limits(seconds=0.3)
    with pytest.raises(dw.DagwrightError, match="time_limit"):
        _ = Settings(time_limit=-1).limits


def test_the_clock_runs_with_the_limits():
    control = Settings(time_limit=7.0, iterations=5).start_clock()
    assert 6.0 < control.seconds_left() <= 7.0
    assert control.iterations_left() == 5
