"""Your discount is too steep: at position 2 already half of the gain is gone.

Both your divisor and the one of the lesson start at 1 and grow; compare them at positions 2, 3
and 4, and look for the function that is missing in between.
"""


def dcg_at_k(rels, k):
    total = 0.0
    for position, rel in enumerate(rels[: max(k, 0)], start=1):
        total += rel / position
    return total
