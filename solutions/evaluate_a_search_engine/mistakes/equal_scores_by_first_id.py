"""You put results of equal scores in the order of the alphabet.

The lesson uses the other direction: look at "museum".
"""


def read_run(path):
    found = {}
    for query, _, document, _, score, _ in rows(path):
        found.setdefault(query, []).append((float(score), document))
    ranked = {}
    for query, scored in found.items():
        in_order = sorted(scored, key=lambda one: (-one[0], one[1]))
        ranked[query] = [document for _, document in in_order]
    return ranked
