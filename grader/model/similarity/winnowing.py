"""Hashes the runs of tokens in a text; what is shorter than NOISE tokens never counts."""

from .tokens import BREAK

NOISE = 10  # tokens of a run that is hashed
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
