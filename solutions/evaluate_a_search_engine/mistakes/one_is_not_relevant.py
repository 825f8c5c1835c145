"""You take a grade of 1 for irrelevant, and start at 2.

A marginal document helps a little, and yes or no has to say something about it: from which grade
on does the lesson say yes?
"""


def scores_of(retrieved, grades):
    worth = {document: max(grade, 0) for document, grade in grades.items()}
    gains = [worth.get(document, 0) for document in retrieved]
    best_first = sorted(worth.values(), reverse=True)
    rels = [int(gain > 1) for gain in gains]
    relevant = sum(gain > 1 for gain in best_first)
    return {
        "P@5": sum(rels[:5]) / 5,
        "R@10": share(sum(rels[:10]), relevant),
        "RR": reciprocal_rank(rels),
        "AP": share(precisions(rels), relevant),
        "NDCG@10": share(dcg(gains[:10]), dcg(best_first[:10])),
    }
