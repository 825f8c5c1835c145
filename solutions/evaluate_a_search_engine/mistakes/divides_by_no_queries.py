"""Without any judged query your report stops, with another error than the lesson asks for.

How many numbers is the mean taken of then, and which kind of error says so in the table of
conventions?
"""


def evaluate(qrels, run):
    per_query = {}
    for query, grades in qrels.items():
        per_query[query] = scores_of(run.get(query, []), grades)
    overall = {}
    names = {"P@5": "P@5", "R@10": "R@10", "RR": "MRR", "AP": "MAP", "NDCG@10": "NDCG@10"}
    for name, mean_name in names.items():
        overall[mean_name] = sum(scores[name] for scores in per_query.values()) / len(per_query)
    return per_query, overall
