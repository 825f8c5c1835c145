"""The part below the lists weighs too much: it begins one depth too early.

To get below four results, how many decisions to go on are needed?
"""


def rank_biased_overlap(first, second, p):
    if not 0 < p < 1:
        raise ValueError("p must lie above 0 and below 1")
    depths = range(1, min(len(first), len(second)) + 1)
    shares = [agreement(first, second, depth) for depth in depths]
    seen = sum(share * p**down for down, share in enumerate(shares))
    return (1 - p) * seen + (shares[-1] * p ** (len(shares) - 1) if shares else 0.0)
