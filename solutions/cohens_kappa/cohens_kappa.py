"""Cohen's kappa: how far two judges agree beyond chance."""

from collections import Counter


def pairs(first, second):
    """Return the two labels of each document."""
    if not first:
        raise ValueError("there are no documents to compare")
    # strict refuses, with a ValueError too, lists of which one is longer.
    return list(zip(first, second, strict=True))


def observed_agreement(first, second):
    """Return the share of documents to which both judges gave the same label."""
    both = pairs(first, second)
    return sum(one == other for one, other in both) / len(both)


def chance_agreement(first, second):
    """Return the share that is expected if the same labels are dealt out at random."""
    n = len(pairs(first, second))
    counts = Counter(second)
    return sum(count * counts[label] for label, count in Counter(first).items()) / n**2


def cohens_kappa(first, second):
    """Return the agreement beyond chance, None where chance alone agrees on everything."""
    chance = chance_agreement(first, second)
    if chance == 1:
        return None
    return (observed_agreement(first, second) - chance) / (1 - chance)


def weighted_kappa(first, second):
    """Return kappa with linear weights: a disagreement counts by its distance in grades."""
    both = pairs(first, second)
    seen = sum(abs(one - other) for one, other in both) / len(both)
    expected = sum(abs(one - other) for one in first for other in second) / len(both) ** 2
    if expected == 0:
        return None
    return 1 - seen / expected
