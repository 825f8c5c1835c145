"""Your means leave out the queries that the engine did not answer.

It would look better the more it refuses: over which queries does the lesson take the mean?
"""


def evaluate(qrels, run):
    if not qrels:
        raise ValueError("there are no queries to take the mean of")
    per_query = {}
    for query, grades in qrels.items():
        if query in run:
            per_query[query] = scores_of(run[query], grades)
    overall = {}
    names = {"P@5": "P@5", "R@10": "R@10", "RR": "MRR", "AP": "MAP", "NDCG@10": "NDCG@10"}
    for name, mean_name in names.items():
        overall[mean_name] = sum(scores[name] for scores in per_query.values()) / max(len(per_query), 1)
    return per_query, overall
