"""Your residual knows only what stands below the list.

Results in the list may be unknown too: what would the score of [1, None, 1] be if the second one
turned out to be relevant?
"""


def residual(rels, p):
    check_patience(p)
    open_rest = p ** len(rels)
    return open_rest
