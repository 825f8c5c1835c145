def rank_biased_precision(rels, p):
    total = 0
    weight = 1
    for rel in rels:
        weight *= p
        total += rel * weight
    return total * (1 - p)


def residual(rels, p):
    rest = 1
    for rel in rels:
        if rel == None:
            rest = rest * p
    return rest
