"""Your agreement stops with an error for a depth of 0.

You may not divide by 0: which answer does the lesson ask for, also for a negative depth?
"""


def agreement(first, second, depth):
    return len(set(first[: max(depth, 0)]) & set(second[: max(depth, 0)])) / depth
