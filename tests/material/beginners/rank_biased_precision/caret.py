def rank_biased_precision(rels, p):
    score = 0
    for i in range(len(rels)):
        score += rels[i] * p ^ i
    return (1 - p) * score


def residual(rels, p):
    return p ^ len(rels)
