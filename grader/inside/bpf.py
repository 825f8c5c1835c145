"""Assembles a system call policy into the kernel's filter language.

Knows the language and no policy: which calls are allowed is said elsewhere.
"""

import struct
from collections.abc import Mapping, Sequence

from msgspec import Struct

ALLOW = 0x7FFF0000
KILL = 0x80000000
_ERRNO = 0x00050000

SELF = -1  # in a claim: the filtered process's own id, filled in after the fork

_LOAD, _AND, _IF_EQUAL, _IF_AT_LEAST, _JUMP, _RETURN = 0x20, 0x54, 0x15, 0x35, 0x05, 0x06
_NUMBER_AT, _ARCHITECTURE_AT, _ARGUMENTS_AT = 0, 4, 16
_WHOLE = 0xFFFFFFFF
_FARTHEST = 255  # instructions that a conditional jump can pass over


class Claim(Struct, frozen=True):
    """A claim about one 32-bit half of one argument."""

    argument: int
    value: int
    mask: int = _WHOLE
    of_high_half: bool = False


class Rule(Struct, frozen=True):
    """Alternatives, each a row of claims; a call for which no row holds gets `otherwise`."""

    alternatives: tuple[tuple[Claim, ...], ...]
    otherwise: int


class Filter(Struct, frozen=True):
    """A filter's bytes, with holes where a process's own id belongs."""

    code: bytes
    holes: tuple[int, ...]

    def for_process(self, pid: int) -> bytes:
        """Fill the holes."""
        filled = bytearray(self.code)
        for hole in self.holes:
            struct.pack_into("<I", filled, hole, pid)
        return bytes(filled)


_Instruction = tuple[int, int, int, int]  # operation, steps if true, steps if false, operand
Leaf = int | Rule


def refuse(errno_number: int) -> int:
    """Answer a call with an error number; nought answers it as done, without doing it."""
    return _ERRNO | errno_number


def assemble(
    architecture: int, leaves: Mapping[int, Leaf], default: int, above: Mapping[int, int]
) -> Filter:
    """Make a filter: a number gets its leaf, else the default of the numbers around it.

    `above` maps a number to the default that holds from there on.
    Calls of any other architecture end the process. A search tree keeps all others to few steps.
    """
    code: list[_Instruction] = [
        (_LOAD, 0, 0, _ARCHITECTURE_AT),
        (_IF_EQUAL, 1, 0, architecture),
        (_RETURN, 0, 0, KILL),
        (_LOAD, 0, 0, _NUMBER_AT),
        *_tree(_ranges(leaves, default, above)),
    ]
    holes = tuple(8 * at + 4 for at, item in enumerate(code) if item[3] == SELF)
    packed = b"".join(struct.pack("<HBBI", *item[:3], item[3] & _WHOLE) for item in code)
    return Filter(packed, holes)


def _ranges(
    leaves: Mapping[int, Leaf], default: int, above: Mapping[int, int]
) -> list[tuple[int, Leaf]]:
    """Cut all numbers into ranges of one leaf; each is given by where it starts."""
    starts = sorted({0, *above, *leaves, *(number + 1 for number in leaves)})
    ranges: list[tuple[int, Leaf]] = []
    for start in starts:
        default = above.get(start, default)
        leaf = leaves.get(start, default)
        if not ranges or ranges[-1][1] != leaf:
            ranges.append((start, leaf))
    return ranges


def _tree(ranges: Sequence[tuple[int, Leaf]]) -> list[_Instruction]:
    if len(ranges) == 1:
        leaf = ranges[0][1]
        if isinstance(leaf, int):
            return [(_RETURN, 0, 0, leaf)]
        blocks = [_alternative(claims) for claims in leaf.alternatives]
        return [item for block in blocks for item in block] + [(_RETURN, 0, 0, leaf.otherwise)]
    middle = len(ranges) // 2
    below, rest = _tree(ranges[:middle]), _tree(ranges[middle:])
    if len(below) <= _FARTHEST:
        return [(_IF_AT_LEAST, len(below), 0, ranges[middle][0]), *below, *rest]
    jumps = [(_IF_AT_LEAST, 0, 1, ranges[middle][0]), (_JUMP, 0, 0, len(below))]
    return [*jumps, *below, *rest]


def _alternative(claims: Sequence[Claim]) -> list[_Instruction]:
    rows = [_claim(claim) for claim in claims]
    left = sum(len(row) for row in rows) + 1
    code: list[_Instruction] = []
    for row in rows:
        left -= len(row)
        operation, _, _, value = row[-1]
        code += [*row[:-1], (operation, 0, left, value)]
    return [*code, (_RETURN, 0, 0, ALLOW)]


def _claim(claim: Claim) -> list[_Instruction]:
    place = _ARGUMENTS_AT + 8 * claim.argument + (4 if claim.of_high_half else 0)
    masking = [] if claim.mask == _WHOLE else [(_AND, 0, 0, claim.mask)]
    return [(_LOAD, 0, 0, place), *masking, (_IF_EQUAL, 0, 0, claim.value)]
