"""Finds the runs of tokens that two submissions share, longest first, none twice."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from .tokens import BREAK
from .winnowing import NOISE

_BLOCK = 1024
_MOST_PLACES = 12  # of one fingerprint in one text
_MOST_RUNS = 4000


@dataclass(frozen=True)
class Run:
    """Tokens that stand in both texts."""

    left: int
    right: int
    length: int


def shared_runs(
    left: str, right: str, marks: tuple[Mapping[int, Sequence[int]], Mapping[int, Sequence[int]]]
) -> list[Run]:
    """List what two texts share around their common fingerprints, in the order of the left."""
    found = sorted(_grown(left, right, marks), key=lambda run: (-run.length, run.left, run.right))
    taken = bytearray(len(left)), bytearray(len(right))
    kept = []
    for run in found:
        rest = _trimmed(run, taken)
        if rest is not None:
            kept.append(rest)
            taken[0][rest.left : rest.left + rest.length] = b"\1" * rest.length
            taken[1][rest.right : rest.right + rest.length] = b"\1" * rest.length
    return sorted(kept, key=lambda run: run.left)


def _grown(
    left: str, right: str, marks: tuple[Mapping[int, Sequence[int]], Mapping[int, Sequence[int]]]
) -> Iterator[Run]:
    """Grow each pair of equal fingerprints as far as the texts agree."""
    ours, theirs = marks
    reached: dict[int, int] = {}  # by how far the texts stand apart: what is grown already
    seeds = sorted(
        (one, other)
        for mark in ours.keys() & theirs.keys()
        for one in ours[mark][:_MOST_PLACES]
        for other in theirs[mark][:_MOST_PLACES]
    )
    for one, other in seeds[:_MOST_RUNS]:
        if reached.get(one - other, -1) >= one + NOISE:
            continue
        before = _agree_before(left, right, one, other)
        after = _agree(left, right, one, other)
        if after >= NOISE:  # equal hashes may be an accident
            reached[one - other] = one + after
            yield Run(one - before, other - before, before + after)


def _agree(left: str, right: str, one: int, other: int) -> int:
    """Count the tokens from two places on that are the same, up to a break."""
    size, done = _BLOCK, 0
    while size:
        ours = left[one + done : one + done + size]
        if len(ours) == size and ours == right[other + done : other + done + size]:
            done += size
        else:
            size //= 2
    end = left.find(BREAK, one, one + done)
    return done if end < 0 else end - one


def _agree_before(left: str, right: str, one: int, other: int) -> int:
    """Count the tokens before two places that are the same, back to a break."""
    size, done = _BLOCK, 0
    while size:
        ours = left[max(one - done - size, 0) : one - done]
        theirs = right[max(other - done - size, 0) : other - done]
        if len(ours) == size and ours == theirs:
            done += size
        else:
            size //= 2
    begin = left.rfind(BREAK, one - done, one)
    return done if begin < 0 else one - begin - 1


def _trimmed(run: Run, taken: tuple[bytearray, bytearray]) -> Run | None:
    """Cut off what a longer run has taken at either end; None where too little is left."""
    ours = taken[0][run.left : run.left + run.length]
    theirs = taken[1][run.right : run.right + run.length]
    free = (
        bytes(a | b for a, b in zip(ours, theirs, strict=True))
        if any(ours) or any(theirs)
        else None
    )
    if free is None:
        return run
    start = free.find(0)
    if start < 0:
        return None
    end = free.find(1, start)
    length = (len(free) if end < 0 else end) - start
    return Run(run.left + start, run.right + start, length) if length >= NOISE else None
