"""You divide by what lists of this length can reach, in place of adding the part below them.

Both give 1 for equal pages, but not the same for others: what is the last part of the formula?
"""


def rank_biased_overlap(first, second, p):
    if not 0 < p < 1:
        raise ValueError("p must lie above 0 and below 1")
    depths = range(1, min(len(first), len(second)) + 1)
    shares = [agreement(first, second, depth) for depth in depths]
    weights = [p**down for down in range(len(shares))]
    seen = sum(share * weight for share, weight in zip(shares, weights, strict=True))
    return seen / sum(weights) if shares else 0.0
