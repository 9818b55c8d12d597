"""Random choices that depend on a number only: not on the version of Python or numpy."""

import random


class Chance:
    """Draws made of `random.Random.random`, whose sequence is guaranteed to stay as it is."""

    def __init__(self, seed):
        self._random = random.Random(seed).random

    def share(self):
        """A number from 0 to 1."""
        return self._random()

    def happens(self, probability):
        return self._random() < probability

    def below(self, limit):
        """A whole number from 0 to limit - 1."""
        return min(int(self._random() * limit), limit - 1)

    def between(self, least, most):
        """A whole number, both ends included."""
        return least + self.below(most - least + 1)

    def pick(self, *choices):
        return choices[self.below(len(choices))]

    def some(self, items, probability):
        """Those items that come up, each with the same probability."""
        return [item for item in items if self._random() < probability]

    def shuffled(self, items):
        left, found = list(items), []
        while left:
            found.append(left.pop(self.below(len(left))))
        return found
