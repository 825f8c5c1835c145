import math

# I find while loops easier to follow than for loops

def dcg(rels):
    i = 1
    total = 0.0
    while i <= len(rels):
        rel_i = rels[i - 1]        # python starts at 0, the formula at 1
        total = total + rel_i / math.log2(i + 1)
        i = i + 1
    return total


def ndcg_at_k(ranked_rels, k):
    # do not go past the end of the list
    if k > len(ranked_rels):
        k = len(ranked_rels)

    top = []
    i = 0
    while i < k:
        top.append(ranked_rels[i])
        i = i + 1

    # ideal: take the biggest one k times, from a COPY
    left = ranked_rels.copy()
    ideal = []
    while len(ideal) < k:
        biggest = max(left)
        left.remove(biggest)
        ideal.append(biggest)

    if dcg(ideal) == 0:
        return 0.0
    else:
        return dcg(top) / dcg(ideal)
