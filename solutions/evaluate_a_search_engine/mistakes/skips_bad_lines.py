"""You silently skip lines that have a wrong number of columns.

Half a file may be lost that way, and the report looks fine: what does the lesson ask for instead?
"""


def read_qrels(path):
    judged = {}
    for query, _, document, grade in [row for row in rows(path) if len(row) == 4]:
        judged.setdefault(query, {})[document] = int(grade)
    return judged


def read_run(path):
    found = {}
    for query, _, document, _, score, _ in [row for row in rows(path) if len(row) == 6]:
        found.setdefault(query, []).append((float(score), document))
    ranked = {}
    for query, scored in found.items():
        ranked[query] = [document for _, document in sorted(scored, reverse=True)]
    return ranked
