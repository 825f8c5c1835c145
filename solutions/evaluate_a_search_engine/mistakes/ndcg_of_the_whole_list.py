"""Your NDCG looks at the whole list, though its name says where to stop.

Which of your two sums, the one as found and the one in the best order, ends where it should?
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
        "NDCG@10": share(dcg(gains), dcg(best_first)),
    }
