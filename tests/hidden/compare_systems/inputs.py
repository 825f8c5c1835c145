"""Fair inputs of compare_systems."""

from random import Random

_draw = Random(1)
_SCORES = [0, 1, 0.5, 0.1, 0.2, 0.3, 0.7]


def _sides(most):
    """Give two scores of a few items; now and then one list is longer."""
    size = _draw.randint(0, most)
    other = size if _draw.random() < 0.8 else _draw.randint(0, 3)
    return _draw.choices(_SCORES, k=size), _draw.choices(_SCORES, k=other)


def mean_difference():
    """Give the scores of two systems; now and then one has more queries."""
    return [_sides(6) for _ in range(200)]


def randomization_test():
    """Give the same, with some trials and a seed: the lesson settles how coins are tossed."""
    trials = [0, 1, 4, 9, 30]
    return [(*_sides(6), _draw.choice(trials), _draw.randint(0, 9)) for _ in range(200)]


def is_noise():
    """Give p-values, with a level or without."""
    for chance in (0, 0.01, 0.04, 0.05, 0.06, 0.1, 0.5, 1):
        yield (chance,)
        yield chance, _draw.choice([0.01, 0.05, 0.1])
