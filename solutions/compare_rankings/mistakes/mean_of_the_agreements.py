"""You take the plain mean of the agreements, and p changes nothing.

That measure is called average overlap: how likely is it in this lesson that the reader stops at
depth 3?
"""


def rank_biased_overlap(first, second, p):
    if not 0 < p < 1:
        raise ValueError("p must lie above 0 and below 1")
    depths = range(1, min(len(first), len(second)) + 1)
    shares = [agreement(first, second, depth) for depth in depths]
    return sum(shares) / len(shares) if shares else 0.0
