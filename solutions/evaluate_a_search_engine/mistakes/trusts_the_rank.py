"""You put the results in the order of their ranks, which engines often write wrongly.

For "ferry" in the lesson the ranks and the scores disagree: which of them does the field go by?
"""


def read_run(path):
    found = {}
    for query, _, document, rank, _, _ in rows(path):
        found.setdefault(query, []).append((int(rank), document))
    ranked = {}
    for query, scored in found.items():
        ranked[query] = [document for _, document in sorted(scored)]
    return ranked
