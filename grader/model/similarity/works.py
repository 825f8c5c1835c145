"""What is compared: the texts of one submission, read once, and how much of them is its own."""

from array import array
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection, Mapping
from functools import cached_property

from msgspec import Struct

from grader.model.phrases import who

from .tokens import BREAK, Tokens, read_tokens
from .winnowing import NOISE, run_hashes, winnow


class Work(Struct, frozen=True):
    """One submission."""

    label: str  # whose it is
    party: str  # equal for all who handed it in together
    sources: Mapping[str, str]  # text by file name
    digest: str = ""  # equal for equal bytes
    is_earlier: bool = False  # compared with the class, and not with its like
    name: str | None = None  # the student's, where it is known

    @property
    def called(self) -> str:
        """Whose it is, with the name."""
        return who(self.label, self.name)


class Place(Struct, frozen=True):
    """A line of a submission."""

    file: str
    line: int


class ReadWork(Struct, frozen=True, dict=True):
    """A submission as kinds of tokens."""

    work: Work
    kinds: str  # files follow each other with a break between them
    files: tuple[str, ...]
    starts: tuple[int, ...]  # of the files, in tokens
    lines: "array[int]"  # of each token, within its file
    is_python: bool
    left_out: bool

    def place(self, token: int) -> Place:
        """Say where a token stands."""
        return Place(self.files[bisect_right(self.starts, token) - 1], self.lines[token])

    @cached_property
    def hashes(self) -> list[int]:
        """Hashes of all runs."""
        return run_hashes(self.kinds)


class Marked(Struct, frozen=True, dict=True):
    """A submission with what is its own in it, and its fingerprints."""

    read: ReadWork
    given: bytearray  # 1 for a token that belongs to what everybody has
    marks: Mapping[int, list[int]]  # places by fingerprint

    @cached_property
    def own(self) -> int:
        """How many tokens are the submission's own."""
        return self.given.count(0)

    def own_within(self, start: int, length: int) -> int:
        """How many tokens of a run are its own."""
        return self.given.count(0, start, start + length)


def read_files(texts: Mapping[str, str], most: int) -> dict[str, Tokens]:
    """Take files apart, by name, `most` tokens of each."""
    return {
        name: read_tokens(text, most, is_python=name.endswith(".py"))
        for name, text in sorted(texts.items())
    }


def joined(work: Work, found: Mapping[str, Tokens]) -> ReadWork:
    """Put the tokens of a submission's files one after the other."""
    starts, lines, at = [], array("L"), 0
    for one in found.values():
        starts.append(at)
        lines.extend([*one.lines, one.lines[-1] if one.lines else 1])
        at += len(one.kinds) + 1
    return ReadWork(
        work,
        BREAK.join(one.kinds for one in found.values()),
        tuple(found),
        tuple(starts),
        lines,
        all(one.is_python for name, one in found.items() if name.endswith(".py")),
        any(one.left_out for one in found.values()),
    )


def given_hashes(texts: Mapping[str, str], most: int) -> set[int]:
    """Hash every run of what everybody was given: stub, reference, public cases, text."""
    hashes: set[int] = set()
    for tokens in read_files(texts, most).values():
        hashes.update(run_hashes(tokens.kinds))
    return hashes - {-1}


def mark_work(read: ReadWork, known: Collection[int]) -> Marked:
    """Mark what a submission has from elsewhere, and choose its fingerprints from the rest."""
    given = bytearray(len(read.kinds))
    for place, value in enumerate(read.hashes):
        if value in known:
            given[place : place + NOISE] = b"\1" * NOISE
    for place in read.starts[1:]:
        given[place - 1] = 1
    marks: dict[int, list[int]] = defaultdict(list)
    for place in winnow(read.hashes, known):
        marks[read.hashes[place]].append(place)
    return Marked(read, given, dict(marks))
