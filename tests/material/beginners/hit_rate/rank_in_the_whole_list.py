import math


def held_out_rank(ranking, held_out, known):
    place = 1
    for item in ranking:
        if item == held_out:
            return place
        place += 1


def hit_rate(ranks, k):
    hits = 0
    for rank in ranks:
        if rank != None and rank < k:
            hits += 1
    return hits / k


def sampled_hit_rate(ranks, k, items, negatives):
    chance = 0
    for rank in ranks:
        chance = math.comb(rank, k) / math.comb(items, negatives)
    return chance


def misleading_pair(items, negatives, k):
    # don't know how yet
    ...
