"""Calls are made on the threads that start, whatever their number."""

from threading import Thread, get_ident

import pytest

from dagwright.running.own_threads import OwnThreads


@pytest.fixture(params=[0, 1, 3])
def room(request, monkeypatch):
    """Let the system refuse a thread once this number has started."""
    start, started = Thread.start, []

    def refuse_later(thread):
        if len(started) == request.param:
            raise RuntimeError("can't start new thread")
        started.append(thread)
        start(thread)

    monkeypatch.setattr(Thread, "start", refuse_later)
    return request.param


def test_every_call_is_made_on_the_threads_that_start(room):
    with OwnThreads(5) as pool:
        futures = [pool.submit(lambda k: (k, get_ident()), k) for k in range(20)]
        found = [future.result(timeout=60) for future in futures]
    assert [k for k, _ in found] == list(range(20))
    assert len({thread for _, thread in found}) <= max(1, room)
    if room == 0:
        assert {thread for _, thread in found} == {get_ident()}


def test_an_error_reaches_the_caller_and_ends_no_thread(room):
    with OwnThreads(2) as pool:
        failed = pool.submit(int, "x")
        assert isinstance(failed.exception(timeout=60), ValueError)
        assert pool.submit(int, "7").result(timeout=60) == 7


def test_calls_that_have_not_begun_can_be_taken_back():
    pool = OwnThreads(1)
    pool.shutdown()  # so that nothing takes what is submitted
    waiting = pool.submit(int, "1")
    pool.shutdown(cancel_futures=True)
    assert waiting.cancelled()
