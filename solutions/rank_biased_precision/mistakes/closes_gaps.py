"""Your code moves relevant results up over the irrelevant ones.

An irrelevant result adds nothing, but the reader may give up at it: at which position does the
second relevant one of [1, 0, 1] stand?
"""


def rank_biased_precision(rels, p):
    check_patience(p)
    total = 0.0
    for above, rel in enumerate([rel for rel in rels if rel]):
        total += rel * p**above
    return (1 - p) * total
