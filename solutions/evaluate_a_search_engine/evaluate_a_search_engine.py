"""Evaluate a search engine: read judgments and rankings from files, and report five measures."""

import math


def rows(path):
    """Return the columns of each line of a file that is not empty."""
    with open(path, encoding="utf-8") as lines:  # noqa: PTH123 - as the lesson teaches it
        return [line.split() for line in lines if line.strip()]


def read_qrels(path):
    """Return the judgments of a file as {query: {document: grade}}."""
    judged = {}
    for query, _, document, grade in rows(path):
        judged.setdefault(query, {})[document] = int(grade)
    return judged


def read_run(path):
    """Return the rankings of a file as {query: [document, ...]}, best document first."""
    found = {}
    for query, _, document, _, score, _ in rows(path):
        found.setdefault(query, []).append((float(score), document))
    ranked = {}
    for query, scored in found.items():
        ranked[query] = [document for _, document in sorted(scored, reverse=True)]
    return ranked


def share(part, whole):
    """Return part of whole, where nothing is a share of 0.0 of nothing."""
    return part / whole if whole else 0.0


def dcg(gains):
    """Return the discounted cumulative gain of a list of gains."""
    return sum(gain / math.log2(index + 2) for index, gain in enumerate(gains))


def reciprocal_rank(rels):
    """Return 1 divided by the position of the first relevant result."""
    return 1 / (rels.index(1) + 1) if 1 in rels else 0.0


def precisions(rels):
    """Return the sum of the precisions at all relevant results."""
    return sum(sum(rels[:place]) / place for place, rel in enumerate(rels, start=1) if rel)


def scores_of(retrieved, grades):
    """Return the five measures of one query."""
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
        "NDCG@10": share(dcg(gains[:10]), dcg(best_first[:10])),
    }


def evaluate(qrels, run):
    """Return (per_query, overall), two dictionaries of measures by their names."""
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
