"""You take a negative grade for a gain below 0.

What does a negative grade count as in the lesson?
"""


def scores_of(retrieved, grades):
    worth = grades
    gains = [worth.get(document, 0) for document in retrieved]
    best_first = sorted(worth.values(), reverse=True)
    rels = [int(gain > 0) for gain in gains]
    relevant = sum(gain > 0 for gain in best_first)
    return {
        "P@5": sum(rels[:5]) / 5,
        "R@10": share(sum(rels[:10]), relevant),
        "RR": reciprocal_rank(rels),
        "AP": share(precisions(rels), relevant),
        "NDCG@10": share(dcg(gains[:10]), dcg(best_first[:10])),
    }
