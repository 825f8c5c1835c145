"""Your bpref is 0 if nothing was judged as not relevant.

No bad document stands above the relevant ones then: what should each of them add?
"""


def credit(bad, bound):
    return 1 - min(bad, bound) / bound if bound else 0.0
