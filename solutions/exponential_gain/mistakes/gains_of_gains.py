"""Your DCG is right, but your NDCG looks at grades as if they were far larger than they are.

Follow one grade of 2 through your second function and count how often it is turned into a gain on
its way.
"""


def exponential_ndcg(ranked_rels, k):
    gains = [2**rel - 1 for rel in ranked_rels]
    ideal = exponential_dcg(sorted(gains, reverse=True), k)
    if ideal == 0:
        return 0.0
    return exponential_dcg(gains, k) / ideal
