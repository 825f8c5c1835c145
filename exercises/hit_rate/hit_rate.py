"""Hit rate of recommenders: one item held out, ranked among all items or a sample of them."""


def held_out_rank(ranking, held_out, known):
    """Return the position of the held-out item among the items that the person does not know.

    ranking holds items, best first, and known the items that the person knows already.
    None if the held-out item is not in the ranking.
    By hand: held_out_rank(["jaws", "heat", "fargo", "alien"], "alien", ["heat"]) is 3.
    """
    # TODO: leave out the known items, then look for the held-out one.
    raise NotImplementedError("held_out_rank is not written yet")


def hit_rate(ranks, k):
    """Return the share of people whose held-out item is among the first k.

    ranks holds the rank of the held-out item for each person, or None; no people is a ValueError.
    By hand: hit_rate([1, 4, 12, None], 5) is 0.5.
    """
    # TODO: count the hits, and divide.
    raise NotImplementedError("hit_rate is not written yet")


def sampled_hit_rate(ranks, k, items, negatives):
    """Return the hit rate that is expected among so many negatives, drawn at random.

    items is the number of items that a person does not know, the held-out one included.
    No people is a ValueError.
    By hand: sampled_hit_rate([3], 2, 10, 2) is 0.972222.
    """
    # TODO: for each rank, add up the chances of fewer than k negatives from above.
    raise NotImplementedError("sampled_hit_rate is not written yet")


def misleading_pair(items, negatives, k):
    """Return a pair (a, b) of lists of ranks, or None if no such pair exists.

    Over all items a has the higher hit rate at k; in the sample b has the higher expected one.
    Both lists hold one rank for each person, from 1 to items.
    """
    # TODO: build both lists as the lesson describes, with enough people.
    raise NotImplementedError("misleading_pair is not written yet")
