"""Fair inputs of expected_reciprocal_rank."""

from random import Random

_draw = Random(1)


def stop_probability():
    """Give grades of a scale, and some beyond either end of it."""
    return [(grade, top) for grade in range(-1, 6) for top in range(1, 5)]


def expected_reciprocal_rank():
    """Give rankings, most of them with grades of their scale alone."""
    for _ in range(100):
        top = _draw.randint(1, 4)
        yield _draw.choices(range(top + 1), k=_draw.randint(0, 7)), top
        yield _draw.choices(range(-1, 6), k=_draw.randint(0, 5)), top
