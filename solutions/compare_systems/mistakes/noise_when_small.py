"""You call a difference noise when p is small, and trust it when p is large.

Say in words what a p of 0.9 means: how often would luck alone bring about such a difference, and
is that a reason to believe in it?
"""


def is_noise(p, alpha=0.05):
    return p < alpha
