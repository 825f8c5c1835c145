"""You return the share that is missing, which is large when the search is bad.

Which number should a page get that shows every relevant document, and which one does your
function give?
"""


def recall_at_k(ranked_rels, k, total_relevant):
    if total_relevant == 0:
        return 0.0
    missed = total_relevant - sum(ranked_rels[: max(k, 0)])
    return missed / total_relevant
