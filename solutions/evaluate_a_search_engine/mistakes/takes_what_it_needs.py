"""You take the columns that you need, however many there are.

A line with a column too few or too many is broken somewhere, and you cannot know where: which error
does the lesson ask for, in both cases?
"""


def read_qrels(path):
    judged = {}
    for columns in rows(path):
        judged.setdefault(columns[0], {})[columns[2]] = int(columns[3])
    return judged


def read_run(path):
    found = {}
    for columns in rows(path):
        found.setdefault(columns[0], []).append((float(columns[4]), columns[2]))
    ranked = {}
    for query, scored in found.items():
        ranked[query] = [document for _, document in sorted(scored, reverse=True)]
    return ranked
