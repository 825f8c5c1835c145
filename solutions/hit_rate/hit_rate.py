"""Hit rate of recommenders: one item held out, ranked among all items or a sample of them."""

import math


def held_out_rank(ranking, held_out, known):
    """Return the position of the held-out item among the items that the person does not know."""
    unknown = [item for item in ranking if item not in known]
    return unknown.index(held_out) + 1 if held_out in unknown else None


def mean(numbers):
    """Return the mean over people, of whom there has to be one."""
    if not numbers:
        raise ValueError("there are no people")
    return sum(numbers) / len(numbers)


def hit_rate(ranks, k):
    """Return the share of people whose held-out item is among the first k."""
    return mean([rank is not None and rank <= k for rank in ranks])


def chance_of_hit(rank, k, items, negatives):
    """Return the chance that fewer than k of the items above are among the negatives."""
    above, below = rank - 1, items - rank
    from_above = range(min(k, negatives + 1))
    ways = [math.comb(above, j) * math.comb(below, negatives - j) for j in from_above]
    return sum(ways) / math.comb(items - 1, negatives)


def sampled_hit_rate(ranks, k, items, negatives):
    """Return the hit rate that is expected among so many negatives, drawn at random."""
    return mean([chance_of_hit(rank, k, items, negatives) for rank in ranks])


def misleading_pair(items, negatives, k):
    """Return the ranks of two recommenders that change places in a sample, or None."""
    if not 1 <= k <= negatives < items - 1:
        return None
    # A chance of a hit at rank k + 1 is k / (items - 1) or more, and so above 1 / items.
    return [1] + [items] * (items - 1), [k + 1] * items
