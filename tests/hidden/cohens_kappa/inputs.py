"""Fair inputs of cohens_kappa."""

from random import Random

_draw = Random(1)


def _two_judges(labels):
    """Give two lists of labels, for the same number of documents in most."""
    for _ in range(60):
        one, other = (_draw.choices(labels, k=_draw.randint(0, 5)) for _ in range(2))
        yield one, other
        yield one, _draw.choices(labels, k=len(one))


def observed_agreement():
    """Give labels of two judges: yes or no, or words."""
    return [*_two_judges([0, 1]), *_two_judges(["yes", "no", "perhaps"])]


def weighted_kappa():
    """Give grades."""
    return [*_two_judges([0, 1]), *_two_judges([0, 1, 2, 4, 0.5])]


def chance_agreement():
    """Give labels."""
    return observed_agreement()


def cohens_kappa():
    """Give labels, and grades."""
    return [*observed_agreement()[::2], *weighted_kappa()[::2]]
