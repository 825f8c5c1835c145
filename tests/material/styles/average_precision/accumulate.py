from itertools import accumulate


def average_precision_at_k(ranked_rels, k, total_relevant):
    seen = ranked_rels[:k] if k > 0 else []
    rows = zip(seen, accumulate(seen), range(1, k + 1))
    score = sum(found / place for rel, found, place in rows if rel)
    return score / total_relevant if total_relevant else 0.0


def mean_average_precision(queries, k):
    scores = [average_precision_at_k(rels, k, total) for rels, total in queries]
    if scores == []:
        raise ValueError("no queries, no mean")
    return sum(scores) / len(scores)
