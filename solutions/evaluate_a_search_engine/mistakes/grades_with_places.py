"""You read grades as numbers with places, so what is no grade in this lesson gets through.

A 1.5 in a file of whole grades is a slip that somebody should see: what does the lesson ask for?
"""


def read_qrels(path):
    judged = {}
    for query, _, document, grade in rows(path):
        judged.setdefault(query, {})[document] = float(grade)
    return judged
