"""An interrupt at any place of a run leaves a valid result, labelled so, or a clear message."""

import itertools
import json
import signal

import pytest
from amount import scaled
from interrupting import Case, Program, judge, places, table

import dagwright as dw

METHODS = ["auto", *sorted(dw.METHODS)]
MOST = scaled(40)
# One after the other: which signal comes does not matter for where the program is.
SIGNALS = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]

every_method = pytest.mark.parametrize("method", METHODS)


@pytest.fixture(autouse=True)
def python_handles_ctrl_c():
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def case(method):
    return Case(method, table(seed=1))


@every_method
def test_ctrl_c_at_a_line_leaves_a_result(case):
    reference, undisturbed = case.undisturbed()
    labelled = 0
    for line in places(undisturbed.lines, MOST):
        result, watch = case.at_line(line)
        judge(result, watch, reference)
        labelled += result is not None and result.stop_reason is dw.StopReason.INTERRUPTED
    assert labelled >= MOST // 3
    assert case.undisturbed()[0].stop_reason is not dw.StopReason.INTERRUPTED


@every_method
def test_an_interrupt_while_a_thread_is_at_a_line_leaves_a_result(case):
    reference, undisturbed = case.undisturbed()
    for line in places(undisturbed.lines, MOST):
        result, watch = case.at_line_of_a_thread(line)
        assert result is not None
        judge(result, watch, reference)


@every_method
@pytest.mark.parametrize("thread", [False, True], ids=["main thread", "thread"])
def test_a_stop_at_a_check_leaves_a_result(case, thread):
    reference, undisturbed = case.undisturbed()
    for check in places(undisturbed.checks, MOST):
        result, watch = case.at_check(check, thread=thread)
        assert result.stop_reason is dw.StopReason.INTERRUPTED
        judge(result, watch, reference)


# A signal may come between the opening of a file and the block that closes it.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@every_method
def test_a_signal_at_a_line_of_the_program_leaves_whole_files(method, tmp_path, capsys):
    program = Program(tmp_path, method, table(seed=1))
    program.run(0, None)  # loads what is loaded once
    code, printed, undisturbed = program.run(0, None)
    assert code == 0
    reference = json.loads(printed)
    struck = 0
    for line, number in zip(places(undisturbed.lines, MOST), itertools.cycle(SIGNALS)):
        code, printed, watch = program.run(line, number)
        struck += watch.struck
        program.judge(code, printed, watch, number, reference)
        assert not list(tmp_path.glob(".*")), "a temporary file was left"
    assert struck >= MOST - 3
    assert "Traceback" not in capsys.readouterr().err
