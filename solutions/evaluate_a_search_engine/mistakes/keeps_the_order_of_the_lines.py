"""Your ranking is the order of the lines in the file.

The lines of a run may be in any order: which column does the lesson use?
"""


def read_run(path):
    found = {}
    for query, _, document, _, score, _ in rows(path):
        found.setdefault(query, []).append((float(score), document))
    ranked = {}
    for query, scored in found.items():
        ranked[query] = [document for _, document in scored]
    return ranked
