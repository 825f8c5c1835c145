import math


def held_out_rank(ranking, held_out, known):
    for item in known:
        ranking.remove(item)
    return ranking.index(held_out) + 1


def hit_rate(ranks, k):
    hits = 0
    for rank in ranks:
        if rank <= k:
            hits += 1
    return hits / len(ranks)


def sampled_hit_rate(ranks, k, items, negatives):
    total = 0
    for r in ranks:
        for j in range(k):
            total += math.comb(r - 1, j) * math.comb(items - r, negatives - j)
        total /= math.comb(items - 1, negatives)
    return total / len(ranks)


def misleading_pair(items, negatives, k):
    people = 10
    return [1] + [items] * people, [k + 1] * people
