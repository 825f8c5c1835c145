"""Your report stops with an error at a query that the engine did not answer.

Such a query was judged and counts: which ranking does it have?
"""


def evaluate(qrels, run):
    if not qrels:
        raise ValueError("there are no queries to take the mean of")
    per_query = {}
    for query, grades in qrels.items():
        per_query[query] = scores_of(run[query], grades)
    overall = {}
    names = {"P@5": "P@5", "R@10": "R@10", "RR": "MRR", "AP": "MAP", "NDCG@10": "NDCG@10"}
    for name, mean_name in names.items():
        overall[mean_name] = sum(scores[name] for scores in per_query.values()) / len(per_query)
    return per_query, overall
