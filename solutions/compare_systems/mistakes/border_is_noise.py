"""You call a p that lies exactly on the border noise, and the lesson does not.

Find the row about the border in the conventions, and compare it with the sign in your comparison.
"""


def is_noise(p, alpha=0.05):
    return p >= alpha
