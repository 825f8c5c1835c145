"""You read grades as numbers with a fraction, so you accept what is no grade in this lesson.

A 1.5 in a file of whole grades is an error in the file: what does the lesson ask for?
"""


def read_qrels(path):
    judged = {}
    for query, _, document, grade in rows(path):
        judged.setdefault(query, {})[document] = float(grade)
    return judged
