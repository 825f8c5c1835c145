"""Your reader may stop before seeing anything: even depth 1 is multiplied by p.

How many decisions to go deeper does it take to get to depth 1, and what is p to the power of that?
"""


def rank_biased_overlap(first, second, p):
    if not 0 < p < 1:
        raise ValueError("p must lie above 0 and below 1")
    depths = range(1, min(len(first), len(second)) + 1)
    shares = [agreement(first, second, depth) for depth in depths]
    seen = sum(share * p ** (down + 1) for down, share in enumerate(shares))
    return (1 - p) * seen + (shares[-1] * p ** len(shares) if shares else 0.0)
