"""Your NDCG takes its ideal from the documents that the engine found.

What it did not find costs nothing then, and a paper means the other number: which documents are in
the ideal of this lesson?
"""


def scores_of(retrieved, grades):
    worth = {document: max(grade, 0) for document, grade in grades.items()}
    gains = [worth.get(document, 0) for document in retrieved]
    best_first = sorted(gains, reverse=True)
    rels = [int(gain > 0) for gain in gains]
    relevant = sum(grade > 0 for grade in grades.values())
    return {
        "P@5": sum(rels[:5]) / 5,
        "R@10": share(sum(rels[:10]), relevant),
        "RR": reciprocal_rank(rels),
        "AP": share(precisions(rels), relevant),
        "NDCG@10": share(dcg(gains[:10]), dcg(best_first[:10])),
    }
