"""Results come over a queue; few calls are submitted at a time, and a stop takes them back."""

import threading
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor

import pytest

from dagwright.running import WorkersLostError, run_on_executor


def never():
    return False


class ByHand(Executor):
    """Keeps calls until the test finishes them."""

    def __init__(self, workers):
        self._max_workers = workers
        self.futures = []

    def submit(self, work, /, *arguments):
        self.futures.append(Future())
        return self.futures[-1]


def test_every_call_is_made_once_with_its_arguments():
    with ThreadPoolExecutor(3) as pool:
        calls = [(number, 2) for number in range(100)]
        found = dict(run_on_executor(pool, pow, calls, never))
    assert {position: future.result() for position, future in found.items()} == {
        number: number**2 for number in range(100)
    }


def test_two_calls_per_worker_are_submitted():
    executor = ByHand(workers=20)
    stop = threading.Event()
    running = run_on_executor(executor, pow, ((n, 2) for n in range(1000)), stop.is_set)
    stop.set()
    assert list(running) == []
    assert len(executor.futures) == 40
    assert all(future.cancelled() for future in executor.futures)


def test_a_stop_yields_what_is_finished_and_cancels_the_rest():
    executor = ByHand(workers=1)
    stops = iter([False, True])
    running = run_on_executor(executor, pow, ((n, 2) for n in range(5)), lambda: next(stops))

    def finish_one():
        while not executor.futures:
            pass
        executor.futures[0].set_result(7)

    helper = threading.Thread(target=finish_one)
    helper.start()
    assert [(position, future.result()) for position, future in running][:1] == [(0, 7)]
    helper.join()
    assert all(future.cancelled() for future in executor.futures[1:])


def break_down(executor):
    while not executor.futures:
        pass
    executor.futures[0].set_exception(BrokenExecutor("a process ended"))


def test_workers_that_die_of_the_same_ctrl_c_are_no_error():
    executor = ByHand(workers=1)
    helper = threading.Thread(target=break_down, args=[executor])
    helper.start()
    assert not list(run_on_executor(executor, pow, [(2, 2)], lambda: True))
    helper.join()


def test_workers_that_die_otherwise_are():
    executor = ByHand(workers=1)
    helper = threading.Thread(target=break_down, args=[executor])
    helper.start()
    with pytest.raises(WorkersLostError, match="ended before its work did"):
        list(run_on_executor(executor, pow, [(2, 2)], never))
    helper.join()
