"""Your bpref adds the share of bad documents above a relevant one, not 1 minus that share.

A list with all relevant documents at the top should have a bpref of 1: what does yours have?
"""


def credit(bad, bound):
    return min(bad, bound) / bound if bound else 0.0
