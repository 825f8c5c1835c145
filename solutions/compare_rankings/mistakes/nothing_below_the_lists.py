"""Your RBO ends where the lists end, so a page compared with itself does not reach 1.

Readers might go on: what does the lesson assume about what they would see?
"""


def rank_biased_overlap(first, second, p):
    if not 0 < p < 1:
        raise ValueError("p must lie above 0 and below 1")
    depths = range(1, min(len(first), len(second)) + 1)
    shares = [agreement(first, second, depth) for depth in depths]
    return (1 - p) * sum(share * p**down for down, share in enumerate(shares))
