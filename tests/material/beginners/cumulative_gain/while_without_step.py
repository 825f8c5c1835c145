def cumulative_gain(rels, k):
    position = 1
    total = 0
    while position <= k:
        total += rels[position]
    return total
