"""Your observed agreement counts only the documents that both judges call relevant.

If both judges say 0, do they agree or not?
"""


def observed_agreement(first, second):
    both = pairs(first, second)
    return sum(one == other and bool(one) for one, other in both) / len(both)
