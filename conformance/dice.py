"""Repeatable choices: the same for the same seed, on every machine and in every Python."""

import hashlib
from collections.abc import Iterable, Sequence
from random import Random


class Dice:
    """Choices made of :meth:`random.Random.random` alone, which gives the same numbers for the
    same seed in every version of Python."""

    def __init__(self, seed: int) -> None:
        self._next = Random(seed).random  # noqa: S311 - repeatable on purpose

    def below(self, end: int) -> int:
        return int(self._next() * end)

    def pick(self, items: Sequence[int]) -> int:
        return items[self.below(len(items))]

    def shuffled(self, items: Iterable[int]) -> list[int]:
        left = list(items)
        for last in range(len(left) - 1, 0, -1):
            at = self.below(last + 1)
            left[at], left[last] = left[last], left[at]
        return left


def dice_of(*parts: object) -> Dice:
    """Dice whose throws follow from ``parts`` alone."""
    told = "/".join(map(str, parts)).encode()
    return Dice(int.from_bytes(hashlib.sha256(told).digest()[:8]))
