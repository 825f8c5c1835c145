from functools import reduce
from typing import NamedTuple

Move = NamedTuple("Move", [("source", str), ("target", str)])


def permutations(text):
    insert = lambda c, word: {word[:i] + c + word[i:] for i in range(len(word) + 1)}
    return reduce(lambda done, c: set().union(*(insert(c, w) for w in done)), text, {""})


def power_set(items):
    return reduce(lambda sets, x: sets | {s | {x} for s in sets}, items, {frozenset()})


def hanoi(n, source, target, spare):
    if n == 0:
        return ()
    before, after = hanoi(n - 1, source, spare, target), hanoi(n - 1, spare, target, source)
    return before + (Move(source, target),) + after
