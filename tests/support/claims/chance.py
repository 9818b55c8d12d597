"""Random choices that depend on a number only: not on the version of Python or numpy."""

import random


class Chance:
    """Draws made of `random.Random.random`, whose sequence is guaranteed to stay as it is.

    Parameters
    ----------
    draws
        What comes up instead, from the first draw on; then zeros. Zero is the simplest: the first
        of all choices, the smallest of all numbers.
    """

    def __init__(self, seed, draws=None):
        numbers = iter(()) if draws is None else iter(draws)
        self._next = random.Random(seed).random if draws is None else lambda: next(numbers, 0.0)

    def share(self):
        """A number from 0 to 1."""
        return self._next()

    def happens(self, probability):
        """Never with probability 0, whatever comes up; seldom things need a large number."""
        return self.share() >= 1 - probability

    def below(self, limit):
        """A whole number from 0 to limit - 1."""
        return min(int(self.share() * limit), limit - 1)

    def between(self, least, most):
        """A whole number, both ends included."""
        return least + self.below(most - least + 1)

    def pick(self, *choices):
        return choices[self.below(len(choices))]

    def some(self, items, probability):
        """Those items that come up, each with the same probability."""
        return [item for item in items if self.happens(probability)]

    def shuffled(self, items):
        left, found = list(items), []
        while left:
            found.append(left.pop(self.below(len(left))))
        return found
