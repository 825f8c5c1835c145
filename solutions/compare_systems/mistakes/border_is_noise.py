"""You call a p that lies exactly on the border noise, and the lesson does not.

For such a border someone has to decide: find the row in the conventions and compare it with the
sign in your comparison.
"""


def is_noise(p, alpha=0.05):
    return p >= alpha
