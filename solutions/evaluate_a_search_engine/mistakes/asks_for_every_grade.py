"""Your report stops with an error at the first unjudged document.

Unjudged documents are normal: how do you ask a dictionary for a key that may be missing?
"""


def scores_of(retrieved, grades):
    worth = {document: max(grade, 0) for document, grade in grades.items()}
    gains = [worth[document] for document in retrieved]
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
