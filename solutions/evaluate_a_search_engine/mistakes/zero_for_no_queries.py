"""Without any judged query you return means, as if something had been measured.

What does the lesson ask for if there are no queries?
"""


def evaluate(qrels, run):

    per_query = {}
    for query, grades in qrels.items():
        per_query[query] = scores_of(run.get(query, []), grades)
    overall = {}
    names = {"P@5": "P@5", "R@10": "R@10", "RR": "MRR", "AP": "MAP", "NDCG@10": "NDCG@10"}
    for name, mean_name in names.items():
        overall[mean_name] = sum(scores[name] for scores in per_query.values()) / max(len(per_query), 1)
    return per_query, overall
