"""You compute with a p that the lesson does not allow.

Which numbers are allowed, are 0 and 1 among them, and where does your code check p?
"""


def rank_biased_overlap(first, second, p):
    depths = range(1, min(len(first), len(second)) + 1)
    shares = [agreement(first, second, depth) for depth in depths]
    seen = sum(share * p**down for down, share in enumerate(shares))
    return (1 - p) * seen + (shares[-1] * p ** len(shares) if shares else 0.0)
