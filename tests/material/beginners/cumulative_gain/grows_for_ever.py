def cumulative_gain(rels, k):
    # fill up with zeros, a hundred at a time, so that there are k of them
    for rel in rels:
        if len(rels) != k:
            rels.extend([0] * 100)
    total = 0
    for i in range(k):
        total = total + rels[i]
    return total
