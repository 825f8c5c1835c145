"""Your report goes through the queries of the run, judged or not.

Engines that answer different queries could not be compared: whose queries does the lesson count,
and what can you say about one without judgments?
"""


def evaluate(qrels, run):
    if not qrels:
        raise ValueError("there are no queries to take the mean of")
    per_query = {}
    for query, retrieved in run.items():
        per_query[query] = scores_of(retrieved, qrels.get(query, {}))
    overall = {}
    names = {"P@5": "P@5", "R@10": "R@10", "RR": "MRR", "AP": "MAP", "NDCG@10": "NDCG@10"}
    for name, mean_name in names.items():
        overall[mean_name] = sum(scores[name] for scores in per_query.values()) / max(len(per_query), 1)
    return per_query, overall
