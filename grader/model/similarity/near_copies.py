"""Measures how much of one text stands in another, whatever was put between, renamed or laid out.

Of a text with few tokens names, numbers and texts count too: what is left of it without them stands
in every program.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from msgspec import Struct

from .tokens import read_tokens
from .winnowing import NOISE, run_hashes

A_COPY = 2 / 3  # of what counts in a text: from here on it counts as a copy
_FEW = 30  # tokens
_BLOCK = 1 << 20  # characters that are taken apart at once


class Spelling(Struct, frozen=True):
    """A text as tokens."""

    kinds: str
    exact: str  # as many: names, numbers and texts differ by what they say


@dataclass(frozen=True)
class Kept:
    """A text that nobody should receive."""

    name: str
    spelling: Spelling
    own: bytes  # 1 for each token that counts; the others are known to everybody
    is_exact: bool = False  # compared by what its tokens say, however many there are

    @property
    def by_names(self) -> bool:
        """Whether what its tokens say counts."""
        return self.is_exact or self.own.count(1) < _FEW

    @cached_property
    def runs(self) -> list[int]:
        """The hash of the run of tokens that begins at each place."""
        return run_hashes(self.spelling.exact if self.by_names else self.spelling.kinds)

    def share(self, found: set[int]) -> float:
        """Say how much of what counts lies within runs that were found."""
        counted = self.own.count(1)
        left = bytearray(self.own)
        for place, value in enumerate(self.runs):
            if value in found:
                left[place : place + NOISE] = bytes(len(left[place : place + NOISE]))
        return 1 - left.count(1) / counted if counted else 0.0


def kept_source(name: str, source: str, own: Collection[int], *, is_exact: bool = False) -> Kept:
    """Keep a program, of which the tokens on some lines count."""
    tokens = read_tokens(source, len(source))
    exact = read_tokens(source, len(source), is_exact=True).kinds
    return Kept(
        name,
        Spelling(tokens.kinds, exact),
        bytes(line in own for line in tokens.lines),
        is_exact,
    )


def kept_whole(name: str, spelling: Spelling, *, is_exact: bool = False) -> Kept:
    """Keep a text, of which every token counts."""
    return Kept(name, spelling, bytes([1]) * len(spelling.exact), is_exact)


def spell(text: str, *, is_python: bool) -> Iterator[Spelling]:
    """Take a text of any size apart, block by block."""
    for block in _blocks(text):
        whole = len(block) == len(text)
        kinds, exact = (
            read_tokens(block, len(block), is_python=is_python and whole, is_exact=is_exact).kinds
            for is_exact in (False, True)
        )
        yield Spelling(kinds, exact)


def _blocks(text: str) -> Iterator[str]:
    start = 0
    while start < len(text):
        end = text.find("\n", start + _BLOCK) + 1 or len(text)
        yield text[start:end]
        start = end


def shares(kept: Sequence[Kept], held: Iterable[Spelling]) -> dict[str, float]:
    """Say by name how much of each kept text stands in what is held."""
    wanted = {by_names: _runs(kept, by_names) for by_names in (False, True)}
    found: set[int] = set()
    short: set[str] = set()
    for one in held:
        found |= wanted[False].intersection(run_hashes(one.kinds)) if wanted[False] else set()
        found |= wanted[True].intersection(run_hashes(one.exact)) if wanted[True] else set()
        if len(one.exact) < NOISE:
            short.add(one.exact)
    told: dict[str, float] = {}
    for each in kept:
        is_there = each.spelling.exact in short and 1 in each.own
        share = 1.0 if is_there else each.share(found)
        told[each.name] = max(share, told.get(each.name, 0.0))
    return told


def _runs(kept: Sequence[Kept], by_names: bool) -> set[int]:
    return {run for one in kept if one.by_names == by_names for run in one.runs} - {-1}
