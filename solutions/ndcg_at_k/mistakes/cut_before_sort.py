"""Your ideal only knows the results that made the cut, so a good one left below it costs nothing.

Think of a ranking with its one perfect result at the very bottom and a small k: how good could
the first k places have been, and does your code still hold that result when it sorts?
"""


def ndcg_at_k(ranked_rels, k):
    top = ranked_rels[: max(k, 0)]
    ideal = dcg(sorted(top, reverse=True))
    if ideal == 0:
        return 0.0
    return dcg(top) / ideal
