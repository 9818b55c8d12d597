"""A worker that dies, killed or for want of memory, takes nothing with it that was finished."""

import os
import signal
import sys
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from multiprocessing import get_context

import pytest

import dagwright as dw


class Breaking(Executor):
    """Does some calls at once, and then breaks; all later calls are refused, or fail."""

    def __init__(self, calls, *, refuses):
        self.left, self.refuses = calls, refuses

    def submit(self, work, /, *arguments):
        future = Future()
        if self.left:
            self.left -= 1
            future.set_result(work(*arguments))
        elif self.refuses:
            raise BrokenExecutor("a process ended")
        else:
            future.set_exception(BrokenExecutor("a process ended"))
        return future


class Killer(dw.Callback):
    """Kills one worker as soon as something is finished."""

    def __init__(self, executor):
        self.executor = executor

    def on_progress(self, progress):
        if progress.work_done and self.executor is not None:
            os.kill(next(iter(self.executor._processes)), signal.SIGKILL)
            self.executor = None


@pytest.fixture(scope="module")
def sample():
    return dw.load_network("asia").sample(200, seed=1)


@pytest.fixture(scope="module")
def scores(sample):
    return dw.LocalScores(sample)


@pytest.mark.parametrize("refuses", [False, True])
def test_networks_that_were_finished_are_counted(sample, refuses):
    whole = dw.bootstrap(sample, 5, seed=2)
    part = dw.bootstrap(sample, 40, seed=2, executor=Breaking(5, refuses=refuses))
    assert part.repetitions == 5
    assert part.directed == whole.directed
    assert part.warnings[0].startswith("only 5 of 40 repetitions: a worker process ended")
    assert "stopped after 5 of 40 repetitions" in part.notes


def test_no_network_at_all_is_an_error_of_ours(sample):
    with pytest.raises(dw.ResourceError, match="a worker process ended"):
        dw.bootstrap(sample, 4, executor=Breaking(0, refuses=True))


@pytest.mark.parametrize("refuses", [False, True])
def test_the_rest_of_the_candidate_sets_is_found_in_this_process(scores, refuses):
    whole = dw.find_parent_sets(scores)
    with pytest.warns(dw.DagwrightWarning, match="5 of 8 tasks are done in this process"):
        found = dw.find_parent_sets(scores, executor=Breaking(3, refuses=refuses))
    assert found == whole
    assert found.complete_size == whole.complete_size


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL")
def test_a_worker_that_is_killed_takes_no_network_with_it(sample):
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        found = dw.bootstrap(sample, 10**6, executor=executor, callbacks=Killer(executor))
    assert 0 < found.repetitions < 10**6
    assert "a worker process ended" in found.warnings[0]
