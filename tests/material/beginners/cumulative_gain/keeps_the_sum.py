gains = []


def cumulative_gain(rels, k):
    for i in range(k):
        gains.append(rels[i])
    return sum(gains)
