"""Your bpref stops with an error if nothing was judged as not relevant.

Then there is no pair to ask about, and nothing to divide by: what does the lesson say that a
relevant document adds?
"""


def credit(bad, bound):
    return 1 - min(bad, bound) / bound
