def rank_biased_precision(rels, p):
    if p < 0 or p > 1:
        return ValueError("p must be between 0 and 1")
    rbp = 0
    for i in range(len(rels)):
        if rels[i] != None:
            rbp += rels[i] * p**i
    return rbp


def residual(rels, p):
    if p < 0 or p > 1:
        return ValueError("p must be between 0 and 1")
    return p ** len(rels)
