"""Of each query you keep one result only, the last one of the file.

What has your code collected for a query when its second line comes, and what happens to it?
"""


def read_run(path):
    found = {}
    for query, _, document, _, score, _ in rows(path):
        found[query] = [(float(score), document)]
    ranked = {}
    for query, scored in found.items():
        ranked[query] = [document for _, document in sorted(scored, reverse=True)]
    return ranked
