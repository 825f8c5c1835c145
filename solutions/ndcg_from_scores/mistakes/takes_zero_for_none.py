"""You treat a k of 0 like a k that was not given.

Python takes 0 for false, and None as well: how do you ask for None alone?
"""


def what_is_left(count, k):
    left = 1 / np.log2(np.arange(2, count + 2))
    if k:
        left[max(k, 0) :] = 0
    return left
