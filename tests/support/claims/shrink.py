"""Failures made small: fewer draws and smaller ones, as long as the same thing is wrong.

After delta debugging as in the model-based testers of SAT solvers (Artho, Biere & Seidl 2013,
Model-based testing for verification back-ends), but of the draws that make a case instead of its
calls, so that whatever they make stays a case.
"""

import multiprocessing
import re

from claims.cases import REFUSED, check_draws
from claims.chance import Chance

SECONDS_PER_TRY = 30
MOST_TRIES = 500
MOST_DRAWS = 4096
SIMPLE = (0.0, 0.5)


def shrink(number, tries=MOST_TRIES):
    """Return draws that make a small case of this number that fails alike, and what is wrong.

    Nothing if the case does not fail. Each try has a process of its own: a crash is a failure.
    """
    chance = Chance(number)
    draws = [chance.share() for _ in range(MOST_DRAWS)]
    wrong = _try(number, draws)
    if not wrong or wrong == [REFUSED]:
        return None
    wanted = symptom(wrong)
    small = reduce(lambda some: symptom(_try(number, some)) == wanted, draws, tries)
    return small, _try(number, small)


def symptom(wrong):
    """What failures of one kind have in common: the words before the first name or number."""
    if not wrong:
        return None
    line = wrong[0].strip().splitlines()[-1]
    return re.split(r"""["'(\[{<\d-]|nan|inf""", line, maxsplit=1)[0]


def reduce(fails, draws, most=MOST_TRIES):
    """Return draws for which `fails` is true that are fewer, simpler, or both."""
    tries = _Tries(fails, draws, most)
    before = None
    while tries.best != before and tries.left > 0:
        before = tries.best
        length = len(before)
        while length > 0:
            for start in range(0, len(tries.best), length):
                tries.offer_first(_without(tries.best, start, start + length))
            length //= 2
        for place in range(len(before)):
            tries.offer_first(_with_simpler(tries.best, place))
    return tries.best


def _without(draws, start, end):
    """The draws that end there, that lack a part, and that have zeros instead."""
    yield draws[:start]
    yield draws[:start] + draws[end:]
    yield draws[:start] + [0.0] * len(draws[start:end]) + draws[end:]


def _with_simpler(draws, place):
    """The draws with a simpler number at a place."""
    if place < len(draws):
        for simpler in (*SIMPLE, round(draws[place], 1), round(draws[place], 2)):
            yield [*draws[:place], simpler, *draws[place + 1 :]]


class _Tries:
    """The simplest draws so far, and how many others may still be tried."""

    def __init__(self, fails, draws, most):
        self.best, self.left = list(draws), most
        self._fails = fails
        self._known = set()

    def offer_first(self, several):
        """Take the first that are simpler and fail."""
        any(map(self._offer, several))

    def _offer(self, draws):
        while draws and draws[-1] == 0:  # what zeros follow anyway
            draws = draws[:-1]
        key = tuple(draws)
        if _size(draws) >= _size(self.best) or key in self._known or self.left == 0:
            return False
        self._known.add(key)
        self.left -= 1
        if self._fails(draws):
            self.best = draws
            return True
        return False


def _size(draws):
    """Fewer draws first, then fewer that are not zero, then fewer digits, then smaller ones."""
    return len(draws), sum(map(bool, draws)), sum(len(repr(one)) for one in draws), draws


def _try(number, draws):
    """Return what is wrong with a case, found in a process of its own."""
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_answer, args=(sender, number, draws))
    process.start()
    sender.close()
    try:
        wrong = receiver.recv() if receiver.poll(SECONDS_PER_TRY) else ["no end"]
    except EOFError:
        process.join()
        wrong = [f"a crash: exit code {process.exitcode}"]
    process.kill()
    process.join()
    return wrong


def _answer(sender, number, draws):
    sender.send(check_draws(number, Chance(number, draws)))
