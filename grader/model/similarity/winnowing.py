"""Winnowing (Schleimer, Wilkerson and Aiken 2003): few fingerprints that still meet.

Of every window of runs the one with the least hash is kept, so that two texts that share a run of
GUARANTEE tokens have a fingerprint in common, wherever it stands in either of them. What is shorter
than NOISE tokens never counts.
"""

from collections import deque
from collections.abc import Collection, Iterator

from .tokens import BREAK

NOISE = 10  # tokens of a run that is hashed: k in the paper
GUARANTEE = 14  # a shared run of so many tokens is always found: t in the paper
_MODULUS = (1 << 61) - 1
_FACTOR = 0x1F3B5C7D9E24A687 % _MODULUS
_OUT = pow(_FACTOR, NOISE, _MODULUS)


def run_hashes(kinds: str) -> list[int]:
    """Hash the run of NOISE tokens that begins at each place; -1 for one that spans a break."""
    hashes: list[int] = []
    value, last_break = 0, -1
    for place, kind in enumerate(kinds):
        out = ord(kinds[place - NOISE]) if place >= NOISE else 0
        value = (value * _FACTOR + ord(kind) - out * _OUT) % _MODULUS
        if kind == BREAK:
            last_break = place
        if place >= NOISE - 1:
            hashes.append(value if place - last_break >= NOISE else -1)
    return hashes


def winnow(hashes: list[int], known: Collection[int] = frozenset()) -> Iterator[int]:
    """Yield the places of the fingerprints; runs that everybody was given are never chosen.

    Two texts that share a run agree on which parts of it are known, hence on what is chosen.
    """
    window = min(GUARANTEE - NOISE + 1, max(len(hashes), 1))
    least: deque[int] = deque()  # places, of rising hashes
    before = -1
    for place, value in enumerate(hashes):
        if value != -1 and value not in known:
            while least and hashes[least[-1]] >= value:
                least.pop()
            least.append(place)
        if least and least[0] <= place - window:
            least.popleft()
        if place >= window - 1 and least and least[0] != before:
            before = least[0]
            yield before
