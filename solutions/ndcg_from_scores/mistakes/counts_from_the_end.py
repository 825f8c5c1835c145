"""Your scores are right for every k from 0 on, but with a negative k results still count.

What does a negative number mean in a slice, and what does the course say about such a k?
"""


def what_is_left(count, k):
    left = 1 / np.log2(np.arange(2, count + 2))
    if k is not None:
        left[k:] = 0
    return left
