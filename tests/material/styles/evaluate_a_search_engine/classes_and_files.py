import math
from collections import defaultdict
from pathlib import Path


class Measures:
    def __init__(self, ranking, grades):
        self.gains = [max(grades.get(name, 0), 0) for name in ranking]
        self.ideal = sorted((max(g, 0) for g in grades.values()), reverse=True)
        self.rels = [gain > 0 for gain in self.gains]
        self.relevant = sum(g > 0 for g in self.ideal)

    def precision(self):
        return sum(self.rels[:5]) / 5

    def recall(self):
        return sum(self.rels[:10]) / self.relevant if self.relevant else 0.0

    def reciprocal_rank(self):
        return next((1 / i for i, rel in enumerate(self.rels, 1) if rel), 0.0)

    def average_precision(self):
        hits = [i for i, rel in enumerate(self.rels, 1) if rel]
        total = sum(n / i for n, i in enumerate(hits, 1))
        return total / self.relevant if self.relevant else 0.0

    def ndcg(self):
        dcg = lambda gains: sum(g / math.log2(i) for i, g in enumerate(gains[:10], 2))
        return dcg(self.gains) / dcg(self.ideal) if dcg(self.ideal) else 0.0


NAMES = {
    "P@5": ("P@5", Measures.precision),
    "R@10": ("R@10", Measures.recall),
    "RR": ("MRR", Measures.reciprocal_rank),
    "AP": ("MAP", Measures.average_precision),
    "NDCG@10": ("NDCG@10", Measures.ndcg),
}


def lines(path):
    yield from filter(None, map(str.split, Path(path).read_text(encoding="utf-8").splitlines()))


def read_qrels(path):
    judged = defaultdict(dict)
    for query, _, name, grade in lines(path):
        judged[query][name] = int(grade)
    return judged


def read_run(path):
    scored = defaultdict(list)
    for query, _, name, _, score, _ in lines(path):
        scored[query].append((float(score), name))
    return {query: [name for _, name in sorted(rows)[::-1]] for query, rows in scored.items()}


def evaluate(qrels, run):
    if len(qrels) == 0:
        raise ValueError("no queries")
    per_query = {query: Measures(run.get(query, ()), grades) for query, grades in qrels.items()}
    scores = {q: {name: f(m) for name, (_, f) in NAMES.items()} for q, m in per_query.items()}
    overall = {
        mean: sum(one[name] for one in scores.values()) / len(scores)
        for name, (mean, _) in NAMES.items()
    }
    return scores, overall
