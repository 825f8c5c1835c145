"""You take two scores that are nearly equal for a tie.

The smallest difference is an order in this lesson: do you round, or compare with a tolerance?
"""


def orders(scores):
    pairs = combinations(scores, 2)
    return [0 if abs(x - y) < 1e-9 else (x > y) - (x < y) for x, y in pairs]
