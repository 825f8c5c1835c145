"""Your first answer is right, but afterwards results are missing from the caller's list.

Print the list before and after the call: which step of your code takes something out of it, and
could you look at a number without removing it?
"""


def cumulative_gain(rels, k):
    total = 0
    while rels and k > 0:
        total += rels.pop(0)
        k -= 1
    return total
