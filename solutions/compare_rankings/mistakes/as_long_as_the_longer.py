"""You go down to the end of the longer page.

Below the end of the shorter one nothing is known of it: where should the last depth be?
"""


def rank_biased_overlap(first, second, p):
    if not 0 < p < 1:
        raise ValueError("p must lie above 0 and below 1")
    k = max(len(first), len(second))
    seen = 0.0
    for depth in range(1, k + 1):
        seen += agreement(first, second, depth) * p ** (depth - 1)
    return (1 - p) * seen + agreement(first, second, k) * p**k
