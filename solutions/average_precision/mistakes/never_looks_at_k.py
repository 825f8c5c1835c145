"""Your score uses the whole list, whatever k is, even where k is 0.

Compare the rows with a k of 5 and of 3 in the table of pages: what does a reader who stops after k
results not see?
"""


def average_precision_at_k(ranked_rels, k, total_relevant):
    if total_relevant == 0:
        return 0.0
    found = 0
    precisions = 0.0
    for position, rel in enumerate(ranked_rels, start=1):
        found += rel
        precisions += rel * found / position
    return precisions / total_relevant
