"""Your R@10 takes no more than ten documents for all that there is to find.

With twelve relevant documents, ten places cannot hold all of them: what did the lesson on recall
settle for a cut that is smaller than the total?
"""

import math


def rows(path):
    with open(path, encoding="utf-8") as lines:
        return [line.split() for line in lines if line.strip()]


def read_qrels(path):
    judged = {}
    for query, _, document, grade in rows(path):
        judged.setdefault(query, {})[document] = int(grade)
    return judged


def read_run(path):
    found = {}
    for query, _, document, _, score, _ in rows(path):
        found.setdefault(query, []).append((float(score), document))
    ranked = {}
    for query, scored in found.items():
        ranked[query] = [document for _, document in sorted(scored, reverse=True)]
    return ranked


def share(part, whole):
    return part / whole if whole else 0.0


def dcg(gains):
    return sum(gain / math.log2(index + 2) for index, gain in enumerate(gains))


def reciprocal_rank(rels):
    return 1 / (rels.index(1) + 1) if 1 in rels else 0.0


def precisions(rels):
    return sum(sum(rels[:place]) / place for place, rel in enumerate(rels, start=1) if rel)


def scores_of(retrieved, grades):
    worth = {document: max(grade, 0) for document, grade in grades.items()}
    gains = [worth.get(document, 0) for document in retrieved]
    best_first = sorted(worth.values(), reverse=True)
    rels = [int(gain > 0) for gain in gains]
    relevant = sum(gain > 0 for gain in best_first)
    return {
        "P@5": sum(rels[:5]) / 5,
        "R@10": share(sum(rels[:10]), min(relevant, 10)),
        "RR": reciprocal_rank(rels),
        "AP": share(precisions(rels), relevant),
        "NDCG@10": share(dcg(gains[:10]), dcg(best_first[:10])),
    }


def evaluate(qrels, run):
    if not qrels:
        raise ValueError("there are no queries to take the mean of")
    per_query = {}
    for query, grades in qrels.items():
        per_query[query] = scores_of(run.get(query, []), grades)
    overall = {}
    names = {"P@5": "P@5", "R@10": "R@10", "RR": "MRR", "AP": "MAP", "NDCG@10": "NDCG@10"}
    for name, mean_name in names.items():
        overall[mean_name] = sum(scores[name] for scores in per_query.values()) / len(per_query)
    return per_query, overall
