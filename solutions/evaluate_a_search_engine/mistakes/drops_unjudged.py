"""Your measures forget that an unjudged document takes up a position.

The reader does not know what was judged: at which position does the second of two documents stand
if the first is unjudged?
"""


def scores_of(retrieved, grades):
    worth = {document: max(grade, 0) for document, grade in grades.items()}
    gains = [worth[document] for document in retrieved if document in worth]
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
