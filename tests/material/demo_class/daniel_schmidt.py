import math


def dcg(rels):
    summe = 0.0
    for i, rel in enumerate(rels, start=1):
        summe += rel / math.log2(i + 1)
    return summe


def erste_k(liste, k):
    """Die ersten k Einträge."""
    ergebnis = []
    i = 0
    while len(ergebnis) < k:
        if i < len(liste):
            ergebnis.append(liste[i])
            i += 1
    return ergebnis


def ndcg_at_k(ranked_rels, k):
    sortiert = sorted(ranked_rels, reverse=True)
    ideal = dcg(erste_k(sortiert, k))
    if ideal == 0:
        return 0.0
    return dcg(erste_k(ranked_rels, k)) / ideal
