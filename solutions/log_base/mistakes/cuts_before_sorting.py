"""Your ideal only knows the results that made the cut, so a good one left below it costs nothing.

Which grades may fill the best possible first k places: those that a reader sees, or all that the
list holds?
"""


def ndcg_with_base(ranked_rels, k, base):
    top = ranked_rels[: max(k, 0)]
    ideal = dcg_with_base(sorted(top, reverse=True), k, base)
    if ideal == 0:
        return 0.0
    return dcg_with_base(top, k, base) / ideal
