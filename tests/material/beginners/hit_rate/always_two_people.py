from math import comb


def held_out_rank(ranking, held_out, known):
    rank = 0
    for item in ranking:
        if item in known:
            continue
        rank += 1
        if item == held_out:
            return rank
    return None


def hit_rate(ranks, k):
    if not ranks:
        raise ValueError("no people")
    return sum(1 for r in ranks if r is not None and r <= k) / len(ranks)


def sampled_hit_rate(ranks, k, items, negatives):
    if not ranks:
        raise ValueError("no people")
    total = 0
    for r in ranks:
        ways = 0
        for j in range(0, k):
            ways += comb(r - 1, j) * comb(items - r, negatives - j)
        total += ways / comb(items - 1, negatives)
    return total / len(ranks)


def misleading_pair(items, negatives, k):
    if k < 1:
        return None
    return ([1, items], [k + 1, k + 1])
