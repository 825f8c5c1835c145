"""You leave results of equal scores in the order in which the engine wrote them.

An engine could then gain by the order of its lines: in which order does the lesson put a tie?
"""


def read_run(path):
    found = {}
    for query, _, document, _, score, _ in rows(path):
        found.setdefault(query, []).append((float(score), document))
    ranked = {}
    for query, scored in found.items():
        in_order = sorted(scored, key=lambda one: -one[0])
        ranked[query] = [document for _, document in in_order]
    return ranked
