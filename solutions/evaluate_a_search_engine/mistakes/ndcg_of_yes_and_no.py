"""Your NDCG does not see grades: a perfect document counts like a marginal one.

Four of the five measures take yes or no: which two lists does your code keep for a ranking, and
which of them goes into NDCG?
"""


def scores_of(retrieved, grades):
    worth = {document: max(grade, 0) for document, grade in grades.items()}
    gains = [worth.get(document, 0) for document in retrieved]
    best_first = sorted(worth.values(), reverse=True)
    rels = [int(gain > 0) for gain in gains]
    relevant = sum(gain > 0 for gain in best_first)
    return {
        "P@5": sum(rels[:5]) / 5,
        "R@10": share(sum(rels[:10]), relevant),
        "RR": reciprocal_rank(rels),
        "AP": share(precisions(rels), relevant),
        "NDCG@10": share(dcg(rels[:10]), dcg([1] * min(relevant, 10))),
    }
