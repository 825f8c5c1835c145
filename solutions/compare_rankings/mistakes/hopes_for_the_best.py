"""You assume that the two lists agree fully below their ends.

That is the most hopeful guess: what does the lesson assume about the agreement there?
"""


def rank_biased_overlap(first, second, p):
    if not 0 < p < 1:
        raise ValueError("p must lie above 0 and below 1")
    depths = range(1, min(len(first), len(second)) + 1)
    shares = [agreement(first, second, depth) for depth in depths]
    below = p ** len(shares) if shares else 0.0
    return (1 - p) * sum(share * p**down for down, share in enumerate(shares)) + below
