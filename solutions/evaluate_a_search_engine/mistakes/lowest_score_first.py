"""Your rankings begin with the lowest score.

Which of two results does an engine prefer, the one with the higher score or the other? Look at the
line where you sort.
"""


def read_run(path):
    found = {}
    for query, _, document, _, score, _ in rows(path):
        found.setdefault(query, []).append((float(score), document))
    ranked = {}
    for query, scored in found.items():
        ranked[query] = [document for _, document in sorted(scored)]
    return ranked
