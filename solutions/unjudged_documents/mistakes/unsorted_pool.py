"""Your pool is in the order in which the engines found the documents.

A judge could see from that which documents were ranked high: which order does the lesson ask for?
"""


def pool(runs, depth):
    names = {}
    for ranking in runs:
        for name in ranking[: max(depth, 0)]:
            names[name] = True
    return list(names)
