import math

def dcg(rels):
    total = 0
    for i in range(0, len(rels)):
        total = total + rels[i] / math.log2(i + 2)
    print("The DCG is", total)

def ndcg_at_k(ranked_rels, k):
    total = 0
    for i in range(0, min(k, len(ranked_rels))):
        total = total + ranked_rels[i] / math.log2(i + 2)
    best = sorted(ranked_rels, reverse=True)
    ideal = 0
    for i in range(0, min(k, len(best))):
        ideal = ideal + best[i] / math.log2(i + 2)
    if ideal == 0:
        print(0.0)
    else:
        print("The NDCG is", total / ideal)
