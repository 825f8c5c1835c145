"""The grades that you read are text, not numbers.

Look at what your reader returns for the first line of qrels.txt: are there quotes around the
grade?
"""


def read_qrels(path):
    judged = {}
    for query, _, document, grade in rows(path):
        judged.setdefault(query, {})[document] = grade
    return judged
