from math import log2


def dcg(rels):
    return sum([g / log2(pos + 1) for pos, g in zip(range(1, len(rels) + 1), rels)])


def first(things, k):
    out = []
    for n, thing in enumerate(things):
        if n < k:
            out.append(thing)
    return out


def ndcg_at_k(ranked_rels, k):
    got = first(ranked_rels, k)
    perfect = first(ranked_rels, k)
    perfect.sort()
    perfect.reverse()
    return dcg(got) / dcg(perfect) if sum(got) > 0 else 0.0
