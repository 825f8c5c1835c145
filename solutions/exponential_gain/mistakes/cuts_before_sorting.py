"""Your ideal only knows the results that made the cut, so a good one left below it costs nothing.

Which grades may fill the best possible first k places: those that a reader sees, or all that the
list holds?
"""


def exponential_ndcg(ranked_rels, k):
    top = ranked_rels[: max(k, 0)]
    ideal = exponential_dcg(sorted(top, reverse=True), k)
    if ideal == 0:
        return 0.0
    return exponential_dcg(top, k) / ideal
