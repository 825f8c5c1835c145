"""Your sum is right for every k from 0 on, but with a negative k it still finds results to add.

Try [1, 2, 3][:-1] in Python and see which numbers are left: what does a negative number mean
there, and what does the course say about such a k?
"""


def cumulative_gain(rels, k):
    return sum(rels[:k])
